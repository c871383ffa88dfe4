"""The database: a row and an event log for each match."""

from gridlock.web.store.rows import Due, LogEvent, LogKind, MatchRow, event_size, match_size
from gridlock.web.store.store import Store
from gridlock.web.store.writer import LogEntry, Unavailable

__all__ = [
    "Due",
    "LogEntry",
    "LogEvent",
    "LogKind",
    "MatchRow",
    "Store",
    "Unavailable",
    "event_size",
    "match_size",
]
