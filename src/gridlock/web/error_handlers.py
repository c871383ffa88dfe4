"""Error handlers: every error becomes a problem response."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from gridlock.errors import GridlockError, excerpt
from gridlock.web.assets import missing_page
from gridlock.web.problems import Problem

_log = logging.getLogger("gridlock.web")
_KINDS = {404: "not-found", 405: "wrong-method"}
_DETAILS = {
    400: "The request could not be parsed.",
    404: "There's nothing at this address.",
    405: "This address doesn't accept that method.",
}


def add_error_handlers(app: FastAPI) -> None:
    """Register the handlers. The guard handles unexpected exceptions."""
    app.exception_handler(Problem)(_handle_problem)
    app.exception_handler(GridlockError)(_handle_game_error)
    app.exception_handler(RequestValidationError)(_handle_validation_error)
    app.exception_handler(HTTPException)(_handle_http_error)


async def _handle_problem(request: Request, problem: Problem) -> Response:
    return problem.response()


async def _handle_game_error(request: Request, error: GridlockError) -> Response:
    return Problem.of(error).response()


async def _handle_validation_error(request: Request, error: RequestValidationError) -> Response:
    return Problem(422, "invalid", validation_message(error.errors())).response()


async def _handle_http_error(request: Request, error: HTTPException) -> Response:
    """Handle 404, 405 and the like; browsers get the page's "not found" screen."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if error.status_code == 404 and wants_page and request.method in ("GET", "HEAD"):
        return missing_page(request)
    kind = _KINDS.get(error.status_code, "invalid")
    response = Problem(error.status_code, kind, _DETAILS.get(error.status_code, str(error.detail))).response()
    response.headers.update(error.headers or {})
    return response


def internal_error(subject: str, error: Exception) -> Response:
    """Log an unexpected exception under a number, and return a response that names the number."""
    number = secrets.token_hex(4)
    _log.error("%s: %s failed", number, excerpt(subject, 200), exc_info=error)
    detail = f"Something went wrong on the server. Error {number} was logged. Please try again."
    return Problem(500, "internal", detail).response()


def validation_message(errors: Sequence[Any]) -> str:
    """Return a sentence about the first validation error."""
    first = errors[0] if errors else {"loc": (), "type": "", "msg": "could not be parsed"}
    path = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    name = excerpt(".".join(path)) if path else "The request"
    kind = first["type"]
    if kind in ("json_invalid", "model_attributes_type", "dict_type") and (
        kind == "json_invalid" or not path
    ):
        return "The request is not a JSON object."
    if kind == "missing":
        return f"{name} is missing." if path else "The request has no body."
    if kind == "extra_forbidden":
        return f"Unknown field: {name}."
    reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input ")
    reason = reason[:1].lower() + reason[1:] if path else reason
    return f"{name}: {reason}." if not reason.endswith(".") else f"{name}: {reason}"
