"""Where matches are kept: rows and logs of events in a database."""

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
