"""Pictures of boards."""

from __future__ import annotations

import struct
from random import Random
from xml.etree import ElementTree

import pytest

from boards import KINDS, make, random_game
from gridlock.drawing import png, position_svg, scene, svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_position_draws_itself(kind: str) -> None:
    game = make(kind)
    for position in random_game(game, Random(kind)):
        drawn = ElementTree.fromstring(position._repr_svg_())
        assert [title.text for title in drawn.iter(f"{SVG}title")] == [f"{game.name}: {position.text}"]
        squares = [rect for rect in drawn.iter(f"{SVG}rect") if rect.get("width") == "92"]
        assert len(squares) == game.board.size
        pieces = [each for each in drawn.iter(f"{SVG}g") if each.get("transform") == "scale(1.14)"]
        assert len(pieces) == (position.own | position.opp).bit_count()


def test_coordinates_count_as_in_the_notation() -> None:
    drawn = ElementTree.fromstring(position_svg(make("blockade", 2, 3).start()))
    assert [text.text for text in drawn.iter(f"{SVG}text")] == ["0", "1", "2", "0", "1"]
    drawn = ElementTree.fromstring(position_svg(make("trail", 2, 3).start()))
    assert [text.text for text in drawn.iter(f"{SVG}text")] == ["1", "2", "3", "1", "2"]


def test_the_last_move_is_outlined_in_its_sides_colour() -> None:
    start = make("spread").start()
    move = start.parse_move("2,3")
    drawn = ElementTree.fromstring(svg([scene([start, start.play(move)], [move])]))
    outlined = [each for each in drawn.iter(f"{SVG}rect") if each.get("stroke-width") == "4"]
    assert [(each.get("x"), each.get("y"), each.get("stroke")) for each in outlined] == [
        ("238", "138", "#2f6fe4")
    ]


def test_boards_stand_in_columns() -> None:
    boards = [scene([make("trail").start()])] * 5
    drawn = ElementTree.fromstring(svg(boards, columns=2))
    places = [group.get("transform") for group in drawn.findall(f"{SVG}g")]
    assert places == [f"translate({x} {y})" for y in (0, 498, 996) for x in (0, 498)][:5]


def test_a_picture_as_png() -> None:
    drawing = position_svg(make("crossfire", 1, 2).start())
    small, large = png(drawing, 1), png(drawing, 3)
    sizes = [struct.unpack(">II", data[16:24]) for data in (small, large)]
    assert small.startswith(b"\x89PNG\r\n")
    assert sizes[1] == tuple(pytest.approx(3 * side, abs=3) for side in sizes[0])
