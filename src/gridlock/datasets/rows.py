"""The rows of a dataset: positions with the value of every move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.rules import Game
from gridlock.search import Limits
from gridlock.search.answers import question
from gridlock.search.base_solver import best_values
from gridlock.search.reachable import symmetry_classes

SPLITS = ("train", "validation", "test")
"""The parts of a dataset by the number in the column ``split``."""

COLUMNS = {
    "own": "the cells of the side to move, a 64-bit word: bit `row * columns + column`",
    "opp": "the cells of the other side",
    "extra": "what else the game needs, such as blocked cells",
    "legal": "the legal moves: bit `a` is set if action `a` is legal",
    "turn": "the side to move, 1 or 2",
    "winner": "the side that wins with best play",
    "distance": "the number of moves until the side to move is stuck; the winner hurries, the loser delays",
    "values": "the value of every action: `n` if the side to move wins in `n` moves by playing it, `-n` if "
    "it loses in `n`, 0 if it is illegal",
    "symmetry": "a hash that a position shares with its rotations and reflections, with either side to move",
    "split": "0 train, 1 validation, 2 test; all positions with the same `symmetry` are in the same one",
}
"""What each column means, in Markdown."""

_MEMORY = 1 << 28  # bytes for the transposition table of a worker
_TENTHS = (8, 9, 10)  # of the symmetry classes: up to where train, validation and test go


def row_type(game: Game) -> np.dtype[np.void]:
    """The columns of a row as a NumPy type."""
    words = [(name, "<u8") for name in ("own", "opp", "extra", "legal")]
    numbers = [(name, "u1") for name in ("turn", "winner", "distance")]
    return np.dtype(
        [*words, *numbers, ("values", "i1", (game.actions,)), ("symmetry", "<u8"), ("split", "u1")]
    )


class Chunk(NamedTuple):
    """Positions to value: a job for a worker."""

    game: Game
    words: Any
    """Rows of ``own``, ``opp`` and ``extra``."""
    turns: Any


def value_rows(chunk: Chunk) -> Any:
    """Return the rows of these positions."""
    game, words, turns = chunk
    with question(game, Limits(memory=_MEMORY, threads=1)) as solver:
        values = solver.move_values(words)
    rows = np.zeros(len(words), dtype=row_type(game))
    rows["own"], rows["opp"], rows["extra"] = words.T
    rows["turn"], rows["values"] = turns, values
    bits = np.uint64(1) << np.arange(game.actions, dtype=np.uint64)
    rows["legal"] = np.where(values != 0, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    best = best_values(values)
    rows["winner"] = np.where(best > 0, turns, 3 - turns)
    rows["distance"] = np.abs(best)
    rows["symmetry"] = symmetry_classes(game, words)
    rows["split"] = np.searchsorted(_TENTHS, rows["symmetry"] % np.uint64(10), side="right")
    return rows
