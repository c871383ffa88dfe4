"""Values of Spread as Col: some checked by hand, and the sign of all against the solver."""

from __future__ import annotations

import numpy as np
import pytest

from boards import every_reachable, judge_of, make, state_of
from gridlock import Position
from gridlock.board import read_size, typed
from gridlock.games.spread.col import UNIT, simplest, value
from gridlock.search.transpositions import new_table
from minimax import Minimax


def col_value(position: Position) -> tuple[float, int]:
    """The number and the star of a position, positive if good for the side to move."""
    game = position.game
    mine = game.legal_word(game.board, position.own, position.opp, 0)
    yours = game.legal_word(game.board, position.opp, position.own, 0)
    number, star = value(typed(game.board), np.uint64(mine), np.uint64(yours), new_table(1 << 16))
    return int(number) / UNIT, int(star)


@pytest.mark.parametrize(
    ("text", "number", "star"),
    [
        (". 1", 0, 1),  # one cell, a move for the first to take it: star
        (".. 1", 0, 0),  # taking one leaves the other to the opponent, who goes last: zero
        (
            "X.. 1",
            -0.5,
            0,
        ),  # X takes the last and leaves one to O; O takes it and leaves nothing: { -1 | 0 }
        ("X.O.X 1", 0, 0),  # nothing is open to either side
    ],
)
def test_values_by_hand(text: str, number: float, star: int) -> None:
    position = make("spread", 1, len(text.split()[0])).position(text)
    assert col_value(position) == (number, star)


@pytest.mark.parametrize("size", ["1x7", "2x4", "3x3", "2x5", "3x4"])
def test_the_sign_of_every_position_is_the_winner(size: str) -> None:
    game = make("spread", *read_size(size))
    minimax = Minimax(judge_of(game))
    positions = list(every_reachable(game))
    too_large = 0
    for position in positions:
        number, star = col_value(position)
        wins = number > 0 or (number == 0 and star == 1)
        if number > game.board.size:  # a region too large to solve
            too_large += 1
            continue
        assert number >= -game.board.size
        assert (minimax.value(state_of(position))[0] == position.turn) == wins, position.text
    assert too_large < len(positions) / 4


@pytest.mark.parametrize(
    ("low", "low_open", "high", "high_open", "expected"),
    [
        (-64, 1, 64, 1, 0),
        (0, 1, 1 << 20, 0, 64),
        (0, 1, 64, 1, 32),
        (64, 1, 128, 1, 96),
        (32, 1, 64, 1, 48),
        (-(1 << 20), 0, 0, 1, -64),
        (-64, 1, -32, 1, -48),
        (96, 0, 96, 0, 96),
        (65, 0, 200, 0, 128),
    ],
)
def test_the_simplest_number_between(
    low: int, low_open: int, high: int, high_open: int, expected: int
) -> None:
    """In units of 1/64: 0 first, then the integer nearest to 0, then halves, quarters and so on."""
    assert simplest(low, low_open, high, high_open) == expected
