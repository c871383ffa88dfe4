"""Why a server cannot start, in a sentence."""

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
    """In here, GridlockError says what is wrong with the database."""
    place = f"The database {_shown(database)}" if database else "The database"
    try:
        yield
    except CommandError:  # it is at a step that we do not know
        raise GridlockError(f"{place} {_NEWER}") from None
    except DBAPIError as error:
        raise GridlockError(f"{place} cannot be used: {_reason(error.orig or error)}") from None
    except (PostgresError, OSError, Unavailable) as error:
        raise GridlockError(f"{place} cannot be used: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    """What is wrong, on one line."""
    told = " ".join(problem_text(error).split()) if isinstance(error, Exception) else str(error)
    return shortened(told, 300)


def _shown(database: str) -> str:
    """A database by its address, without the password in it."""
    try:
        return make_url(database).render_as_string(hide_password=True)
    except ArgumentError:
        return "that was named"
