"""The drawings of reductions on the solver page agree with the search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from boards import make
from forms import Form, Forms

PAGE = Path(__file__).parent.parent / "docs" / "solver.md"
OPEN = {"spread", "crossfire"}  # the games whose forms are open cells and moves in hand


class Drawing(NamedTuple):
    game: str
    before: list[str]
    after: list[str]
    hand: tuple[int, int]
    later: int


def read_drawing(text: str) -> Drawing:
    name, *lines = text.strip().splitlines()
    hand, later = (0, 0), 0
    if lines[-1].startswith("in hand"):
        words = lines.pop().replace(",", "").split()
        hand, later = (int(words[2]), int(words[4])), int(words[5])
    halves = [line.split("     ") for line in lines]
    return Drawing(name, [half[0] for half in halves], [half[1] for half in halves], hand, later)


def drawings() -> list[Drawing]:
    blocks = PAGE.read_text().split("```form\n")[1:]
    parts = [part for block in blocks for part in block.split("```")[0].split("\n\n")]
    return [read_drawing(part) for part in parts]


def cells_of(rows: list[str], letters: str) -> int:
    drawn = "".join(rows).replace(" ", "")
    return sum(1 << cell for cell, letter in enumerate(drawn) if letter in letters)


def drawn_form(game: str, rows: list[str], hand: tuple[int, int] = (0, 0)) -> Form:
    if game in OPEN:
        return Form(cells_of(rows, "x*"), cells_of(rows, "o*"), hand[0] << 8 | hand[1] << 16)
    if game == "trail":
        return Form(cells_of(rows, "#x"), 0, cells_of(rows, "x"))
    return Form(cells_of(rows, "1"), cells_of(rows, "2"), cells_of(rows, "#"))


def test_every_kind_of_reduction_is_drawn() -> None:
    assert {drawing.game for drawing in drawings()} == {*OPEN, "trail", "lightcycle", "blockade"}


@pytest.mark.parametrize("drawing", drawings(), ids=lambda drawing: drawing.game)
def test_drawings_agree_with_the_search(drawing: Drawing) -> None:
    rows, cols = len(drawing.before), len(drawing.before[0].split())
    game = make(drawing.game, rows, cols)
    form, later = Forms(game).reduce(drawn_form(drawing.game, drawing.before))
    assert form == drawn_form(drawing.game, drawing.after, drawing.hand)
    assert later == drawing.later
