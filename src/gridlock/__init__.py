"""Five two-player grid games in which the last player able to move wins."""

from gridlock.errors import GridlockError, IllegalMove, InvalidGame, InvalidMove, InvalidPosition
from gridlock.games import GAMES, Game, Move, Outcome, Position, make

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Game",
    "GridlockError",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Position",
    "__version__",
    "make",
]
