"""Pointing at cells: the cells of a move, and the reasons against others."""

from __future__ import annotations

from random import Random

import pytest

import gridlock
from boards import KINDS, cells_of, judge_of, make, random_board, random_game, state_of
from gridlock import Position


def some_positions(kind: str) -> list[Position]:
    random = Random(kind)
    games = [make(kind), *(random_board(kind, random) for _ in range(6))]
    return [position for game in games for position in random_game(game, random) if position.legal]


@pytest.mark.parametrize("kind", KINDS)
def test_the_cells_of_a_move_are_those_that_it_changes(kind: str) -> None:
    """By the judge: the first is where the mover has a new marker, the second a new block."""
    for position in some_positions(kind):
        game, judge = position.game, judge_of(position.game)
        before = state_of(position)
        seen = set()
        for move in position.legal_moves():
            after = judge.play(before, int(move))
            old, new = (before.one, after.one) if position.turn == 1 else (before.two, after.two)
            (place,) = new - old
            parts = [divmod(cell, game.cols) for cell in game.parts(position, move)]
            assert parts[0] == place
            if game.id == "blockade":
                assert parts[1:] == list(after.blocked - before.blocked)
            else:
                assert len(parts) == 1
            seen.add(tuple(parts))
        assert len(seen) == len(position.legal_moves())


@pytest.mark.parametrize("kind", KINDS)
def test_every_other_cell_is_rejected_with_a_reason_and_its_pieces(kind: str) -> None:
    for position in some_positions(kind):
        game = position.game
        first = {game.parts(position, move)[0] for move in position.legal_moves()}
        pieces = position.own | position.opp | position.extra
        for cell in range(game.board.size):
            if cell not in first:
                why = game.why_not(position, (cell,))
                assert why.endswith(".")
                assert game.show_cell(cell) in why
                assert game.against(position, (cell,)) & ~pieces == 0


def against(position: Position, *cells: str) -> set[tuple[int, int]]:
    """The cells with pieces against this choice, in the game's notation."""
    game = position.game
    numbers = []
    for cell in cells:
        row, col = (int(part) - game.origin for part in cell.split(","))
        numbers.append(row * game.cols + col)
    word = game.against(position, tuple(numbers))
    return {(row + game.origin, col + game.origin) for row, col in cells_of(game, word)}


def test_spread_marks_the_own_tokens_that_touch() -> None:
    position = gridlock.make("spread", 3, 4).position("X.X./.O../.... 1")
    assert against(position, "1,2") == {(1, 1), (1, 3)}
    assert against(position, "2,2") == {(2, 2)}  # taken


def test_crossfire_marks_the_markers_on_the_lines() -> None:
    position = gridlock.make("crossfire").position("O..../...../...../...../..O.. 1")
    assert against(position, "1,3") == {(1, 1), (5, 3)}
    assert against(position, "5,5") == {(1, 1), (5, 3)}  # the primary diagonal, the row


def test_trail_marks_the_last_marker() -> None:
    position = gridlock.make("trail").position("Xo../..../..../.... 1")
    assert against(position, "4,4") == {(1, 2)}
    assert against(position, "1,1") == {(1, 1)}


def test_steps_and_blocks() -> None:
    position = gridlock.make("blockade", 3, 3).position("1#./.../..2 1")
    game = position.game
    assert against(position, "0,1") == {(0, 1)}
    assert against(position, "2,0") == set()
    assert game.why_not(position, (0,)) == "You stand at (0, 0): choose a cell one step away."
    assert game.why_not(position, (6,)).startswith("(2, 0) is not one step up, down, left or right of you")
    assert game.why_not(position, (3, 8)) == "(2, 2) does not touch your new place, (1, 0)."
    assert game.why_not(position, (3, 3)) == "(1, 0) is your new place."
    assert game.why_not(position, (3, 1)) == "(0, 1) is blocked."
    assert against(position, "1,0", "0,1") == {(0, 1)}
