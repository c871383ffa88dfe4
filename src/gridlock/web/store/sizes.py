"""How much room matches take in the database, counted without asking it.

The count is what a row's texts take, and a fixed amount for everything else: the other columns, the indexes,
and the room that a database leaves free in its pages. ``python -m bench.storage`` compares it with what
SQLite and PostgreSQL really take.
"""

from __future__ import annotations

from collections.abc import Iterable

from gridlock.web.store.rows import LogEvent, MatchRow

_MATCH = 450  # bytes of a match without its texts
_EVENT = 140  # bytes of an event without its texts


def match_size(row: MatchRow, events: Iterable[LogEvent]) -> int:
    """Bytes for a match and these events."""
    return _MATCH + _text_size(row) + sum(map(event_size, events))


def event_size(event: LogEvent) -> int:
    """Bytes for an event."""
    return _EVENT + _text_size(event)


def _text_size(row: MatchRow | LogEvent) -> int:
    return sum(len(value.encode()) for value in row if isinstance(value, str))
