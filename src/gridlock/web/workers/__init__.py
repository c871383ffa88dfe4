"""Processes that choose moves and answer questions."""

from gridlock.web.workers.asking import ask_for, charge
from gridlock.web.workers.choosing import TimeLeft, bot_move, choose_move
from gridlock.web.workers.pool import Pool

__all__ = ["Pool", "TimeLeft", "ask_for", "bot_move", "charge", "choose_move"]
