"""Which positions a dataset has: every reachable one, or a sample from games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from typing import Any, NamedTuple

import numpy as np

from gridlock.datasets.parts import Parts
from gridlock.datasets.plan import PERFECT, Plan
from gridlock.errors import GridlockError
from gridlock.jobs import run
from gridlock.players import make_player
from gridlock.rules import Game, Move, Position
from gridlock.search import Limits, best_moves
from gridlock.search.reachable import PositionSet

_GAMES = 64  # games in a job
_IDLE = 20  # jobs in a row without a new position after which a sample is considered complete
_RANDOM_MOVES = 8  # at most this many random moves begin a game
_LIMITS = Limits(memory=1 << 28, threads=1)

Progress = Callable[[int], None]


def all_positions(plan: Plan, progress: Progress | None) -> PositionSet:
    """Return every reachable position; GridlockError if there are more than the plan's limit."""
    positions = PositionSet(plan.game)
    if not positions.add_reachable(plan.limit, progress):
        raise GridlockError(
            f"There are more than {plan.limit:,} positions ({len(positions):,} so far): "
            "take some of them with --sample N, or raise the limit with --limit N."
        )
    return positions


class Games(NamedTuple):
    """Games to play for a sample: a job for a worker."""

    game: Game
    play: str
    after: int
    seed: str


def sampled_positions(plan: Plan, parts: Parts, workers: int, progress: Progress | None) -> PositionSet:
    """Return different positions from games, up to the plan's number; fewer if no more turn up."""
    assert plan.sample is not None
    positions, idle = PositionSet(plan.game), 0
    with closing(_played(plan, parts, workers)) as batches:
        for rows in batches:
            before = len(positions)
            positions.add(rows["words"], rows["turn"])
            idle = 0 if len(positions) > before else idle + 1
            if progress is not None:
                progress(min(len(positions), plan.sample))
            if len(positions) >= plan.sample or idle == _IDLE:
                break
    return positions


def _played(plan: Plan, parts: Parts, workers: int) -> Any:
    """Yield the positions of one job after another, those that an earlier run has played first."""
    number = 0
    while (rows := parts.read("games", number, _POSITION)) is not None:
        yield rows
        number += 1
    with closing(run(play_games, _jobs(plan, number), workers, in_order=True)) as results:
        for more, rows in results:
            parts.write("games", number + more, rows)
            yield rows


def _jobs(plan: Plan, number: int) -> Iterator[Games]:
    while True:
        yield Games(plan.game, plan.play, plan.after, f"{plan.seed} {number}")
        number += 1


_POSITION = np.dtype([("words", "<u8", (3,)), ("turn", "u1")])


def play_games(job: Games) -> Any:
    """Play games and return their positions: some random moves, then those of the player on both sides."""
    random = Random(job.seed)
    choose = _chooser(job.play, random)
    rows = [
        (position.words, position.turn)
        for _ in range(_GAMES)
        for made, position in enumerate(_game(job.game, choose, random))
        if made >= job.after
    ]
    return np.array(rows, dtype=_POSITION)


def _game(game: Game, choose: Callable[[Position], Move], random: Random) -> Iterator[Position]:
    position = game.start()
    yield position
    for _ in range(random.randrange(_RANDOM_MOVES + 1)):
        if position.legal:
            position = position.play(random.choice(position.legal_moves()))
            yield position
    while position.legal:
        position = position.play(choose(position))
        yield position


def _chooser(play: str, random: Random) -> Callable[[Position], Move]:
    """Return how the player chooses a move.

    The player ``perfect`` is limited by time, so its moves depend on the machine. Here it is any best move.
    """
    if play == PERFECT:
        return lambda position: random.choice(best_moves(position, limits=_LIMITS))
    player = make_player(play, seed=random.getrandbits(64))
    return lambda position: player.choose(position, None)
