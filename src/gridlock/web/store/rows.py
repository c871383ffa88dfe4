"""What is kept of a match: a row that never changes, a log of events, and what the janitor looks for.

The size of a row is counted without asking the database. It is what the row's texts take, plus a fixed amount
for everything else: the other columns, the indexes, and the room that a database leaves free in its pages.
``python -m bench.storage`` compares it with what SQLite and PostgreSQL really take.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

_MATCH = 450  # bytes of a match without its texts
_EVENT = 140  # bytes of an event without its texts


class LogKind(StrEnum):
    """What can happen to a match on a server."""

    CREATED = "created"
    JOINED = "joined"
    RENAMED = "renamed"
    MOVE = "move"
    UNDO_ASKED = "undo-asked"
    UNDO = "undo"
    UNDO_REFUSED = "undo-refused"
    RESIGNED = "resigned"
    TIME_OUT = "time-out"
    FORFEIT = "forfeit"
    HINT = "hint"
    ANALYSIS = "analysis"
    REMATCH_ASKED = "rematch-asked"
    REMATCH = "rematch"


class LogEvent(NamedTuple):
    """Something that has happened to a match, as the log has it."""

    match: str
    number: int
    """Its place in the log of the match, from 1 on."""
    kind: str
    side: int | None
    text: str
    """The move, the name, the reason, or the address of the next match."""
    at: int
    """When it happened, in milliseconds since 1970."""
    request: str | None = None
    """What the request is known by that led to it; the same request finds it again."""
    secret: str | None = None
    """The hash of the secret that holds the side from now on, if somebody sits down with this event."""
    answer: str | None = None
    """What the request was answered beyond the event itself, as JSON."""


class MatchRow(NamedTuple):
    """What a match is from the beginning on."""

    id: str
    game: str
    size: str
    options: str
    """The game's options, as JSON."""
    start: str | None
    """The position in which it began, if not the game's own."""
    opening: str
    """Moves that had been made before, divided by blanks."""
    seats: str
    """Who plays the sides, as JSON: two of ``me``, ``open`` and players' names."""
    control: str | None
    """The time for thinking, if there is a clock."""
    created: int
    """When it was made, in milliseconds since 1970."""
    key: str | None
    """What the request is known by that made it."""
    creator: str
    """The address of the visitor that made it, hashed: see :meth:`Store.hash_address`."""


class Due(NamedTuple):
    """What is to happen to a match if nobody does anything."""

    out_of_time: int | None = None
    """When the side to move runs out of time, in milliseconds since 1970."""
    bot: int | None = None
    """From when on a server may ask the bot that is to move, since nobody else does."""
    over: bool = False


def match_size(row: MatchRow, events: Iterable[LogEvent]) -> int:
    """Bytes for a match and these events."""
    return _MATCH + _text_size(row) + sum(map(event_size, events))


def event_size(event: LogEvent) -> int:
    """Bytes for an event."""
    return _EVENT + _text_size(event)


def _text_size(row: MatchRow | LogEvent) -> int:
    return sum(len(value.encode()) for value in row if isinstance(value, str))
