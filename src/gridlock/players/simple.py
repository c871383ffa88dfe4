"""The two simplest bots: random and greedy."""

from __future__ import annotations

from random import Random

from gridlock.clock import Clock
from gridlock.rules import Game, Move, Position


class RandomMover:
    """Plays random legal moves."""

    name = "random"
    remark = ""

    def __init__(self, random: Random) -> None:
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return a random legal move."""
        return self._random.choice(position.legal_moves())

    def close(self) -> None:
        """Do nothing."""


class Greedy:
    """Looks one move ahead, for many moves of its own and few for the opponent."""

    name = "greedy"
    remark = ""

    def __init__(self, random: Random) -> None:
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return a move with the best balance; ties are broken at random."""
        balances = {move: _balance(position, move) for move in position.legal_moves()}
        best = max(balances.values())
        return self._random.choice([move for move, balance in balances.items() if balance == best])

    def close(self) -> None:
        """Do nothing."""


def _balance(position: Position, move: Move) -> tuple[bool, int]:
    """Return whether the opponent is stuck after a move, and the mover's lead in legal moves."""
    game, words = position.game, position.words_after(move)
    theirs = game.legal_word(game.board, *words)
    mine = game.legal_word(game.board, *game.swapped(*words))
    return not theirs, mine.bit_count() - theirs.bit_count()
