"""The cost of a search node: nanoseconds for each of its parts, on positions from random games."""

from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from gridlock import Game, Limits, make
from gridlock.board import read_size
from gridlock.search.dispatch import bounds, compiled_board, follow, form, move_score, options, reduce
from gridlock.search.jit import lowest_bit, njit
from gridlock.search.limits import ALL_THEOREMS
from gridlock.search.solver import Solver
from gridlock.search.transpositions import new_table, probe

# Board, and whether to search for the distance, too.
BOARDS = [
    ("spread", "7x7", False),
    ("crossfire", "8x7", True),
    ("lightcycle", "8x8", True),
    ("trail", "7x8", True),
    ("blockade", "6x6", False),
]
_FORMS = 2000
_ROUNDS = 50
_LOOKS = 1_000_000
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)


def positions(game: Game) -> list[tuple[int, int, int]]:
    """The words of positions from random games."""
    random = Random(game.id)
    words: list[tuple[int, int, int]] = []
    while len(words) < _FORMS:
        position = game.start()
        while position.legal:
            words.append(position.words)
            position = position.play(random.choice(position.legal_moves()))
    return words[:_FORMS]


@njit
def _forms(board: Any, words: Any, theorems: Any, plain: Any, reduced: Any) -> None:
    for k in range(len(words)):
        plain[k] = form(board, words[k, 0], words[k, 1], words[k, 2])
        first, second, third, _ = reduce(board, plain[k, 0], plain[k, 1], plain[k, 2], theorems)
        reduced[k] = first, second, third


@njit
def _reduce(board: Any, forms: Any, theorems: Any, table: Any) -> Any:
    total = 0
    for k in range(len(forms)):
        total += reduce(board, forms[k, 0], forms[k, 1], forms[k, 2], theorems)[3]
    return total


@njit
def _bounds(board: Any, forms: Any, theorems: Any, table: Any) -> Any:
    total = 0
    for k in range(len(forms)):
        first, second, third = forms[k, 0], forms[k, 1], forms[k, 2]
        moves = options(board, first, second, third)
        total += bounds(board, first, second, third, moves, 0, theorems, table)[0]
    return total


@njit
def _order(board: Any, forms: Any, theorems: Any, table: Any) -> Any:
    total = 0
    for k in range(len(forms)):
        first, second, third = forms[k, 0], forms[k, 1], forms[k, 2]
        moves = options(board, first, second, third)
        while moves:
            total += move_score(board, first, second, third, lowest_bit(moves))
            moves &= moves - _ONE
    return total


@njit
def _play(board: Any, forms: Any, theorems: Any, table: Any) -> Any:
    total = np.uint64(0)
    for k in range(len(forms)):
        first, second, third = forms[k, 0], forms[k, 1], forms[k, 2]
        moves = options(board, first, second, third)
        if moves:
            total ^= follow(board, first, second, third, lowest_bit(moves))[0]
    return total


@njit
def _look_up(table: Any, count: Any) -> Any:
    """Look up dependent entries, so that lookups can't overlap."""
    total = np.uint64(0)
    for k in range(count):
        total = np.uint64(probe(table, (total + np.uint64(k)) * _MIX, np.uint64(k), total)[0] + 128)
    return total


def look_up(memory: int) -> float:
    """The nanoseconds for a lookup in a table of this many bytes."""
    table = new_table(memory)
    table[:] = 1
    _look_up(table, 1)
    began = perf_counter()
    _look_up(table, _LOOKS)
    return (perf_counter() - began) / _LOOKS * 1e9


def cost(function: Any, *arguments: Any) -> float:
    """The nanoseconds for a form, the best of many rounds."""
    function(*arguments)
    times = []
    for _ in range(_ROUNDS):
        began = perf_counter()
        function(*arguments)
        times.append(perf_counter() - began)
    return min(times) / _FORMS * 1e9


def row(game: Game, *, distance: bool) -> str:
    """One line of the table."""
    board, theorems = compiled_board(game), np.uint64(ALL_THEOREMS)
    words = np.array(positions(game), dtype=np.uint64)
    plain, reduced = np.zeros_like(words), np.zeros_like(words)
    _forms(board, words, theorems, plain, reduced)
    small = new_table(1 << 22)
    solver = Solver(game, Limits(threads=1, seconds=60))
    with solver.question():
        wins = solver.wins(game.start().words)
        if distance:
            solver.distance(game.start().words, wins)
        whole = solver.seconds / max(1, solver.nodes) * 1e9
    costs = [
        cost(_reduce, board, plain, theorems, small),
        cost(_bounds, board, reduced, theorems, small),
        cost(_order, board, reduced, theorems, small),
        cost(_play, board, reduced, theorems, small),
        look_up(1 << 22),
        look_up(1 << 28),
    ]
    return "".join(f"{nanoseconds:>11.0f}" for nanoseconds in [*costs, whole])


def main() -> None:
    """Print the table."""
    names = ["reduce", "bounds", "all moves", "a move", "look up", "in 256 MB", "a node"]
    print(f"{'nanoseconds':<16}" + "".join(f"{name:>11}" for name in names))
    for name, size, distance in BOARDS:
        print(f"{name + ' ' + size:<16}{row(make(name, *read_size(size)), distance=distance)}", flush=True)


if __name__ == "__main__":
    main()
