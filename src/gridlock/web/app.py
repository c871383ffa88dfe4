"""The server as an application: what it consists of and how it starts."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from gridlock.errors import GridlockError, IllegalMove
from gridlock.web.problems import Problem
from gridlock.web.routes import analysis, games, lessons, matches, positions, puzzles, qr
from gridlock.web.settings import Settings

__all__ = ["create_app"]

_SUBJECTS = (games, positions, analysis, puzzles, lessons, matches, qr)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server, ready to be run."""
    app = FastAPI(title="Gridlock", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)
    app.state.settings = settings or Settings()
    for subject in _SUBJECTS:
        app.include_router(subject.router, prefix="/api")
    app.exception_handler(Problem)(_told)
    app.exception_handler(GridlockError)(_refused)
    return app


async def _told(request: Request, problem: Problem) -> JSONResponse:
    return JSONResponse(problem.to_json(), problem.status, media_type="application/problem+json")


async def _refused(request: Request, error: GridlockError) -> JSONResponse:
    kind = "illegal" if isinstance(error, IllegalMove) else "invalid"
    return await _told(request, Problem(422, kind, str(error)))
