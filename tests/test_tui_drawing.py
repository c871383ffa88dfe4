"""Drawing boards, without an app."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.color import Color, ColorSystem

import gridlock
from boards import LONG_BOARDS
from gridlock import IllegalMove
from gridlock.rules.pointing import Pointing, Typing
from gridlock.tui import palette
from gridlock.tui.canvas import SIZES, TINY, choose_layout, joint, trail_stroke
from gridlock.tui.drawing import draw
from gridlock.tui.scene import Label, Scene, scene_of


def scene(name: str, moves: str, rows: int | None = None, cols: int | None = None) -> Scene:
    positions, played = [gridlock.make(name, rows, cols).start()], []
    for text in moves.split():
        played.append(positions[-1].parse_move(text))
        positions.append(positions[-1].play(played[-1]))
    return scene_of(positions, played)


def test_a_board_with_every_mark() -> None:
    marked = replace(
        scene("spread", "1,1 2,2", 3, 3),
        cursor=8,
        open=frozenset({2, 6}),
        blockers=frozenset({0}),
        labels={5: Label("▲W5")},
    )
    assert str(draw(marked, SIZES[2])).splitlines() == [
        "     1     2     3   ",
        "  ┌─────┬─────┬─────┐",
        "1 │! X !│     │  ·  │",
        "  ├─────╆━━━━━╅─────┤",
        "2 │     ┃  O  ┃ ▲W5 │",
        "  ├─────╄━━━━━╃─────┤",
        "3 │  ·  │     │▸   ◂│",
        "  └─────┴─────┴─────┘",
    ]


def test_trails_show_side_and_direction() -> None:
    cycles = scene("lightcycle", "right left down left", 3, 5)
    assert str(draw(cycles, SIZES[3])).splitlines() == [
        "    1   2   3   4   5  ",
        "  ┌───┬───┬───┬───┬───┐",
        "1 │   │   │   │   │   │",
        "  ├───┼───╆━━━╅───┼───┤",
        "2 │ ━━━━┓ ┃ 2 ═══════ │",
        "  ├───┼─┃─╄━━━╃───┼───┤",
        "3 │   │ 1 │   │   │   │",
        "  └───┴───┴───┴───┴───┘",
    ]


def test_block_on_the_cell_just_left_is_not_a_trail() -> None:
    assert scene("blockade", "right:0,0").trails == {}
    assert str(draw(scene("blockade", "right:0,0", 2, 2), TINY)).splitlines() == [" ▒ 1 ", "   2 "]


def test_last_marker_of_a_custom_trail_position_is_outlined() -> None:
    position = gridlock.make("trail").position("x.../..../..../.... 2")
    assert scene_of([position], []).last == {0}


def test_grid_lines_join() -> None:
    assert joint(1, 1, 1, 1) == "┼"
    assert joint(0, 2, 2, 0) == "┏"
    assert joint(1, 2, 2, 1) == "╆"
    assert trail_stroke(2, frozenset({0})) == "║"


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (8, 8), (4, 4), (4, 16), (16, 4)])
def test_common_boards_fit_80x24(rows: int, cols: int) -> None:
    game = gridlock.make("spread", rows, cols)
    size, beside = choose_layout(game, 80, 23)
    width, height = size.board_size(game)
    assert width <= (52 if beside else 80)
    assert height <= 23


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (1, 1), *LONG_BOARDS])
def test_cell_at_matches_the_drawing(rows: int, cols: int) -> None:
    game = gridlock.make("spread", rows, cols)
    for size in SIZES:
        for cell in range(rows * cols):
            x, y = size.corner(game, cell)
            assert size.cell_at(game, x, y) == cell
            assert size.cell_at(game, x + size.width - 1, y + size.height - 1) == cell
        assert size.cell_at(game, 0, 0) is None


def test_sixteen_colours_are_distinguishable() -> None:
    """On a 16-colour terminal, text stays readable and meanings stay distinct."""

    def plain(colour: str) -> int | None:
        return Color.parse(colour).downgrade(ColorSystem.STANDARD).number

    grounds = {plain(colour) for colour in (palette.BACKGROUND, palette.CURSOR, palette.WALL)}
    inks = [
        palette.PLAIN,
        palette.STRONG,
        palette.WIN,
        palette.LOSS,
        palette.WARNING,
        *palette.SIDES.values(),
    ]
    assert not grounds & {plain(ink) for ink in inks}
    assert plain(palette.LINES) != plain(palette.BACKGROUND)
    assert len({plain(ink) for ink in (palette.WIN, palette.LOSS, *palette.SIDES.values())}) == 4


def test_typed_cells_use_the_games_numbering() -> None:
    typing = Typing(gridlock.make("blockade"))
    assert not typing.type("4")
    assert typing.type("0")
    assert typing.cell() == 20
    wide = Typing(gridlock.make("spread", 4, 16))
    assert [wide.type(letter) for letter in "4,16"] == [False, False, False, True]
    assert wide.cell() == 63
    wide.type("9")
    wide.type("1")
    assert wide.cell() is None


def test_illegal_cells_are_explained() -> None:
    pointing = Pointing(gridlock.make("blockade").start())
    with pytest.raises(IllegalMove, match="not one step"):
        pointing.point(12)
    assert pointing.point(1) is None
    assert str(pointing.point(0)) == "right:0,0"
    assert pointing.back()
    assert not pointing.back()


def test_label_is_complete_under_the_cursor() -> None:
    marked = replace(scene("spread", "", 1, 3), cursor=1, labels={1: Label("▲W5"), 2: Label("▼L14")})
    assert str(draw(marked, SIZES[4])).splitlines()[1] == "1 │   │▲W5│L14│"
    assert str(draw(marked, SIZES[2])).splitlines()[2] == "1 │     │▸▲W5◂│ ▼L14│"
