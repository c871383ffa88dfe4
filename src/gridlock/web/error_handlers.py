"""What goes wrong while a request is answered, told as a problem."""

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
_SENTENCES = {
    400: "This is not a request that can be read here.",
    404: "There is nothing here.",
    405: "This address does not take that kind of request.",
}


def add_error_handlers(app: FastAPI) -> None:
    """Let everything that goes wrong be told as a problem; mistakes of ours are the guard's to tell."""
    app.exception_handler(Problem)(_told)
    app.exception_handler(GridlockError)(_refused)
    app.exception_handler(RequestValidationError)(_unreadable)
    app.exception_handler(HTTPException)(_elsewhere)


async def _told(request: Request, problem: Problem) -> Response:
    return problem.response()


async def _refused(request: Request, error: GridlockError) -> Response:
    return Problem.of(error).response()


async def _unreadable(request: Request, error: RequestValidationError) -> Response:
    return Problem(422, "invalid", validation_message(error.errors())).response()


async def _elsewhere(request: Request, error: HTTPException) -> Response:
    """Somebody asks for what is not there, or in a way that it does not understand."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if error.status_code == 404 and wants_page and request.method in ("GET", "HEAD"):
        return missing_page(request)
    kind = _KINDS.get(error.status_code, "invalid")
    answer = Problem(error.status_code, kind, _SENTENCES.get(error.status_code, str(error.detail))).response()
    answer.headers.update(error.headers or {})
    return answer


def internal_error(what: str, error: Exception) -> Response:
    """The answer after a mistake of ours: it is logged under a number, by which people can tell us of it."""
    number = secrets.token_hex(4)
    _log.error("%s: %s failed", number, excerpt(what, 200), exc_info=error)
    detail = f"Something went wrong on the server. It is noted there under {number}. Please try again."
    return Problem(500, "internal", detail).response()


def validation_message(errors: Sequence[Any]) -> str:
    """The first thing that is wrong with a request, in words."""
    first = errors[0] if errors else {"loc": (), "type": "", "msg": "This cannot be read."}
    where = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    name = excerpt(".".join(where)) if where else "The request"
    kind = first["type"]
    if kind in ("json_invalid", "model_attributes_type", "dict_type") and (
        kind == "json_invalid" or not where
    ):
        return "This is not JSON that can be read here."
    if kind == "missing":
        return f"{name} is missing." if where else "The request has no body."
    if kind == "extra_forbidden":
        return f"{name} means nothing here."
    reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input ")
    reason = reason[:1].lower() + reason[1:] if where else reason
    return f"{name}: {reason}." if not reason.endswith(".") else f"{name}: {reason}"
