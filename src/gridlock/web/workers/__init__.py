"""Worker processes for bots and the solver."""

from gridlock.web.workers.pool import Pool
from gridlock.web.workers.requests import TimeLeft, bot_move, charge, choose_move, run_for

__all__ = ["Pool", "TimeLeft", "bot_move", "charge", "choose_move", "run_for"]
