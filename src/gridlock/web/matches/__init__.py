"""Matches on a server: logs of events, what follows from them, who is told, and what happens by itself."""

from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.matches import Done, Matches

__all__ = ["Done", "LiveMatch", "Matches"]
