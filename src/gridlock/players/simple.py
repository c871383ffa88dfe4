"""The two simplest bots."""

from __future__ import annotations

from random import Random

from gridlock.clock import Clock
from gridlock.rules import Game, Move, Position


class RandomMover:
    """Takes any legal move."""

    name = "random"
    remark = ""

    def __init__(self, random: Random) -> None:
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Nothing is needed."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Any legal move, each as likely as the others."""
        return self._random.choice(position.legal_moves())

    def close(self) -> None:
        """Nothing is running."""


class Greedy:
    """Looks one move ahead: it wants many moves for itself and few for the other side."""

    name = "greedy"
    remark = ""

    def __init__(self, random: Random) -> None:
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Nothing is needed."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A move that leaves the best balance of moves, any of them if there are several."""
        balances = {move: _balance(position, move) for move in position.legal_moves()}
        best = max(balances.values())
        return self._random.choice([move for move, balance in balances.items() if balance == best])

    def close(self) -> None:
        """Nothing is running."""


def _balance(position: Position, move: Move) -> tuple[bool, int]:
    """After a move: whether the other side is stuck, then how many moves more the mover would have."""
    game, words = position.game, position.words_after(move)
    theirs = game.legal_word(game.board, *words)
    mine = game.legal_word(game.board, *game.swapped(*words))
    return not theirs, mine.bit_count() - theirs.bit_count()
