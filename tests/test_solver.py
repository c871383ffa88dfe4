"""The solver is exact: compared with minimax and with itself, under all limits and settings."""

from __future__ import annotations

import threading
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import pytest

from boards import KINDS, comparable, every_reachable, judge_of, make, random_game, state_of
from gridlock import Limits, OutOfTime, Position, Status, Value, analyze, best_line, solve
from gridlock.board import read_size
from gridlock.search import solver as solving
from gridlock.search.answers import proof, question, value_of
from gridlock.search.dispatch import theorems_of
from gridlock.search.jit import njit
from gridlock.search.limits import ALL_THEOREMS
from gridlock.search.solver import Solver
from gridlock.search.transpositions import new_table, probe, record
from minimax import Minimax

SMALL = ["2x2", "2x3", "3x2", "3x3", "2x4", "4x2", "3x4", "4x3"]
EXTRA = {
    "spread": ["1x9", "9x1"],
    "crossfire": ["4x4", "2x6", "6x2", "1x6"],
    "crossfire all": ["4x4"],
    "trail": ["4x4", "1x7"],
    "blockade": ["1x5"],
}
BOARDS = [(kind, size) for kind in KINDS for size in [*SMALL, *EXTRA.get(kind, [])]]
ONE_THREAD = Limits(threads=1)


def fresh_value(position: Position, limits: Limits = ONE_THREAD) -> Value:
    """The value from a fresh solver."""
    return value_of(Solver(position.game, limits), position.words, position.turn)


def random_positions(kind: str, count: int, most_free: int = 64) -> list[Position]:
    """Positions from random games on the standard board, from early to late, with at most this many free
    cells.
    """
    random = Random(f"solver positions of {kind}")
    chosen: dict[Position, None] = {}
    while len(chosen) < count:
        positions = [p for p in random_game(make(kind), random) if _free_cells(p) <= most_free]
        chosen[random.choice(positions)] = None
    return list(chosen)


def _free_cells(position: Position) -> int:
    taken = position.own | position.opp | (0 if position.game.sided else position.extra)
    return position.game.board.size - taken.bit_count()


@pytest.mark.parametrize(("kind", "size"), BOARDS)
def test_every_position_of_small_boards_against_minimax(kind: str, size: str) -> None:
    game = make(kind, *read_size(size))
    minimax = Minimax(judge_of(game))
    random = Random(size)
    for position in every_reachable(game):
        state = comparable(game, state_of(position))
        assert solve(position, limits=ONE_THREAD) == minimax.value(state), position.text
        if position.legal and (game.board.size <= 9 or random.random() < 0.05):
            judged = {int(move): tuple(value) for move, value in analyze(position, limits=ONE_THREAD)}
            assert judged == minimax.children(state)
            best = analyze(position, limits=ONE_THREAD)[0].value
            assert (best.winner, (best.moves or 0) + 1) == minimax.value(state)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_endgames_of_random_games_against_minimax(kind: str) -> None:
    """On the standard board, from the end of each game backwards, up to a number of new states."""
    random = Random(f"ends of {kind}")
    game = make(kind)
    minimax = Minimax(judge_of(game))
    compared: set[Position] = set()
    while len(compared) < 500:
        minimax.budget = 300
        with suppress(TimeoutError):
            for position in reversed(list(random_game(game, random))):
                assert solve(position) == minimax.value(comparable(game, state_of(position))), position.text
                if position.legal:
                    compared.add(position)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_random_positions_of_the_standard_boards(kind: str) -> None:
    """A value is the best of those after each move, computed by another solver."""
    most_free = {"blockade": 19}.get(kind, 64)  # the start and its moves are covered by the known facts below
    fresh = Solver(make(kind), ONE_THREAD)
    for position in random_positions(kind, 500, most_free):
        children = [
            (position.turn, 0)
            if child.turn == position.turn
            else tuple(value_of(fresh, child.words, child.turn))
            for child in (position.play(move) for move in position.legal_moves())
        ]
        expected = Minimax.best(position.turn, children) if children else (3 - position.turn, 0)
        assert solve(position) == expected, position.text


@pytest.mark.parametrize("kind", KINDS)
def test_settings_do_not_change_the_value(kind: str) -> None:
    """Symmetry, table size, threads and unused theorems make no difference."""
    names = theorems_of(make(kind))
    settings = {
        "tiny": Limits(threads=1, memory=64),
        "small": Limits(threads=1, memory=100_000),
        "two threads": Limits(threads=2),
        "three threads": Limits(threads=3),
        "no theorems": Limits(threads=1, theorems=0),
        **{f"no {name}": Limits(threads=1, theorems=ALL_THEOREMS ^ bit) for name, bit in names.items()},
    }
    random = Random("settings")
    late = [p for p in random_positions(kind, 120) if p.legal and _is_late(p)]
    for position in late[:40]:
        expected = solve(position)
        for name, limits in settings.items():
            assert fresh_value(position, limits) == expected, (name, position.text)
        assert solve(position.transform(random.choice(position.game.symmetries))) == expected
        assert solve(position, winner_only=True) == (expected.winner, None)


def _is_late(position: Position) -> bool:
    """Whether a search without table or theorems finishes in reasonable time."""
    return _free_cells(position) <= {"spread": 14, "crossfire": 20, "blockade": 14}.get(position.game.id, 99)


@pytest.mark.parametrize(
    ("name", "theorem", "sizes"),
    [
        ("spread", "count", ["3x3", "3x4", "4x4", "3x5", "2x7"]),
        ("spread", "sum", ["3x3", "3x4", "4x4", "3x5", "2x7"]),
        ("spread", "mirror", ["3x3", "3x4", "4x4", "3x5", "2x7"]),
        ("spread", "path", ["1x1", "1x2", "1x9", "12x1", "1x14"]),
        ("crossfire", "safe", ["3x3", "3x4", "4x4", "5x5", "4x6"]),
        ("crossfire", "mirror", ["3x3", "3x4", "5x5", "4x5", "2x6", "6x4"]),
        ("crossfire all", "mirror", ["3x3", "3x5", "5x5", "4x5"]),
        ("lightcycle", "apart", ["3x3", "4x4", "4x5", "5x5", "3x6"]),
        ("lightcycle", "mirror", ["2x2", "3x4", "4x4", "4x6", "5x5"]),
        ("lightcycle", "facing", ["2x3", "3x4", "4x4", "4x6", "5x5"]),
        ("trail", "matching", ["3x3", "3x4", "4x4", "4x5", "1x9"]),
    ],
)
def test_disabling_a_theorem_changes_no_answer(name: str, theorem: str, sizes: list[str]) -> None:
    """Every position of random games on every board, with only this theorem and with none."""
    random = Random(theorem)
    decided = 0
    for size in sizes:
        game = make(name, *read_size(size))
        bit = theorems_of(game)[theorem]
        none = Solver(game, Limits(threads=1, theorems=0))
        alone = Solver(game, Limits(threads=1, theorems=bit))
        for _ in range(30):
            for position in random_game(game, random):
                words = position.words
                assert alone.wins(words) == none.wins(words), position.text
                decided += position.legal > 0 and alone.proof(words) == theorem
    assert decided > 5  # otherwise the test proves nothing


@pytest.mark.parametrize(
    ("kind", "played", "winner", "moves"),
    [
        ("spread", "", 2, 14),
        ("spread", "3,3", 2, 11),
        ("spread", "3,3 2,2", 1, 9),
        ("crossfire", "", 1, 5),
        ("crossfire all", "", 1, 5),
        ("lightcycle", "", 1, 15),
        ("lightcycle", "up", 2, 19),
        ("trail", "", 2, 12),
        ("blockade", "", 1, 23),
        ("blockade", "right:1,1", 2, 17),
        ("blockade", "down:1,1", 2, 17),
    ],
)
def test_known_facts(kind: str, played: str, winner: int, moves: int) -> None:
    position = make(kind).start()
    for move in played.split():
        position = position.play(move)
    assert solve(position) == (winner, moves)


def test_known_facts_about_first_moves() -> None:
    assert str(analyze(make("crossfire").start())[0].move) == "3,3"
    cycle = analyze(make("lightcycle").start())
    assert [(str(move), value.winner) for move, value in cycle] == [("right", 1), ("up", 2), ("down", 2)]
    assert {value.winner for _, value in analyze(make("trail").start())} == {2}
    blockade = analyze(make("blockade").start())
    assert [value for _, value in blockade] == [(1, 22)] * 8 + [(2, 17)] * 2


def test_the_best_line_is_as_long_as_the_value_says() -> None:
    for kind in KINDS:
        for position in random_positions(kind, 15):
            value = solve(position)
            line = best_line(position)
            assert len(line) == value.moves
            for move in line:
                position = position.play(move)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_line_takes_the_first_of_all_moves(kind: str) -> None:
    """Also if only that move is computed: each move of a line is the first that analyze() returns."""
    positions = [*random_positions(kind, 15), make(kind, 3, 4).start(), make(kind, 2, 5).start()]
    for start in positions:
        position, turn, expected = start, start.turn, []
        while position.legal and position.turn == turn:
            expected.append(analyze(position)[0].move)
            position, turn = position.play(expected[-1]), 3 - turn
        assert best_line(start) == tuple(expected), start.text


def test_moves_are_best_first() -> None:
    values = [value for _, value in analyze(make("spread").position("....X/.O.../..X../...../..... 2"))]
    wins = [value.moves or 0 for value in values if value.winner == 2]
    losses = [value.moves or 0 for value in values if value.winner == 1]
    assert values == [(2, moves) for moves in wins] + [(1, moves) for moves in losses]
    assert wins == sorted(wins)
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize(
    ("kind", "size", "winner", "theorem"),
    [
        ("spread", "6x6", 2, "mirror"),
        ("spread", "8x8", 2, "mirror"),
        ("lightcycle", "8x8", 2, "mirror"),
        ("trail", "8x8", 2, "matching"),
        ("trail", "7x9", 1, "matching"),
        ("spread", "1x63", 2, "path"),
        ("lightcycle", "7x9", 1, "facing"),
        ("crossfire", "7x7", 1, "mirror"),
        ("crossfire", "2x32", 2, "mirror"),
        ("crossfire all", "7x8", 1, "mirror"),
    ],
)
def test_big_boards(kind: str, size: str, winner: int, theorem: str) -> None:
    start = make(kind, *read_size(size)).start()
    assert solve(start, winner_only=True) == (winner, None)
    assert proof(start) == theorem


def test_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    start = make("blockade", 8, 8).start()
    limits = Limits(seconds=0.3, memory=1 << 24)
    with question(start.game, limits) as solver:
        before = solver.nodes
    monkeypatch.setattr(solving, "perf_counter", lambda: float(solver.nodes > before + 1000))
    with pytest.raises(OutOfTime, match=r"did not finish in 0\.3 seconds"):
        solve(start, limits=limits)
    assert solver.nodes > before + 1000


def test_cancelling_and_progress() -> None:
    seen: list[Status] = []
    stop = threading.Event()

    def watch(progress: Status) -> None:
        seen.append(progress)
        if len(seen) == 3:
            stop.set()

    with pytest.raises(OutOfTime, match="stopped"):
        solve(
            make("blockade", 8, 8).start(),
            limits=Limits(progress=watch, cancelled=stop, memory=1 << 24),
        )
    assert len(seen) == 3
    assert seen[0].nodes <= seen[2].nodes
    assert 0 < seen[2].table <= 1


def test_memory_stays_within_the_limit() -> None:
    limits = Limits(memory=20_000_000, threads=2)
    start = make("blockade", 4, 7).start()
    solver = Solver(start.game, limits)
    sizes = []
    grow = solver._grow

    def spy() -> None:
        before = solver._table.nbytes
        grow()
        sizes.append(before + solver._table.nbytes)

    solver._grow = spy  # type: ignore[method-assign]
    wins = solver.wins(start.words)
    assert (wins, solver.distance(start.words, wins)) == (False, 26)
    assert sizes
    assert max(sizes) <= limits.memory


@njit
def _hammer(table: Any, seed: Any, count: Any) -> Any:
    """Write and read as fast as possible; entries must match their key. Returns the wrong ones."""
    state, wrong = seed, 0
    for _ in range(count):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        first = state >> np.uint64(54)
        second = state >> np.uint64(44) & np.uint64(7)
        third = state >> np.uint64(34) & np.uint64(3)
        mark = np.int64(
            (first * np.uint64(31) + second * np.uint64(17) + third * np.uint64(7)) % np.uint64(100)
        )
        lower, upper, move = probe(table, first, second, third)
        if upper != 127 and (lower != mark or upper != mark + 1 or move != mark % 60):
            wrong += 1
        record(table, first, second, third, mark, mark + 1, mark % 60, 3)
    return wrong


def test_threads_never_read_half_written_entries() -> None:
    table = new_table(256)  # a few entries, so that threads collide
    wrong: list[int] = []
    threads = [
        threading.Thread(target=lambda seed=seed: wrong.append(_hammer(table, np.uint64(seed), 400_000)))
        for seed in range(1, 5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0] * 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_the_questions_does_not_matter(kind: str) -> None:
    """Results stored for one question, winner or moves, don't affect the answer to another."""
    positions = [position for position in random_positions(kind, 120) if _is_late(position)]
    expected = [fresh_value(position) for position in positions]
    random = Random("order")
    solver = Solver(make(kind), ONE_THREAD)
    for _ in range(3):
        order = list(range(len(positions)))
        random.shuffle(order)
        for k in order:
            words, turn = positions[k].words, positions[k].turn
            assert value_of(solver, words, turn, winner_only=True) == (expected[k].winner, None)
            assert value_of(solver, words, turn) == expected[k], positions[k].text
