"""Pictures of boards."""

from __future__ import annotations

import re
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


def coordinates(drawing: str) -> list[str | None]:
    return [
        each.get("aria-label") for each in ElementTree.fromstring(drawing).iter(f"{SVG}g") if each.get("role")
    ]


def test_coordinates_count_as_in_the_notation() -> None:
    assert coordinates(position_svg(make("blockade", 2, 3).start())) == ["0", "1", "2", "0", "1"]
    assert coordinates(position_svg(make("trail", 2, 3).start())) == ["1", "2", "3", "1", "2"]


def test_coordinates_are_strokes_that_need_no_font() -> None:
    drawing = position_svg(make("trail", 1, 12).start())
    assert "<text" not in drawing
    numbers = [each for each in ElementTree.fromstring(drawing).iter(f"{SVG}g") if each.get("role")]
    assert [len(number.findall(f"{SVG}path")) for number in numbers] == [1] * 9 + [2] * 3 + [1]
    assert len({path.get("d") for number in numbers[:10] for path in number}) == 10  # all digits differ
    bare = re.sub(r'<g role="img".*?</g>', "", drawing)
    assert coordinates(bare) == []
    assert png(bare) != png(drawing)


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
    small, large = png(drawing, 1), png(drawing, 2.5)
    sizes = [struct.unpack(">II", data[16:24]) for data in (small, large)]
    assert small.startswith(b"\x89PNG\r\n")
    assert sizes[1] == tuple(pytest.approx(2.5 * side, abs=3) for side in sizes[0])
