"""Values known without a search, against the atlas and minimax."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlases import BLOCKADE, SMALL, TRAIL, by_minimax, entry_of
from docs import known_text
from gridlock import Value, make
from gridlock.atlas import known, open_atlas, open_atlases
from gridlock.atlas.entries import boards
from gridlock.rules import FIVE
from gridlock.rules.registry import FILES
from gridlock.rules.variant import Variant, variants

ROOT = Path(__file__).parent.parent
ATLAS = ROOT / "docs" / "atlas"
KAYLES = ROOT / "examples" / "kayles" / "kayles.py"


def test_every_entry_of_the_atlas_is_known_and_nothing_else() -> None:
    for atlas in open_atlases(ATLAS):
        for entry in atlas.entries.values():
            value = None if entry.winner is None else Value(entry.winner, entry.moves)
            assert known(atlas.variant.on(*entry.shape)) == value, entry


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_every_small_board_agrees_with_minimax(variant: Variant) -> None:
    for rows, cols in boards(variant, SMALL):
        assert known(variant.on(rows, cols)) == by_minimax(variant, rows, cols)
        if variant.can_be_on(cols, rows):
            assert known(variant.on(cols, rows)) == by_minimax(variant, cols, rows)


@pytest.mark.parametrize(
    ("id", "winner", "moves"),
    [
        ("spread", 2, 14),
        ("crossfire", 1, 5),
        ("lightcycle", 1, 15),
        ("trail", 2, 12),
        ("blockade", 1, 23),
    ],
)
def test_the_standard_boards(id: str, winner: int, moves: int) -> None:
    """Confirmed by independent programs."""
    assert known(make(id)) == (winner, moves)


def test_the_text_of_known_values(tmp_path: Path) -> None:
    atlas = open_atlas(tmp_path, TRAIL)
    for entry in (entry_of(TRAIL, 8, 8, 2), entry_of(TRAIL, 1, 3, 1, 3), entry_of(TRAIL, 7, 9)):
        atlas.add(entry)
    assert known_text(atlas) == "1x3 1 3\n8x8 2\n"


def test_an_open_board_is_not_known() -> None:
    assert open_atlas(ATLAS, BLOCKADE).entries[8, 8].winner is None
    assert known(make("blockade", 8, 8)) is None


CODE = """
import sys
from gridlock import make
from gridlock.atlas import known
for id in sys.argv[1:]:
    print(known(make(id)))
assert not {"numpy", "numba"} & {*sys.modules}
"""


def test_known_values_need_no_numpy() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CODE, *FIVE, "kayles"],
        env={
            "PYTHONPATH": str(ROOT / "src"),
            FILES: str(KAYLES),
            "GRIDLOCK_CACHE": os.environ["GRIDLOCK_CACHE"],
        },
        capture_output=True,
        text=True,
        check=True,
    )
    *ours, other = ran.stdout.splitlines()
    assert ours == [str(known(make(name))) for name in FIVE]
    assert other == "None"
