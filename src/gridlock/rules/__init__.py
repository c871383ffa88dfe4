"""Games, positions, moves, and the registry of games."""

from gridlock.rules.game import Game, Rules, Words
from gridlock.rules.position import Move, Outcome, Position, other
from gridlock.rules.registry import FIVE, GAMES, make, make_with

__all__ = [
    "FIVE",
    "GAMES",
    "Game",
    "Move",
    "Outcome",
    "Position",
    "Rules",
    "Words",
    "make",
    "make_with",
    "other",
]
