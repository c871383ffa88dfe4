"""Matches on a server: event logs, live state, notifications, bots and clocks."""

from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.matches import ActionResult, Matches

__all__ = ["ActionResult", "LiveMatch", "Matches"]
