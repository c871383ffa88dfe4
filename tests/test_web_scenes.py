"""Scenes: lines of boards, and which of them come with legal moves."""

from __future__ import annotations

from random import Random

import pytest

from boards import make
from gridlock.drawing.scene import scene, scenes
from gridlock.records import Record
from gridlock.rules import FIVE
from reviews import random_record


@pytest.fixture(params=FIVE)
def record(request: pytest.FixtureRequest) -> Record:
    """The record of a random match."""
    return random_record(make(request.param, 4, 4), Random(3))


def test_scenes_of_a_line_match_the_scenes_of_its_positions(record: Record) -> None:
    positions, moves = list(record.positions()), record.moves
    single = [scene(positions[: number + 1], moves[:number]) for number in range(len(positions))]
    assert scenes(positions, moves) == single
    assert scenes(positions, moves, 2) == single[2:]


def test_boards_that_are_not_playable_have_no_moves(record: Record) -> None:
    positions, moves = list(record.positions())[:-1], record.moves[:-1]
    playable = scenes(positions, moves)
    assert all(board["moves"] for board in playable)
    for board in playable:
        board["moves"], board["halfway"] = [], {}
    assert scenes(positions, moves, playable="none") == playable
    *before, last = scenes(positions, moves, playable="last")
    assert before == playable[:-1]
    assert last == scene(positions, moves)
