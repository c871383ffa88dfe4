"""The patterns described on the atlas page, against the tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlas_page import PATTERNS
from gridlock import Value, make
from gridlock.atlas import known, open_atlases
from gridlock.atlas.entries import boards
from gridlock.rules import FIVE, GAMES
from gridlock.rules.resources import resource
from gridlock.rules.variant import Variant

ATLAS = Path(__file__).parent.parent / "docs" / "atlas"


def solved(id: str, values: str = "") -> Iterator[tuple[int, int, Value]]:
    """Every solved board, with its value."""
    variant = Variant(id, values)
    for rows, cols in boards(variant):
        value = known(variant.on(rows, cols))
        if value is not None:
            yield rows, cols, value


def test_every_game_describes_its_patterns() -> None:
    for id in FIVE:  # noqa: A001
        text = resource(GAMES[id], PATTERNS)
        assert text is not None
        assert text.startswith(f"# {GAMES[id].name}\n\n")


def test_spread() -> None:
    for rows, cols, value in solved("spread"):
        assert (value.winner == 1) == (rows * cols == 1)
        if rows == 1 < cols and value.moves is not None:
            assert value.moves == 2 * math.ceil((2 * cols - 1) / 5)
        if rows == 2 and value.moves is not None:
            assert value.moves == cols + cols % 2


def test_crossfire() -> None:
    for rows, cols, value in solved("crossfire", "main"):
        even = rows % 2 == cols % 2 == 0
        assert (value.winner == 2) == (even and (cols % 4 == 0 or cols >= 2 * rows))
        if min(rows, cols) == 1:
            assert value == (1, 1)


def test_crossfire_with_every_diagonal() -> None:
    values = [value for _, _, value in solved("crossfire", "all")]
    assert len(values) == len(boards(Variant("crossfire", "all")))
    assert {value.winner for value in values} == {1}


def test_lightcycle() -> None:
    for rows, cols, value in solved("lightcycle"):
        assert (value.winner == 1) == (cols % 2 == 1)
        if rows == 1:
            assert value.moves == cols - 2
        if rows == 2:
            assert value.moves == 2 * cols - 2 - cols % 2


def test_trail() -> None:
    for rows, cols, value in solved("trail"):
        assert (value.winner == 1) == (rows * cols % 2 == 1)
        if rows == 1 and cols % 2 == 0:
            assert value.moves == cols


def test_blockade() -> None:
    for rows, cols, value in solved("blockade"):
        if rows == 1 and cols >= 5:
            assert value == (1 if cols % 2 else 2, cols - 2)
        if rows == 2 and cols >= 4:
            assert value == ((2, 2 * cols - 2) if cols % 2 else (1, 2 * cols - 3))


@pytest.mark.parametrize("id", FIVE)
def test_no_pattern_is_about_a_handful_of_boards(id: str) -> None:
    assert len([*solved(id, ",".join(make(id).options.values()))]) > 90


def test_every_pattern_checks_every_board() -> None:
    """Boards that aren't solved were tried, for as long as the page says."""
    for atlas in open_atlases(ATLAS):
        assert sorted(atlas.entries) == sorted(boards(atlas.variant))
        for entry in atlas.entries.values():
            assert entry.complete or (entry.tried_by and entry.time >= 10), entry
