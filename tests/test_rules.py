"""The rules against the naive judge, for all three kinds of words."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from boards import (
    KINDS,
    assert_agrees,
    comparable,
    every_reachable,
    every_set_up,
    judge_of,
    make,
    random_board,
    random_game,
    small_boards,
    state_of,
)
from gridlock import Game, Position
from kinds import assert_kinds_agree


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_position_of_every_small_board(kind: str) -> None:
    for game in small_boards(kind):
        judge = judge_of(game)
        positions = list(dict.fromkeys(every_set_up(game)))
        for position in positions:
            assert_agrees(judge, position)
        assert_kinds_agree(game, positions)


def test_every_position_of_trail_4x4() -> None:
    game = make("trail")
    judge = judge_of(game)
    positions = list(every_reachable(game))
    for position in positions:
        assert_agrees(judge, position)
    assert_kinds_agree(game, positions)


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_on_random_boards(kind: str) -> None:
    random = Random(f"random games of {kind}")
    by_game: dict[Game, list[Position]] = defaultdict(list)
    for _ in range(500):
        game = random_board(kind, random)
        judge = judge_of(game)
        position, state = game.start(), judge.start()
        while True:  # each kind plays on independently, so that they could diverge
            by_game[game].append(position)
            assert state_of(position) == comparable(game, state)
            assert list(map(int, position.legal_moves())) == judge.legal(state)
            assert (position.outcome() or (None,))[0] == judge.winner(state)
            if not position.legal:
                break
            move = random.choice(position.legal_moves())
            position, state = position.play(move), judge.play(state, move)
    for game, positions in by_game.items():
        assert_kinds_agree(game, positions)


@pytest.mark.parametrize("kind", KINDS)
def test_symmetric_positions_have_symmetric_moves(kind: str) -> None:
    random = Random(f"symmetry of {kind}")
    for _ in range(60):
        game = random_board(kind, random)
        position = random.choice(list(random_game(game, random)))
        children = [position.play(move) for move in position.legal_moves()]
        for symmetry in game.symmetries:
            image = position.transform(symmetry)
            assert {child.transform(symmetry) for child in children} == {
                image.play(move) for move in image.legal_moves()
            }


@pytest.mark.parametrize(
    ("kind", "rows", "cols", "count"),
    [
        ("spread", 5, 5, 8),
        ("spread", 3, 4, 4),
        ("spread", 1, 4, 2),
        ("crossfire", 5, 5, 8),
        ("crossfire", 3, 4, 2),  # the two long diagonals of an oblong board: left and right only
        ("crossfire all", 3, 4, 4),
        ("blockade", 5, 5, 8),
    ],
)
def test_number_of_symmetries(kind: str, rows: int, cols: int, count: int) -> None:
    assert len(make(kind, rows, cols).symmetries) == count
