"""The errors that callers can meet: what cannot be read, and what the rules forbid."""

from collections.abc import Iterable

from gridlock.printing import printable

_LONGEST_PATH = 250  # characters
_LONGEST_TYPED = 60  # characters of what may be a typo


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


class InvalidChoice(GridlockError):
    """Something else that was asked for and cannot be: a time, an amount of memory, a pair of names."""


class EndOfInput(Exception):
    """A question was asked, and there is nobody left to answer."""


def excerpt(text: str, limit: int = 40) -> str:
    """The text as it may stand inside a message: quoted, printable, not too long."""
    return f"'{shortened(text, limit)}'"


def shortened(text: str, limit: int) -> str:
    """The beginning of a text on one line, printable, at most this many characters."""
    return printable(text if len(text) <= limit else text[: limit - 3] + "...")


def _shown_path(path: object) -> str:
    """A path on one line; of a very long one, its end."""
    shown = printable(str(path))
    return shown if len(shown) <= _LONGEST_PATH else "..." + shown[3 - _LONGEST_PATH :]


def problem_text(error: Exception) -> str:
    """What went wrong, in a sentence, with the file or folder that it is about."""
    told = str(error)
    if isinstance(error, OSError) and error.strerror:
        told = f"{_shown_path(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return told if told.endswith((".", "?", "!")) else f"{told}."


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """A question that follows a sentence about something mistyped; empty if nothing is close to it."""
    from difflib import get_close_matches  # only who mistypes waits for it to be loaded

    others = [word for word in known if word != typed]
    close = get_close_matches(typed.strip().lower(), others, n=1) if len(typed) <= _LONGEST_TYPED else []
    return f" Did you mean '{printable(close[0])}'?" if close else ""
