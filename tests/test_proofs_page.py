"""The drawings of partners in docs/proofs.md show strategies that win."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import gridlock
from gridlock.rules.strategy import strategy_of

PAGE = Path(__file__).parent.parent / "docs" / "proofs.md"
FIRST, NONE = "*", "."


class Drawing(NamedTuple):
    title: str
    game: gridlock.Game
    letters: list[str]
    """The letter of each cell."""

    def partners(self) -> list[int]:
        """The other cell with the same letter, the cell itself for the first move, -1 for none."""
        places = {
            letter: [c for c, other in enumerate(self.letters) if other == letter] for letter in self.letters
        }
        return [
            -1 if letter == NONE else cell if letter == FIRST else sum(places[letter]) - cell
            for cell, letter in enumerate(self.letters)
        ]


def drawings() -> list[Drawing]:
    blocks = re.findall(r"^```partners\n(.*?)\n```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return [read_drawing(text) for block in blocks for text in block.split("\n\n")]


def read_drawing(text: str) -> Drawing:
    title, *lines = text.splitlines()
    kind, size, *options = title.split()
    rows, cols = map(int, size.split("x"))
    game = gridlock.make(kind, rows, cols, **dict(option.split("=") for option in options))
    assert [len(line.split()) for line in lines] == [cols] * rows, title
    return Drawing(title, game, " ".join(lines).split())


@pytest.mark.parametrize("drawing", drawings(), ids=lambda drawing: drawing.title)
def test_every_letter_stands_in_two_cells(drawing: Drawing) -> None:
    letters = [letter for letter in drawing.letters if letter not in (FIRST, NONE)]
    assert {letters.count(letter) for letter in letters} == {2}
    assert drawing.letters.count(FIRST) <= 1


@pytest.mark.parametrize("drawing", drawings(), ids=lambda drawing: drawing.title)
def test_partners_win(drawing: Drawing) -> None:
    strategy = strategy_of(drawing.game)  # test_strategies.py plays these out against every reply
    if strategy is None:
        assert drawing.game.id == "trail"
        return check_dominoes(drawing)
    assert drawing.partners() == [*strategy.partners]
    if FIRST in drawing.letters:
        assert strategy.first == drawing.letters.index(FIRST)
    return None


def check_dominoes(drawing: Drawing) -> None:
    """Partners are neighbours, and a cell is left over only if their number is odd: Player 1 begins there."""
    cols = drawing.game.cols
    for cell, partner in enumerate(drawing.partners()):
        if drawing.letters[cell] != FIRST:
            (row, col), (other_row, other_col) = divmod(cell, cols), divmod(partner, cols)
            assert abs(row - other_row) + abs(col - other_col) == 1
    assert NONE not in drawing.letters
    assert (FIRST in drawing.letters) == (len(drawing.letters) % 2 == 1)
