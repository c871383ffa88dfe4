"""The chosen readings where a sheet contradicts itself. The boards are those of the sheets."""

from __future__ import annotations

import pytest

import gridlock
from boards import make
from gridlock import IllegalMove


def board(*rows: str) -> str:
    return "/".join(row.replace(" ", "").replace("_", ".") for row in rows)


def test_spread_the_picture_of_a_stuck_player_1_is_wrong() -> None:
    position = gridlock.make("spread").position(
        board(
            "X _ _ _ X",
            "_ O _ _ _",
            "_ _ X _ _",
            "_ _ _ _ _",
            "O _ _ _ O",
        )
        + " 1"
    )
    assert len(position.legal_moves()) == 8
    assert [str(move) for move in position.legal_moves()] == [
        "1,3", "3,1", "3,5", "4,1", "4,5", "5,2", "5,3", "5,4",
    ]  # fmt: skip
    assert position.turn == 1
    assert position.outcome() is None


def test_spread_a_stuck_side_passes_and_stays_stuck() -> None:
    position = gridlock.make("spread", rows=3, cols=3).start().play("1,1").play("2,2")
    for corner in ("1,3", "3,1"):
        position = position.play(corner)
        assert position.turn == 1  # Player 2 has passed
    position = position.play("3,3")
    assert position.outcome() == (1, "Player 2 has no move left: Player 1 placed last.")


def test_spread_a_due_pass_is_made_in_a_set_up_position() -> None:
    game = gridlock.make("spread", rows=3, cols=3)
    assert game.position("X../.O./... 2").turn == 1


def test_crossfire_only_the_two_long_diagonals_count() -> None:
    for kind, allowed in (("crossfire", True), ("crossfire all", False)):
        position = make(kind).start().play("1,2")
        assert ("2,3" in map(str, position.legal_moves())) == allowed


def test_crossfire_blocked_cells_of_the_worked_example() -> None:
    """After X at 3,3 the sheet lists sixteen blocked cells; the rest is open to O in both readings."""
    open_cells = ["1,2", "1,4", "2,1", "2,5", "4,1", "4,5", "5,2", "5,4"]
    for kind in ("crossfire", "crossfire all"):
        assert [str(move) for move in make(kind).start().play("3,3").legal_moves()] == open_cells


def test_crossfire_diagonals_on_oblong_boards() -> None:
    position = make("crossfire", 3, 5).position("X..../...../..... 2")
    # Row 1, column 1, and the primary diagonal row = column.
    assert position.text == "X..../...../..... 2"
    assert [str(m) for m in position.legal_moves()] == ["2,3", "2,4", "2,5", "3,2", "3,4", "3,5"]
    position = make("crossfire", 3, 5).position("....X/...../..... 2")
    # Row 1, column 5, and the secondary diagonal row + column = 6.
    assert [str(m) for m in position.legal_moves()] == ["2,1", "2,2", "2,3", "3,1", "3,2", "3,4"]


@pytest.mark.parametrize("kind", ["crossfire", "crossfire all"])
def test_crossfire_the_sample_game_breaks_the_rule_at_its_third_move(kind: str) -> None:
    position = make(kind).start().play("3,3").play("1,2")
    with pytest.raises(IllegalMove, match=r"\(5,2\) is in column 2, which Player 2 holds"):
        position.play("5,2")


@pytest.mark.parametrize("kind", ["crossfire", "crossfire all"])
def test_crossfire_the_last_position_of_the_sample_game_is_not_lost(kind: str) -> None:
    position = make(kind).position(
        board(
            "_ O _ _ _",
            "_ _ _ _ _",
            "_ _ X _ _",
            "_ _ _ _ O",
            "_ X _ _ _",
        )
        + " 1"
    )
    assert position.outcome() is None
    assert "3,1" in map(str, position.legal_moves())


def test_lightcycle_a_blocked_direction_is_rejected_without_penalty() -> None:
    position = gridlock.make("lightcycle").start().play("right").play("left")
    with pytest.raises(IllegalMove, match=r"\(3,1\) is blocked"):
        position.play("left")
    assert position.turn == 1
    assert position.outcome() is None


@pytest.mark.parametrize(
    ("rows", "cols", "row"), [(5, 5, 3), (4, 4, 2), (1, 2, 1), (2, 7, 1), (7, 2, 4), (8, 8, 4)]
)
def test_lightcycle_starts(rows: int, cols: int, row: int) -> None:
    lines = str(gridlock.make("lightcycle", rows, cols).start()).splitlines()
    assert lines[row - 1] == " ".join("1" + "." * (cols - 2) + "2")
    assert sum("1" in line or "2" in line for line in lines) == 1


def test_trail_the_sixteenth_marker_is_always_player_2s() -> None:
    game = gridlock.make("trail")
    position = game.start()
    for cell in (1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12, 16, 15, 14, 13):  # a snake over the whole board
        position = position.play(cell - 1)
    assert str(position).splitlines()[-1] == "[O][X][O][X]"
    assert position.outcome() == (2, "Player 1 cannot move.")


def test_blockade_the_cell_just_left_may_be_blocked() -> None:
    position = gridlock.make("blockade").start()
    assert "right:0,0" in map(str, position.legal_moves())
    assert str(position.play("right:0,0")).splitlines()[1] == "0 [X  P1 .  .  . ]"


def test_blockade_a_step_can_always_be_followed_by_a_block() -> None:
    position = gridlock.make("blockade", rows=1, cols=3).start()
    assert [str(move) for move in position.legal_moves()] == ["right:0,0"]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("1..../...../...../...../....2 1", "0 [P1 .  .  .  . ]"),
        ("...../1..../...../...../....2 1", "0 [ .  .  .  .  . ]"),
        ("....2/1..../...../...../..... 1", "0 [ .  .  .  . P2]"),
        ("#1.../...../...../...../....2 1", "0 [X  P1 .  .  . ]"),
        ("..#../1..../...../...../....2 1", "0 [ .  . X  .  . ]"),
        ("....#/1..../...../...../....2 1", "0 [ .  .  .  . X ]"),
        ("#####/1..../...../...../....2 1", "0 [X  X  X  X  X ]"),
    ],
)
def test_blockade_rows_are_ragged_as_in_the_sheet(text: str, row: str) -> None:
    assert str(gridlock.make("blockade").position(text)).splitlines()[1] == row
