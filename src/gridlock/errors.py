"""Exceptions, and helpers for writing their messages."""

from collections.abc import Iterable

from gridlock.printing import printable

_MAX_PATH = 250  # characters
_MAX_TYPO = 60  # characters, in a word that may be a typo


class GridlockError(ValueError):
    """Base of the errors whose message is a sentence for the user."""


class InvalidMove(GridlockError):
    """A text or number that can't be read as a move of this game."""


class IllegalMove(GridlockError):
    """A well-formed move that the rules forbid here; the message says why."""


class InvalidPosition(GridlockError):
    """A text that does not describe a position of this game."""


class InvalidGame(GridlockError):
    """A game, size or variant that does not exist."""


class BrokenGame(GridlockError, AssertionError):
    """A game whose parts contradict each other; the message says where, and what to change."""


class InvalidChoice(GridlockError):
    """Any other invalid value: a time, an amount of memory, a pair of names."""


class EndOfInput(Exception):
    """The input ended while a question was waiting for an answer."""


def excerpt(text: str, limit: int = 40) -> str:
    """Quote a text for use in a message: printable and not too long."""
    return f"'{shortened(text, limit)}'"


def shortened(text: str, limit: int) -> str:
    """Cut a text to this many characters and make it printable on one line."""
    return printable(text if len(text) <= limit else text[: limit - 3] + "...")


def _path_text(path: object) -> str:
    """Format a path on one line, cutting the start of a very long one."""
    text = printable(str(path))
    return text if len(text) <= _MAX_PATH else "..." + text[3 - _MAX_PATH :]


def problem_text(error: Exception) -> str:
    """Describe an error in a sentence, including the file or folder it is about."""
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{_path_text(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return text if text.endswith((".", "?", "!")) else f"{text}."


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """Return `` Did you mean '...'?`` for a typo, or nothing if no known word is close."""
    from difflib import get_close_matches  # loaded only when there is a typo

    others = [word for word in known if word != typed]
    close = get_close_matches(typed.strip().lower(), others, n=1) if len(typed) <= _MAX_TYPO else []
    return f" Did you mean '{printable(close[0])}'?" if close else ""
