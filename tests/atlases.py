"""Small atlases for the tests, and what minimax says of their boards."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from boards import judge_of
from gridlock import Limits
from gridlock.atlas import Atlas, Entry, Kind, open_atlas
from gridlock.atlas.survey import Asked, survey
from minimax import Minimax
from terminal import Ran, gridlock

TRAIL = Kind("trail")
BLOCKADE = Kind("blockade")
LIMITS = Limits(threads=1, memory=1 << 26, seconds=10.0)
SMALL = 9  # cells: as far as minimax goes in a moment


def run(*arguments: object) -> Ran:
    return gridlock("atlas", *map(str, arguments))


def surveyed(folder: Path, kind: Kind, max_cells: int) -> Atlas:
    kept = open_atlas(folder, kind)
    survey(kept, Asked(LIMITS, max_cells))
    return kept


@cache
def by_minimax(kind: Kind, rows: int, cols: int) -> tuple[int, int]:
    """Winner and moves, by trying everything."""
    judge = judge_of(kind.on(rows, cols))
    return Minimax(judge).value(judge.start())


def entry_of(kind: Kind, rows: int, cols: int, winner: int | None = None, moves: int | None = None) -> Entry:
    proof = "none" if winner is None else "search"
    return Entry(*kind, rows, cols, winner, moves, 12, 1.5, proof)
