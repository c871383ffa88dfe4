"""The FastAPI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import gridlock
from gridlock.web import assets
from gridlock.web.error_handlers import add_error_handlers
from gridlock.web.guard import protect
from gridlock.web.matches import Matches
from gridlock.web.routes import analysis, games, health, lessons, matches, positions, puzzles, qr, sockets
from gridlock.web.routes.common import error_docs
from gridlock.web.settings import ServerSettings
from gridlock.web.workers import Pool

_ROUTE_MODULES = (games, positions, analysis, puzzles, lessons, matches, sockets, qr)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """Return the application, with all its routes and the guard."""
    app = FastAPI(
        title="Gridlock",
        version=gridlock.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.settings = settings or ServerSettings()
    app.state.assets = assets.Assets()
    app.state.readiness = health.Readiness()
    for module in _ROUTE_MODULES:
        app.include_router(module.router, prefix="/api", responses=error_docs())
    app.include_router(health.router)
    app.include_router(assets.router)
    add_error_handlers(app)
    protect(app, app.state.settings)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Run the worker pool and the matches for as long as the server runs."""
    settings = app.state.settings
    app.state.pool = Pool(settings)
    app.state.matches = Matches(settings, app.state.pool)
    async with app.state.pool, app.state.matches:
        yield
