"""Which boards an atlas has: the shapes that are worth solving."""

from __future__ import annotations

from gridlock.board import MAX_CELLS
from gridlock.rules.variant import Variant

Shape = tuple[int, int]
"""Rows and columns."""


def boards(variant: Variant, max_cells: int = MAX_CELLS) -> list[Shape]:
    """The boards to solve, by the number of cells, then by rows; of two with the same value, the wide one."""
    return [
        (rows, cells // rows)
        for cells in range(1, max_cells + 1)
        for rows in range(1, cells + 1)
        if cells % rows == 0
        and (rows <= cells // rows or not variant.transposable)
        and variant.can_be_on(rows, cells // rows)
    ]


def board_of(variant: Variant, rows: int, cols: int) -> Shape:
    """The board that has an entry for this size; InvalidGame if there is no such board."""
    variant.on(rows, cols)
    return (cols, rows) if variant.transposable and rows > cols else (rows, cols)
