"""Spread on one row: values of stretches computed another way, and winners by minimax."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from boards import every_reachable, every_set_up, judge_of, make, random_game, state_of
from gridlock import Limits, Position
from gridlock.games.spread.path import stretches, winner_on_path
from gridlock.games.spread.theory import on_a_path
from gridlock.search.dispatch import compiled_position, theorems_of
from gridlock.search.jit import njit
from gridlock.search.open_cells import open_sets
from gridlock.search.solver import Solver
from minimax import Minimax

Worth = tuple[int, bool]
"""A number, in eighths of a move, and whether star is added to it."""

# Values of stretches, by definition ----------------------------------------------------------------


@cache
def worth(length: int, left: int, right: int) -> Worth:
    """The value of this many cells in a row, from the positions after each move.

    Each end is open to both sides (0), or only to the first (1) or to the second (-1).
    """
    options: dict[int, set[Worth]] = {1: set(), -1: set()}
    for side, cell in product((1, -1), range(length)):
        ends = [end for place, end in ((0, left), (length - 1, right)) if place == cell and end]
        if all(end == side for end in ends):
            before, after = worth(cell, left, -side), worth(length - 1 - cell, -side, right)
            options[side].add((before[0] + after[0], before[1] != after[1]))
    return simplest(options[1], options[-1])


def simplest(mine: set[Worth], yours: set[Worth]) -> Worth:
    """The simplest number greater than all of mine and less than all of yours. A number plus star counts as
    less than that number for me, and as more for you. If both can reach the same number, it is that plus
    star.
    """

    def fits(number: int) -> bool:
        return all(number > other or (number == other and star) for other, star in mine) and all(
            number < other or (number == other and star) for other, star in yours
        )

    for step in (8, 4, 2, 1):  # whole moves, halves, quarters, eighths
        for number in sorted(range(-16, 17, step), key=abs):
            if fits(number):
                return number, False
    (equal,) = {number for number, star in mine if not star} & {number for number, star in yours if not star}
    return equal, True


def formula(length: int, left: int, right: int) -> Worth:
    """The value by the theorem."""
    if length == 0 or (length == 1 and left == -right != 0):
        return 0, False
    if length == 1:
        return 8 * (left or right), not (left or right)
    return 4 * (left + right), False


def test_the_formula_gives_the_value_of_stretches() -> None:
    ends = [(0, 0), (0, 1), (1, 1), (1, -1), (0, -1), (-1, -1)]
    for length in range(201):
        for left, right in ends:
            assert worth(length, left, right) == formula(length, left, right), (length, left, right)


# Positions --------------------------------------------------------------------------------------


@njit
def _verdict(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_sets(board, own, opp, extra)
    return on_a_path(mine, yours, 0)


def compiled_winner(position: Position) -> int:
    return position.turn if _verdict(*compiled_position(position)) > 0 else 3 - position.turn


@pytest.mark.parametrize("length", range(1, 8))
def test_the_winner_of_every_position_that_can_be_set_up(length: int) -> None:
    game = make("spread", 1, length)
    minimax = Minimax(judge_of(game))
    for position in every_set_up(game):
        winner = minimax.value(state_of(position))[0]
        assert winner_on_path(position) == compiled_winner(position) == winner, position.text


@pytest.mark.parametrize(("rows", "cols"), [(1, 9), (9, 1)])
def test_the_winner_of_every_reachable_position(rows: int, cols: int) -> None:
    game = make("spread", rows, cols)
    minimax = Minimax(judge_of(game))
    for position in every_reachable(game):
        winner = minimax.value(state_of(position))[0]
        assert winner_on_path(position) == compiled_winner(position) == winner, position.text


def test_the_search_agrees_on_longer_boards() -> None:
    random = Random("path")
    for length in (15, 18):
        game = make("spread", 1, length)
        without = Solver(game, Limits(threads=1, theorems=theorems_of(game)["count"]))
        for _ in range(20):
            for position in random_game(game, random):
                winner = position.turn if without.wins(position.words) else 3 - position.turn
                assert winner_on_path(position) == compiled_winner(position) == winner, position.text


def test_the_longest_boards_are_decided_by_the_path_alone() -> None:
    for rows, cols in [(1, 64), (1, 63), (63, 1), (64, 1)]:
        game = make("spread", rows, cols)
        alone = Solver(game, Limits(threads=1, theorems=theorems_of(game)["path"]))
        with alone.question():
            assert not alone.wins(game.start().words)
            assert alone.proof(game.start().words) == "path"
            assert alone.nodes == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("....... 1", [((0, 1, 2, 3, 4, 5, 6), 0, False)]),
        ("X....O. 1", [((1, 2, 3, 4), 0, False), ((6,), 2, False)]),
        ("X...... 1", [((1, 2, 3, 4, 5, 6), -1, False)]),
        ("X..X.O. 2", [((1, 2), -2, False), ((6,), 2, False)]),
        (". 1", [((0,), 0, True)]),
    ],
)
def test_the_stretches_of_a_position(text: str, expected: list[tuple[tuple[int, ...], int, bool]]) -> None:
    position = make("spread", 1, len(text.split()[0])).position(text)
    assert list(stretches(position)) == expected
