"""The table of blockade: who wins, for every position of a board, in a file that is checked as it is read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gridlock.errors import GridlockError, InvalidGame, InvalidPosition, problem_text
from gridlock.files import cache_folder
from gridlock.games.blockade.table_file import BLOCK_WORDS, Blocks, open_blocks, unusable
from gridlock.games.blockade.table_kernel import WordArray, count_lost
from gridlock.rules import Game, Position, other

STANDARD = (5, 5)
"""The board whose table the commands are about."""

_KEPT = 256  # blocks that are kept in memory: 16 MB


def table_path(rows: int = STANDARD[0], cols: int = STANDARD[1]) -> Path:
    """Where the table of a board is kept."""
    return cache_folder() / f"blockade-{rows}x{cols}.table"


class BlockadeTable:
    """An open table, made by :func:`open_table`: it knows the winner of every position of its board."""

    def __init__(self, blocks: Blocks) -> None:
        self.path = blocks.path
        self.rows = blocks.rows
        self.cols = blocks.cols
        self.size = blocks.rows * blocks.cols
        self._blocks = blocks
        self._block = lru_cache(_KEPT)(blocks.block)

    def wins(self, own: int, opp: int, blocked: int) -> bool:
        """Whether the side to move wins: its place, the other's place and the blocked cells as words.

        UnusableTable if the file turns out to be damaged where the answer is.
        """
        if not (
            own.bit_count() == opp.bit_count() == 1
            and not (own & opp or (own | opp) & blocked)
            and 0 < own | opp | blocked < 1 << self.size
        ):
            raise InvalidPosition(
                f"Places {own:#x} and {opp:#x} and blocks {blocked:#x} are not a position "
                f"of {self.rows}x{self.cols}."
            )
        number, place = divmod(blocked * self.size + opp.bit_length() - 1, BLOCK_WORDS)
        return not self._block(number)[place] & own

    def winner(self, position: Position) -> int:
        """The side that wins a position if both play as well as can be."""
        game = position.game
        if game.id != "blockade" or (game.rows, game.cols) != (self.rows, self.cols):
            raise InvalidGame(
                f"This is a table of blockade {self.rows}x{self.cols}, not of {game.id} {game.size_text}."
            )
        wins = self.wins(*position.words)
        return position.turn if wins else other(position.turn)

    def parts(self) -> Iterator[tuple[int, WordArray]]:
        """All words, for compiled code: arrays of them, each with the first set of blocks that it is about.

        UnusableTable if the file is damaged anywhere.
        """
        for first in range(0, 1 << self.size, BLOCK_WORDS):  # so many sets fill one block for each cell
            number = first // BLOCK_WORDS * self.size
            yield first, np.frombuffer(self._blocks.run(number, number + self.size), dtype=np.uint32)

    def check(self) -> None:
        """Read the whole table; UnusableTable if it is damaged anywhere."""
        for _ in self.parts():
            pass

    def give_up(self, error: Exception) -> None:
        """Use this table no more, and warn of that, once in this process."""
        _give_up(self.path, error)

    def close(self) -> None:
        """Let go of the file; the table can no longer be asked then."""
        self._blocks.close()
        self._block.cache_clear()

    def __enter__(self) -> BlockadeTable:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def open_table(path: Path | None = None) -> BlockadeTable | None:
    """The table in a file, or None if there is no file; without a path, the kept table of 5x5."""
    return _open(table_path(), STANDARD) if path is None else _open(path)


def _open(path: Path, board: tuple[int, int] | None = None) -> BlockadeTable | None:
    """The table in a file, which must be one of this board, if any is given; None if there is no file."""
    if not path.exists():
        return None
    if not path.is_file():
        raise GridlockError(f"{path} is not a file.")
    blocks = open_blocks(path)
    if board not in (None, (blocks.rows, blocks.cols)):
        blocks.close()
        raise unusable(path, f"a table of {blocks.rows}x{blocks.cols}")
    return BlockadeTable(blocks)


_open_once = cache(_open)

_given_up: set[Path] = set()  # tables that cannot be used, and of which a warning has told


def table_for(game: Game) -> BlockadeTable | None:
    """The table of a game's board, if there is one that can be used; it stays open."""
    try:
        path = table_path(game.rows, game.cols)
    except OSError:  # nowhere to keep anything
        return None
    try:
        if path in _given_up or not path.exists():
            return None
        return _open_once(path, (game.rows, game.cols))
    except (GridlockError, OSError) as error:
        _give_up(path, error)
        return None


def _give_up(path: Path, error: Exception) -> None:
    """Use the table in a file no more, and warn of that, once in this process."""
    if path not in _given_up:
        _given_up.add(path)
        warnings.warn(f"{problem_text(error)} The search goes on without it.", stacklevel=2)


class LayerStats(NamedTuple):
    """All positions with so many blocks, and how many of them the side to move wins and loses."""

    blocks: int
    positions: int
    won: int
    lost: int


def table_stats(table: BlockadeTable) -> list[LayerStats]:
    """Count the whole table, layer by layer."""
    size = table.size
    lost = np.zeros(size + 1, dtype=np.int64)
    for first, words in table.parts():
        count_lost(words, size, first, lost)
    return [_layer(size, blocks, int(lost[blocks])) for blocks in range(size - 1)]


def _layer(size: int, blocks: int, lost: int) -> LayerStats:
    free = size - blocks
    positions = comb(size, blocks) * free * (free - 1)
    return LayerStats(blocks, positions, positions - lost, lost)
