"""Building blocks of the theorems, against brute force on a few cells."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from boards import make
from gridlock import Game
from gridlock.board import cells, flood, king, orthogonal, read_size
from gridlock.games.blockade.solo import most_moves, usable
from gridlock.games.lightcycle.longest_walk import longest_possible, longest_walk
from gridlock.games.spread.token_bounds import cover, reserve
from gridlock.games.trail.matching import matching
from gridlock.search.dispatch import compiled_board
from gridlock.search.jit import njit
from gridlock.search.transpositions import new_table

SIZES = ["3x3", "3x4", "4x4", "2x7", "1x9", "9x1", "8x8", "4x16", "1x64"]
FEW = 12
"""The number of cells for which every subset can be tried."""


def drawn(game: Game, random: Random, most: int = FEW) -> int:
    """A few cells close together, somewhere on the board."""
    word = 1 << random.randrange(game.board.size)
    for _ in range(random.randrange(most)):
        edge = list(cells(int(king(game.board, word)) & ~word))
        if edge:
            word |= 1 << random.choice(edge)
    return word


def word_of(text: str) -> tuple[int, int]:
    """The cells of a drawing marked with # or 1, and the one with 1."""
    marks = text.replace("/", "")
    every = sum(1 << k for k, mark in enumerate(marks) if mark in "#1")
    return every, sum(1 << k for k, mark in enumerate(marks) if mark == "1")


# Trail: matchings -------------------------------------------------------------------------------


@njit
def _matching(board: Any, free: Any, colour: Any) -> Any:
    return matching(board, free, colour)


def most_pairs(game: Game, free: int) -> int:
    """The size of a maximum matching, by trying the first cell with each neighbour and without one."""
    if not free:
        return 0
    first, rest = free & -free, free & (free - 1)
    best = most_pairs(game, rest)
    for cell in cells(int(orthogonal(game.board, first)) & rest):
        best = max(best, 1 + most_pairs(game, rest & ~(1 << cell)))
    return best


def assert_largest(game: Game, free: int) -> None:
    board, dark = compiled_board(game), int(game.board.dark)
    for colour in (dark, int(game.board.full) & ~dark):
        result = _matching(board, np.uint64(free), np.uint64(colour))
        right, below, left_out = map(int, result)
        seen = 0
        for pairs, step in ((right, 1), (below, game.cols)):
            for cell in cells(pairs):
                pair = 1 << cell | 1 << cell + step
                assert pair & ~free == 0
                assert int(orthogonal(game.board, 1 << cell)) >> cell + step & 1
                assert not seen & pair
                seen |= pair
        most = most_pairs(game, free)
        assert seen.bit_count() == 2 * most, bin(free)
        expected = sum(1 << c for c in cells(free & colour) if most_pairs(game, free & ~(1 << c)) == most)
        assert left_out == expected, bin(free)


@pytest.mark.parametrize("size", SIZES)
def test_matchings_are_maximum(size: str) -> None:
    game = make("trail", *read_size(size))
    random = Random(f"matchings on {size}")
    for _ in range(150):
        assert_largest(game, drawn(game, random))


@pytest.mark.parametrize("text", ["#.#/###/#.#", "####/.##./####", "##../#.##/####", "#.../..../...#"])
def test_matchings_that_are_drawn(text: str) -> None:
    rows = text.split("/")
    assert_largest(make("trail", len(rows), len(rows[0])), word_of(text)[0])


# Lightcycle: walks ------------------------------------------------------------------------------


@njit
def _longest_walk(board: Any, place: Any, region: Any, table: Any) -> Any:
    least, most = longest_walk(board, place, region, table)
    return least, most, longest_possible(board, place, region)


def steps_of_the_longest(game: Game, place: int, region: int) -> int:
    steps = int(orthogonal(game.board, place)) & region
    return max((1 + steps_of_the_longest(game, 1 << c, region & ~(1 << c)) for c in cells(steps)), default=0)


@pytest.mark.parametrize("size", ["2x2", "32x2", *(size for size in SIZES if size != "9x1")])
def test_walks_are_longest(size: str) -> None:
    """Asked twice: the cached answer is the same."""
    game = make("lightcycle", *read_size(size))
    board, table, random = compiled_board(game), new_table(1 << 16), Random(f"walks on {size}")
    for _ in range(200):
        place = 1 << random.randrange(game.board.size)
        region = int(flood(game.board, place, drawn(game, random, 14) & ~place))
        for _ in range(2):
            result = _longest_walk(board, np.uint64(place), np.uint64(region), table)
            least, most, possible = map(int, result)
            assert least == most == steps_of_the_longest(game, place, region), (place, region)
            assert most <= possible


@pytest.mark.parametrize(
    ("text", "steps"),
    [("1", 0), ("1#", 1), ("1##/#.#/###", 7), ("1###/.#.#", 4), ("#1#/#.#", 2), ("###/#1#/###", 8)],
)
def test_walks_that_are_drawn(text: str, steps: int) -> None:
    """On a board with a spare column, as some of these are too narrow for a game."""
    rows = [row + "." for row in text.split("/")]
    game = make("lightcycle", len(rows), len(rows[0]))
    every, place = word_of("/".join(rows))
    result = _longest_walk(
        compiled_board(game), np.uint64(place), np.uint64(every ^ place), new_table(1 << 12)
    )
    assert int(result[0]) == int(result[1]) == steps


# Blockade: solo moves ------------------------------------------------------------------------------


@njit
def _most_moves(board: Any, place: Any, empty: Any, table: Any) -> Any:
    return most_moves(board, place, usable(board, place, empty) ^ place, table)


@cache
def moves_alone(game: Game, place: int, empty: int) -> int:
    """The number of moves a marker can make if these cells besides its own are empty."""
    best = 0
    for step in cells(int(orthogonal(game.board, place)) & empty):
        left = (empty | place) & ~(1 << step)
        for block in cells(int(king(game.board, 1 << step)) & left):
            best = max(best, 1 + moves_alone(game, 1 << step, left & ~(1 << block)))
    return best


@pytest.mark.parametrize("size", SIZES)
def test_solo_moves_are_counted_correctly(size: str) -> None:
    """The bounds contain the truth, and are exact for a few cells; cached answers hold for all places."""
    game = make("blockade", *read_size(size))
    board, table, random = compiled_board(game), new_table(1 << 16), Random(f"alone on {size}")
    exact = 0
    for _ in range(100):
        area = drawn(game, random, 9)
        place = 1 << random.choice(list(cells(int(king(game.board, area)))))
        for _ in range(2):
            result = _most_moves(board, np.uint64(place), np.uint64(area & ~place), table)
            least, most = map(int, result)
            assert least <= moves_alone(game, place, area & ~place) <= most, (place, area)
            exact += least == most
    moves_alone.cache_clear()
    assert exact == 200


@pytest.mark.parametrize(
    ("text", "moves"), [("1.", 0), ("1#", 1), ("1##", 2), ("1#/##", 3), ("1./.#", 0), ("1#./..#", 2)]
)
def test_solo_moves_that_are_drawn(text: str, moves: int) -> None:
    rows = text.split("/")
    game = make("blockade", len(rows), len(rows[0]))
    every, place = word_of(text)
    result = _most_moves(compiled_board(game), np.uint64(place), np.uint64(every ^ place), new_table(1 << 12))
    assert moves_alone(game, place, every ^ place) == moves
    assert tuple(map(int, result)) == (moves, moves)


# Spread: bounds on tokens --------------------------------------------------------------------------


@njit
def _reserve(board: Any, mine: Any, yours: Any, begins: Any) -> Any:
    return reserve(board, mine, yours, begins)


@njit
def _cover(board: Any, some: Any) -> Any:
    return cover(board, some)


@cache
def moves_for_sure(game: Game, mine: int, yours: int, begins: bool) -> int:
    """The number of tokens I can place whatever you do, even if you may pass."""
    if begins:
        return max(
            (
                1 + moves_for_sure(game, mine & ~int(king(game.board, 1 << c)), yours & ~(1 << c), False)
                for c in cells(mine)
            ),
            default=0,
        )
    least = moves_for_sure(game, mine, yours, True)
    for c in cells(yours):
        left = yours & ~int(king(game.board, 1 << c))
        least = min(least, moves_for_sure(game, mine & ~(1 << c), left, True))
    return least


@cache
def most_tokens(game: Game, some: int) -> int:
    """The most cells of which no two touch."""
    if not some:
        return 0
    first = some & -some
    return max(most_tokens(game, some ^ first), 1 + most_tokens(game, some & ~int(king(game.board, first))))


@pytest.mark.parametrize("size", SIZES)
def test_a_reserve_is_safe_and_a_cover_is_enough(size: str) -> None:
    game = make("spread", *read_size(size))
    board, random = compiled_board(game), Random(f"reserves on {size}")
    for _ in range(60):
        mine, yours = drawn(game, random, 7), drawn(game, random, 7)
        if random.random() < 0.7:
            yours = mine & random.getrandbits(64) | yours & random.getrandbits(64)
        for begins in (True, False):
            result = int(_reserve(board, np.uint64(mine), np.uint64(yours), begins))
            assert result <= moves_for_sure(game, mine, yours, begins), (mine, yours, begins)
        assert most_tokens(game, mine) <= int(_cover(board, np.uint64(mine))) <= mine.bit_count()
    moves_for_sure.cache_clear()


@pytest.mark.parametrize("begins", [True, False])
def test_every_reserve_of_a_small_board(begins: bool) -> None:
    """Each cell of 2x3 open to neither side, me, you or both."""
    game = make("spread", 2, 3)
    board = compiled_board(game)
    for mine, yours in product(range(64), repeat=2):
        result = int(_reserve(board, np.uint64(mine), np.uint64(yours), begins))
        assert result <= moves_for_sure(game, mine, yours, begins), (mine, yours)


def test_covers_of_every_set_of_a_small_board() -> None:
    game = make("spread", 3, 4)
    board = compiled_board(game)
    for some in range(1 << 12):
        assert most_tokens(game, some) <= int(_cover(board, np.uint64(some)))
