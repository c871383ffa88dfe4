"""The errors that callers can meet: what cannot be read, and what the rules forbid."""

__all__ = [
    "EndOfInput",
    "GridlockError",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "excerpt",
    "problem_text",
]


class GridlockError(ValueError):
    """Base of every error whose message is a sentence for the person at the keyboard."""


class InvalidMove(GridlockError):
    """A text or number that cannot be read as a move of this game."""


class IllegalMove(GridlockError):
    """A move that can be read but that the rules forbid here; the message says why."""


class InvalidPosition(GridlockError):
    """A text that does not describe a position of this game."""


class InvalidGame(GridlockError):
    """A game, size or variant that does not exist."""


class EndOfInput(Exception):
    """A question was asked, and there is nobody left to answer."""


def excerpt(text: str, limit: int = 40) -> str:
    """The text as it may stand inside a message: quoted, printable, not too long."""
    shown = text if len(text) <= limit else text[: limit - 3] + "..."
    return "'" + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown) + "'"


def problem_text(error: Exception) -> str:
    """What went wrong, in a sentence, with the file or folder that it is about."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)
