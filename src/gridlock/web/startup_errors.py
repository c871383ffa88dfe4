"""Explains database errors at startup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util import CommandError
from asyncpg import PostgresError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from gridlock.errors import GridlockError, problem_text, shortened
from gridlock.web.store import Unavailable

_NEWER = (
    "was written by a newer version of Gridlock, which this one cannot read. "
    'Install that version: pip install --upgrade "gridlock-games[web]"'
)


@contextmanager
def explain_startup_errors(database: str) -> Iterator[None]:
    """Turn database errors into a GridlockError that says what is wrong."""
    subject = f"The database {_redacted(database)}" if database else "The database"
    try:
        yield
    except CommandError:  # an unknown migration
        raise GridlockError(f"{subject} {_NEWER}") from None
    except DBAPIError as error:
        raise GridlockError(f"{subject} cannot be used: {_reason(error.orig or error)}") from None
    except (PostgresError, OSError, Unavailable) as error:
        raise GridlockError(f"{subject} cannot be used: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    """Return the error's message on one line."""
    message = " ".join(problem_text(error).split()) if isinstance(error, Exception) else str(error)
    return shortened(message, 300)


def _redacted(database: str) -> str:
    """Return the database's URL without its password."""
    try:
        return make_url(database).render_as_string(hide_password=True)
    except ArgumentError:
        return "you named"
