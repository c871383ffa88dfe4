"""Bots of several strengths: the weaker ones look less far ahead."""

from __future__ import annotations

from random import Random
from statistics import pstdev
from typing import NamedTuple

from gridlock.clock import Clock
from gridlock.players.lookahead import choose_move, replies
from gridlock.players.player import think_time
from gridlock.rules import Game, Move, Position

_NODES_PER_SECOND = 30_000  # on a slow machine


class LevelSpec(NamedTuple):
    """How a level chooses its moves."""

    name: str
    """The name to show."""
    line: str
    """A short description to show."""
    depth: int
    """How many moves ahead it sees wins and losses, counting both sides; 0 for all of them."""
    noise: float = 0.0
    """The standard deviation of the noise in its evaluation, relative to the spread of its moves."""
    overlook_rate: float = 0.0
    """How often it doesn't search a move at all."""
    nodes: int = 1000
    """The most moves it searches beyond its own first ones."""


LEVELS: tuple[LevelSpec, ...] = (
    LevelSpec("Newcomer", "plays by feel, and spots a win now and then", 1, noise=15, overlook_rate=0.9),
    LevelSpec("Beginner", "takes a win in one move, and knows little else", 1, noise=3),
    LevelSpec("Casual", "looks two moves ahead, and guesses its room", 2, noise=2),
    LevelSpec("Regular", "looks two moves ahead, and counts its room", 2, noise=0.8),
    LevelSpec("Skilled", "looks three moves ahead, and counts its room well", 3, noise=0.4, nodes=2000),
    LevelSpec("Expert", "looks up to five moves ahead, and hardly wavers", 5, noise=0.1, nodes=2500),
    LevelSpec("Perfect", "sees everything, and sets traps when it has lost", 0),
)
"""The levels from 1 up; the last one is perfect."""


class Level:
    """Sees wins and losses some moves ahead, and evaluates the rest by both sides' room, with noise."""

    remark = ""

    def __init__(self, name: str, spec: LevelSpec, random: Random) -> None:
        self.name = name
        self._spec = spec
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return the move with the best noisy score."""
        spec, random = self._spec, self._random
        deviation = spec.noise * _spread(position)
        moves = position.legal_moves()
        noise: dict[int, float] = {move: random.gauss(0, deviation) for move in moves}
        overlooked = [move for move in moves if random.random() < spec.overlook_rate]
        nodes = min(spec.nodes, int(think_time(position, clock) * _NODES_PER_SECOND))
        return choose_move(position, spec.depth, nodes, noise, overlooked)

    def close(self) -> None:
        """Do nothing: a choice is too quick to stop."""


def _spread(position: Position) -> float:
    """Return how much the moves differ in the room they leave."""
    after = replies(position.game, position.words, position.legal)
    return max(1.0, pstdev(position.game.mobility(*reply.words) for reply in after))
