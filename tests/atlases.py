"""Small atlases for the tests, and values of their boards by minimax."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from boards import judge_of
from gridlock import Limits
from gridlock.atlas import Atlas, Entry, open_atlas
from gridlock.atlas.solve import fingerprint
from gridlock.atlas.survey import SurveyOptions, survey
from gridlock.rules.variant import Variant
from minimax import Minimax
from terminal import Ran, gridlock

TRAIL = Variant("trail")
BLOCKADE = Variant("blockade")
LIMITS = Limits(threads=1, memory=1 << 26, seconds=10.0)
SMALL = 9  # cells that minimax can solve quickly


def run(*arguments: object) -> Ran:
    return gridlock("atlas", *map(str, arguments))


def surveyed(folder: Path, variant: Variant, max_cells: int) -> Atlas:
    atlas = open_atlas(folder, variant)
    survey(atlas, SurveyOptions(LIMITS, max_cells))
    return atlas


@cache
def by_minimax(variant: Variant, rows: int, cols: int) -> tuple[int, int]:
    """Winner and moves by minimax."""
    judge = judge_of(variant.on(rows, cols))
    return Minimax(judge).value(judge.start())


def entry_of(
    variant: Variant, rows: int, cols: int, winner: int | None = None, moves: int | None = None
) -> Entry:
    """An entry as this version of the search might produce it."""
    current = fingerprint(variant)
    proof, solved_by = ("none", "") if winner is None else ("search", current)
    tried_by = current if moves is None else ""
    return Entry(*variant, rows, cols, winner, moves, 12, 0.5, 1.5, proof, solved_by, tried_by)


def scattered(folder: Path) -> Atlas:
    """An atlas with an entry of every sort; its values needn't be true."""
    atlas = open_atlas(folder, Variant("lightcycle"))
    values: list[tuple[int, ...]] = [(1, 2, 2, 0), (2, 3, 1), (3, 2), (1, 11, 1, 9), (2, 12), (12, 3, 2, 30)]
    for value in values:
        atlas.add(entry_of(atlas.variant, *value))
    return atlas
