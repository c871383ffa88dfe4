"""Winner and distance under all settings of the search: compared with minimax and other solvers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from boards import (
    KINDS,
    comparable,
    every_reachable,
    every_set_up,
    judge_of,
    make,
    playable,
    random_game,
    state_of,
)
from forms import score_of, set_up
from gridlock import Game, Limits, Position, Value
from gridlock.board import permute, read_size
from gridlock.search.answers import value_of
from gridlock.search.dispatch import reductions_of, theorems_of
from gridlock.search.limits import ALL_THEOREMS
from gridlock.search.solver import Solver
from minimax import Minimax

pytestmark = pytest.mark.slow

ALL = Limits(threads=1)
SMALL = [
    *((kind, size) for kind in KINDS for size in ["2x3", "3x2", "3x3", "2x4", "4x2"]),
    *((kind, "3x4") for kind in KINDS if kind != "blockade"),
    *(("spread", size) for size in ["1x9", "9x1", "2x5"]),
    *(("crossfire", size) for size in ["4x3", "4x4", "2x6", "6x2", "1x7"]),
    *(("crossfire all", size) for size in ["4x3", "4x4"]),
    *(("lightcycle", size) for size in ["4x3", "4x4", "2x5", "1x7"]),
    *(("trail", size) for size in ["4x3", "4x4", "1x7"]),
    *(("blockade", size) for size in ["2x5", "5x2", "1x7"]),
]
CHECKED = 300


def settings(game: Game) -> dict[str, Limits]:
    """All on, all off, each theorem and each reduction off and alone, and hardly any memory."""
    names = theorems_of(game) | reductions_of(game)
    reductions = sum(reductions_of(game).values())
    chosen = {
        "all": ALL_THEOREMS,
        "none": 0,
        "theorems": ALL_THEOREMS ^ reductions,
        "reductions": reductions,
        **{f"no {name}": ALL_THEOREMS ^ bit for name, bit in names.items()},
        **{f"only {name}": bit for name, bit in names.items()},
    }
    limits = {name: Limits(threads=1, theorems=bits) for name, bits in chosen.items()}
    return limits | {"tiny": Limits(threads=1, memory=64)}


def some_positions(game: Game, count: int) -> list[Position]:
    """Positions that play can reach, and as many that were set up."""
    random = Random(f"exactness of {game!r}")
    reachable = list(every_reachable(game))
    if game.board.size <= 6 and game.id != "trail":
        others = list(every_set_up(game))
    else:
        others = [set_up(game, random) for _ in range(count)]
    return [
        *random.sample(reachable, min(count, len(reachable))),
        *random.sample(others, min(count, len(others))),
    ]


def true_values(game: Game, positions: list[Position]) -> list[tuple[int, int]]:
    minimax = Minimax(judge_of(game))
    return [minimax.value(comparable(game, state_of(position))) for position in positions]


@pytest.mark.parametrize(("kind", "size"), SMALL)
def test_every_setting_against_minimax(kind: str, size: str) -> None:
    game = make(kind, *read_size(size))
    positions = some_positions(game, CHECKED)
    expected = true_values(game, positions)
    for name, limits in settings(game).items():
        solver = Solver(game, limits)
        for position, value in zip(positions, expected, strict=True):
            assert value_of(solver, position.words, position.turn) == value, (name, position.text)


@pytest.mark.parametrize(("kind", "size"), SMALL)
def test_every_window_of_scores(kind: str, size: str) -> None:
    """Between the two bounds a score is exact; otherwise it is a bound on the right side."""
    game = make(kind, *read_size(size))
    random = Random(f"windows of {game!r}")
    positions = some_positions(game, CHECKED)
    for limits in (ALL, Limits(threads=1, theorems=0)):
        solver = Solver(game, limits)
        for position, value in zip(positions, true_values(game, positions), strict=True):
            true = score_of(value, position.turn)
            for middle in (true, true, random.randint(-126, 126)):
                alpha, beta = middle - random.randint(0, 3), middle + random.randint(1, 3)
                score = solver.score(position.words, alpha, beta)
                assert fits(score, true, alpha, beta), (position.text, alpha, beta, score, true)


def fits(score: int, true: int, alpha: int, beta: int) -> bool:
    """Whether the result of a search between these two bounds is true."""
    if score <= alpha:
        return true <= score
    return true >= score if score >= beta else true == score


@pytest.mark.parametrize(("kind", "size"), SMALL)
def test_every_symmetry_of_a_board(kind: str, size: str) -> None:
    game = make(kind, *read_size(size))
    positions = some_positions(game, CHECKED // 2)
    solver = Solver(game, ALL)
    for position, value in zip(positions, true_values(game, positions), strict=True):
        for turn in game.symmetries:
            own, opp, extra = (permute(word, turn) for word in position.words)
            assert value_of(solver, (own, opp, extra), position.turn) == value, (position.text, turn)


# Larger boards ----------------------------------------------------------------------------------

LARGE = [
    (kind, size)
    for kind in KINDS
    for size in ["6x6", "5x7", "8x8", "3x12", "12x3", "4x16", "2x32", "1x64", "64x1"]
    if playable(kind, *read_size(size))
]
BUDGET = 300
"""Nodes a position may take if the one before it is to be tried, too."""


@pytest.mark.parametrize(("kind", "size"), LARGE)
def test_a_value_is_the_best_of_those_after_each_move(kind: str, size: str) -> None:
    """On larger boards, with two solvers, backwards from the ends of random games and for crowded set-ups."""
    game = make(kind, *read_size(size))
    parents, children = Solver(game, ALL), Solver(game, ALL)
    checked = 0
    for position in late_positions(game, parents):
        value = value_of(parents, position.words, position.turn)
        assert value == best_of_children(children, position), position.text
        checked += 1
    assert checked > 20


def best_of_children(solver: Solver, position: Position) -> tuple[int, int]:
    turn, other = position.turn, 3 - position.turn
    values = [value_of(solver, position.words_after(move), other) for move in position.legal_moves()]
    return Minimax.best(turn, values) if values else (other, 0)


def late_positions(game: Game, solver: Solver) -> Iterator[Position]:
    """From the end of each game back to where it takes long, and crowded set-ups."""
    random = Random(f"late positions of {game!r}")
    for _ in range(10):
        for position in reversed(list(random_game(game, random))):
            if game.id == "blockade" and free_cells(position) > 14:
                break  # such a game may end early, on an open board
            before = solver.nodes
            yield position
            if solver.nodes > before + BUDGET:
                break
    for _ in range(200):
        position = set_up(game, random)
        if free_cells(position) <= game.board.size * (0.35 if game.id == "blockade" else 0.4):
            yield position


def free_cells(position: Position) -> int:
    taken = position.own | position.opp | position.extra
    return position.game.board.size - taken.bit_count()


# Threads ----------------------------------------------------------------------------------------

DIFFICULT = {
    "spread": ("6x6", 32),
    "crossfire": ("7x7", 47),
    "crossfire all": ("8x8", 63),
    "lightcycle": ("7x7", 43),
    "trail": ("6x7", 40),
    "blockade": ("5x5", 21),
}
"""A board, and the number of free cells in positions that take some work without theorems."""


@pytest.mark.parametrize("kind", KINDS)
def test_threads_agree_with_one(kind: str) -> None:
    """On positions with enough work to share, with a small table and with one that can grow."""
    size, free = DIFFICULT[kind]
    game = make(kind, *read_size(size))
    difficult = 0
    for position in islice(with_free_cells(game, free), 6):
        alone = Solver(game, Limits(threads=1, theorems=0))
        expected = value_of(alone, position.words, position.turn)
        assert value_of(Solver(game, ALL), position.words, position.turn) == expected, position.text
        difficult += alone.nodes > 1 << 16
        for memory in (1 << 14, 1 << 24):
            assert shared_value(position, memory) == expected, (position.text, memory)
    assert difficult


def with_free_cells(game: Game, free: int) -> Iterator[Position]:
    random = Random(f"threads on {game!r}")
    while True:
        for position in random_game(game, random):
            if position.legal and free_cells(position) == free:
                yield position


def shared_value(position: Position, memory: int) -> Value:
    limits = Limits(threads=2, theorems=0, memory=memory)
    return value_of(Solver(position.game, limits), position.words, position.turn)
