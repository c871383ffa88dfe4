"""Verify an atlas by solving some of its boards again in another way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from gridlock.atlas.entries import Atlas, Entry, Shape
from gridlock.atlas.solve import solve_board
from gridlock.search import Limits

WITHOUT = "without theorems"
AGAIN = "again"
OUT_OF_REACH = "not solved in time"

_LEAST_TABLE = 1 << 20  # bytes: a quarter of the initial table
_BYTES_A_NODE = 30  # less than a search lets its table grow to


class Check(NamedTuple):
    """An entry and the result of solving its board again."""

    entry: Entry
    result: Entry
    method: str

    @property
    def agrees(self) -> bool:
        """Whether the two results are consistent."""
        return not self.result.contradicts(self.entry)

    @property
    def description(self) -> str:
        """How it was checked, with the board if rows and columns were swapped, and whether only the winner
        was checked.
        """
        turned = f", as {self.result.size_text}" if self.result.shape != self.entry.shape else ""
        rest = self.result.winner is not None and self.result.moves is None and self.entry.moves is not None
        return f"{self.method}{turned}{', only the winner' if rest else ''}"


def sample(atlases: Sequence[Atlas], count: int, seed: int) -> list[Entry]:
    """Pick this many solved entries at random, in the order of the atlases."""
    solved = [entry for atlas in atlases for entry in atlas.solved()]
    chosen = Random(seed).sample(range(len(solved)), min(count, len(solved)))
    return [solved[number] for number in sorted(chosen)]


def check(entries: Sequence[Entry], limits: Limits) -> Iterator[Check]:
    """Solve the board of each entry again: without theorems, or with them if that takes too long.

    The time limit is processor time for each of the two. Rows and columns are swapped where possible, so that
    even a search without theorems differs from the one for the atlas.
    """
    for entry in entries:
        yield _check(entry, limits)


def _check(entry: Entry, limits: Limits) -> Check:
    distance = entry.moves is not None
    shape = _other_shape(entry)
    without = solve_board(entry.game_variant, shape, replace(limits, theorems=0), distance=distance)
    if without.winner is not None:
        return Check(entry, without, WITHOUT)
    other_table = replace(limits, memory=_other_memory(entry, limits))
    again = solve_board(entry.game_variant, shape, other_table, distance=distance)
    return Check(entry, again, OUT_OF_REACH if again.winner is None else AGAIN)


def _other_shape(entry: Entry) -> Shape:
    return (entry.cols, entry.rows) if entry.game_variant.transposable else entry.shape


def _other_memory(entry: Entry, limits: Limits) -> int:
    """A table size somewhat smaller than the one the entry was solved with."""
    return min(limits.memory * 3 // 4, max(_LEAST_TABLE, _BYTES_A_NODE * entry.nodes))
