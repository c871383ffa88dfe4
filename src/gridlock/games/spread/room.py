"""The most tokens that fit into a set of cells without touching each other."""

from __future__ import annotations

from functools import cache, lru_cache

from gridlock.board import Board, cells


@lru_cache(maxsize=1 << 14)
def most_tokens(board: Board, word: int) -> int:
    """Return how many tokens fit into a set of cells.

    Line by line along the longer edge: for each choice of cells in the last line, the most tokens so far.
    """
    most = {0: 0}
    for line in _lines(board, word):
        most = {
            chosen: chosen.bit_count() + max(number for before, number in most.items() if not before & beside)
            for chosen, beside in _choices(line)
        }
    return max(most.values())


def _lines(board: Board, word: int) -> list[int]:
    """Split a set of cells into lines along the shorter edge."""
    lines = [0] * max(board.rows, board.cols)
    for cell in cells(word):
        row, col = divmod(cell, board.cols)
        along, across = (row, col) if board.cols <= board.rows else (col, row)
        lines[along] |= 1 << across
    return lines


@cache
def _choices(line: int) -> tuple[tuple[int, int], ...]:
    """Return the sets of cells of a line that don't touch each other, with the places they touch."""
    chosen, choices = line, [(0, 0)]
    while chosen:
        if not chosen & chosen << 1:
            choices.append((chosen, chosen | chosen << 1 | chosen >> 1))
        chosen = (chosen - 1) & line
    return tuple(choices)
