"""Five two-player grid games in which the last player able to move wins."""

from gridlock.errors import GridlockError, IllegalMove, InvalidGame, InvalidMove, InvalidPosition
from gridlock.games import GAMES, Game, Move, Outcome, Position, make
from gridlock.search import Limits, MoveValue, OutOfTime, Progress, Value, analyze, best_line, solve

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Game",
    "GridlockError",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "Limits",
    "Move",
    "MoveValue",
    "OutOfTime",
    "Outcome",
    "Position",
    "Progress",
    "Value",
    "__version__",
    "analyze",
    "best_line",
    "make",
    "solve",
]
