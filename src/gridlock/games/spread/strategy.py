"""The copying strategy that wins Spread from the start. The proof is in docs/proofs.md."""

from __future__ import annotations

from gridlock.rules import Game
from gridlock.rules.strategy import Strategy


def strategy(game: Game) -> Strategy | None:
    """Player 2 answers every move by the half turn, unless a cell is its own partner."""
    size = game.board.size
    return None if size % 2 else Strategy(None, tuple(range(size - 1, -1, -1)))
