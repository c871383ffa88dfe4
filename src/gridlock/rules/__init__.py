"""What a game is, and which games there are."""

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
