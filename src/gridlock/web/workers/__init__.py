"""Processes that choose moves and answer questions."""

from gridlock.web.workers.pool import Pool
from gridlock.web.workers.requests import TimeLeft, ask_for, bot_move, charge, choose_move

__all__ = ["Pool", "TimeLeft", "ask_for", "bot_move", "charge", "choose_move"]
