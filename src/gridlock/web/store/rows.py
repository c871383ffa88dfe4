"""The rows of the database: matches, their events, and what is due next in a match.

Row sizes are estimated without querying the database: the length of the texts plus a fixed amount for the
other columns, the indexes and free space in pages. ``python -m bench.storage`` compares the estimate with
what SQLite and PostgreSQL really use.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

_MATCH = 450  # bytes of a match without its texts
_EVENT = 140  # bytes of an event without its texts


class LogKind(StrEnum):
    """The kinds of events."""

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
    PLAYED_OUT = "played-out"
    CALLED_OFF = "called-off"
    TURNING_POINT = "turning-point"
    GOOD_GAME = "good-game"
    SCORE = "score"


class LogEvent(NamedTuple):
    """An event in a match's log."""

    match: str
    number: int
    """Its number in the match's log, from 1."""
    kind: str
    side: int | None
    text: str
    """The move, the name, the reason, the id of the rematch, the turning point, or the score so far."""
    at: int
    """When it happened, in milliseconds since 1970."""
    request: str | None = None
    """The key of the request that caused it, so a repeated request finds it."""
    secret: str | None = None
    """The hash of the seat secret, if this event takes a seat."""
    answer: str | None = None
    """The rest of the response to the request, as JSON."""


class MatchRow(NamedTuple):
    """The part of a match that never changes."""

    id: str
    game: str
    size: str
    options: str
    """The game's options, as JSON."""
    start: str | None
    """The starting position, if it isn't the game's own."""
    opening: str
    """Moves played before the match began, separated by spaces."""
    seats: str
    """The two seats as JSON: each is ``me``, ``open`` or a player's name."""
    control: str | None
    """The time control, if there is a clock."""
    created: int
    """When it was created, in milliseconds since 1970."""
    key: str | None
    """The key of the request that created it."""
    creator: str
    """The hashed address of its creator; see :meth:`Store.hash_address`."""


class Due(NamedTuple):
    """What happens next in a match without a player's action."""

    out_of_time: int | None = None
    """When the side to move runs out of time, in milliseconds since 1970."""
    bot: int | None = None
    """When the lease on the bot's move expires, so another server may run the bot."""
    over: bool = False


def match_size(row: MatchRow, events: Iterable[LogEvent]) -> int:
    """Return the estimated size of a match with these events, in bytes."""
    return _MATCH + _text_size(row) + sum(map(event_size, events))


def event_size(event: LogEvent) -> int:
    """Return the estimated size of an event, in bytes."""
    return _EVENT + _text_size(event)


def _text_size(row: MatchRow | LogEvent) -> int:
    return sum(len(value.encode()) for value in row if isinstance(value, str))
