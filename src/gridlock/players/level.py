"""Opponents of several strengths: short-sighted rather than bad."""

from __future__ import annotations

from random import Random
from statistics import pstdev
from typing import NamedTuple

from gridlock.clock import Clock
from gridlock.players.lookahead import favourite, replies
from gridlock.players.player import think_time
from gridlock.rules import Game, Move, Position

_LOOKS_A_SECOND = 30_000  # what a slow machine manages


class LevelSpec(NamedTuple):
    """How somebody chooses moves who sees only so far."""

    name: str
    """What people call such a player."""
    line: str
    """What such a player sees, in a few words."""
    sight: int
    """So many moves ahead, counting both sides', wins and losses are seen; 0 stands for all of them."""
    waver: float = 0.0
    """How far its judgement of the rest goes astray, measured by how much its moves differ in room."""
    overlooks: float = 0.0
    """How often it does not look at what a move leads to."""
    looks: int = 1000
    """At how many moves it looks, at most, beyond its own first ones."""


LEVELS: tuple[LevelSpec, ...] = (
    LevelSpec("Newcomer", "plays by feel, and spots a win now and then", 1, waver=15, overlooks=0.9),
    LevelSpec("Beginner", "takes a win in one move, and knows little else", 1, waver=3),
    LevelSpec("Casual", "looks two moves ahead, and guesses its room", 2, waver=2),
    LevelSpec("Regular", "looks two moves ahead, and counts its room", 2, waver=0.8),
    LevelSpec("Skilled", "looks three moves ahead, and counts its room well", 3, waver=0.4, looks=2000),
    LevelSpec("Expert", "looks up to five moves ahead, and hardly wavers", 5, waver=0.1, looks=2500),
    LevelSpec("Perfect", "sees everything, and sets traps when it has lost", 0),
)
"""Level 1, level 2 and so on; the last one is perfect."""


class Level:
    """Sees wins and losses some moves ahead, and judges the rest by the room of both sides, more or less."""

    remark = ""

    def __init__(self, name: str, spec: LevelSpec, random: Random) -> None:
        self.name = name
        self._spec = spec
        self._random = random

    def get_ready(self, game: Game) -> None:
        """Nothing is needed."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """The move that it likes best, among those that it does not see to lose."""
        spec, random = self._spec, self._random
        swing = spec.waver * _differing(position)
        moves = position.legal_moves()
        liking: dict[int, float] = {move: random.gauss(0, swing) for move in moves}
        overlooked = [move for move in moves if random.random() < spec.overlooks]
        looks = min(spec.looks, int(think_time(position, clock) * _LOOKS_A_SECOND))
        return favourite(position, spec.sight, looks, liking, overlooked)

    def close(self) -> None:
        """A choice is made so soon that there is nothing to stop."""


def _differing(position: Position) -> float:
    """How much the moves differ in the room that they leave."""
    after = replies(position.game, position.words, position.legal)
    return max(1.0, pstdev(position.game.room(*reply.words) for reply in after))
