"""Five two-player grid games in which the last player able to move wins."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridlock.batches import Batch, batch
    from gridlock.errors import (
        GridlockError,
        IllegalMove,
        InvalidChoice,
        InvalidGame,
        InvalidMove,
        InvalidPosition,
    )
    from gridlock.rules import GAMES, Game, Move, Outcome, Position, make
    from gridlock.search import Limits, MoveValue, OutOfTime, Status, Value, analyze, best_line, solve

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Batch",
    "Game",
    "GridlockError",
    "IllegalMove",
    "InvalidChoice",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "Limits",
    "Move",
    "MoveValue",
    "OutOfTime",
    "Outcome",
    "Position",
    "Status",
    "Value",
    "__version__",
    "analyze",
    "batch",
    "best_line",
    "make",
    "solve",
]

_HOMES = ("gridlock.rules", "gridlock.search", "gridlock.errors", "gridlock.batches")


if not TYPE_CHECKING:  # who checks types sees the imports above, and every misspelt name

    def __getattr__(name: str) -> object:
        """Load what the library is made of when it is first used, so that the program starts at once."""
        if name in __all__:
            for home in _HOMES:
                found = getattr(import_module(home), name, None)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(__all__)
