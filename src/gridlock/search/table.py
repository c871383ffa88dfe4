"""The table of blockade: who wins, for every position of a board, in a file that is mapped into memory."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import time
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from gridlock.board import Board
from gridlock.errors import GridlockError, InvalidGame, InvalidPosition
from gridlock.files import cache_folder
from gridlock.games import Game, Position, make, other
from gridlock.search.table_kernel import MAX_TABLE_CELLS, Words, beside, count_lost, decide, touching

__all__ = [
    "BlockadeTable",
    "LayerStats",
    "build_table",
    "open_table",
    "table_for",
    "table_path",
    "table_stats",
]

_STANDARD = (5, 5)

# A file begins and ends with the same mark; a copy that stopped half-way has lost the one or the other.
# Numbers are in the machine's own byte order: on a machine with the other one, the version is unknown.
_MARK = struct.Struct("=20sIII32x")  # name, version, rows, columns: 64 bytes, a line of the processor's cache
_NAME = b"gridlock blockade"
_VERSION = 1

_WORD_BYTES = 4
_PARTS = 256  # how often the progress is told, and how soon Ctrl-C is heard
_STALE = 24 * 60 * 60.0  # seconds after which nobody is at work on a draft any more


def table_path(rows: int = _STANDARD[0], cols: int = _STANDARD[1]) -> Path:
    """Where the table of a board is kept."""
    return cache_folder() / f"blockade-{rows}x{cols}.table"


def build_table(
    rows: int = _STANDARD[0],
    cols: int = _STANDARD[1],
    path: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Decide every position of a board, write the table to a file in one step, and return its path.

    ``progress`` is told now and then how much is done, from 0 to 1. If it raises, so does this, and there is
    no new file; an old one is as it was. The same goes for Ctrl-C.
    """
    board = _board(rows, cols)
    path = table_path(rows, cols) if path is None else path
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise GridlockError(f"{path} is not a file.")
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target)
    _check_room(target.parent, _file_bytes(board.size))
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        _write(draft, board, progress or (lambda done: None))
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    return path


def _board(rows: int, cols: int) -> Board:
    board = make("blockade", rows, cols).board
    if board.size > MAX_TABLE_CELLS:
        raise InvalidGame(
            f"A table is for at most {MAX_TABLE_CELLS} cells; {rows}x{cols} would have {board.size}."
        )
    return board


def _file_bytes(size: int) -> int:
    return 2 * _MARK.size + (size << size) * _WORD_BYTES


def _sweep(target: Path) -> None:
    """Remove what a build left behind that was killed long ago: these files are large."""
    for draft in target.parent.glob(f".{target.name}.*.tmp"):
        if time.time() - draft.stat().st_mtime > _STALE:
            draft.unlink(missing_ok=True)


def _check_room(folder: Path, needed: int) -> None:
    room = shutil.disk_usage(folder).free
    if room < needed:
        raise GridlockError(
            f"The table needs {needed / 1e9:.2f} GB of disk space, "
            f"and in {folder} only {room / 1e9:.2f} GB are free."
        )


def _write(draft: Path, board: Board, progress: Callable[[float], None]) -> None:
    total = _file_bytes(board.size)
    with open(draft, "w+b") as file:
        _reserve(file, total)
        with mmap.mmap(file.fileno(), total) as mapped:
            _fill(mapped, board, progress)
            mark = _MARK.pack(_NAME, _VERSION, board.rows, board.cols)
            mapped[: _MARK.size] = mapped[-_MARK.size :] = mark
            mapped.flush()
        os.fsync(file.fileno())


def _reserve(file: IO[bytes], total: int) -> None:
    """Make the file that long and take the space now: finding none later would kill the process."""
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, total)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):  # what systems say that cannot do this
            raise GridlockError(f"The disk has no room for the table: {error.strerror}.") from error
    file.truncate(total)


def _fill(mapped: mmap.mmap, board: Board, progress: Callable[[float], None]) -> None:
    size = board.size
    words = _words(mapped, size)
    near, steps = touching(board), beside(board)
    try:
        sets = 1 << size
        part = max(1, sets // _PARTS)
        for last in range(sets, 0, -part):
            decide(words, size, last - part, last, near, steps)
            progress(1 - (last - part) / sets)
    finally:
        del words  # a map cannot be closed as long as somebody looks into it


def _words(mapped: mmap.mmap, size: int) -> Words:
    return np.frombuffer(mapped, dtype=np.uint32, count=size << size, offset=_MARK.size)


class BlockadeTable:
    """An open table, made by :func:`open_table`: it knows the winner of every position of its board."""

    def __init__(self, mapped: mmap.mmap, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.size = rows * cols
        self._mapped = mapped
        with memoryview(mapped) as view:
            self._words = view[_MARK.size : -_MARK.size].cast("I")

    def wins(self, own: int, opp: int, blocked: int) -> bool:
        """Whether the side to move wins: its place, the other's place and the blocked cells as words."""
        if not (
            own.bit_count() == opp.bit_count() == 1
            and not (own & opp or (own | opp) & blocked)
            and 0 < own | opp | blocked < 1 << self.size
        ):
            raise InvalidPosition(
                f"Places {own:#x} and {opp:#x} and blocks {blocked:#x} are no position "
                f"of {self.rows}x{self.cols}."
            )
        losing = self._words[blocked * self.size + opp.bit_length() - 1]
        return not losing & own

    def winner(self, position: Position) -> int:
        """The side that wins a position if both play as well as can be."""
        game = position.game
        if game.id != "blockade" or (game.rows, game.cols) != (self.rows, self.cols):
            raise InvalidGame(
                f"This is a table of blockade {self.rows}x{self.cols}, not of {game.id} {game.size_text}."
            )
        wins = self.wins(position.own, position.opp, position.extra)
        return position.turn if wins else other(position.turn)

    def words(self) -> Words:
        """The table as an array for compiled code. Let go of it before the table is closed."""
        return _words(self._mapped, self.size)

    def close(self) -> None:
        """Let go of the file; the table can no longer be asked then."""
        self._words.release()
        self._mapped.close()

    def __enter__(self) -> BlockadeTable:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def open_table(path: Path | None = None) -> BlockadeTable | None:
    """The table in a file, or None if there is no file; without a path, the kept table of 5x5."""
    place = table_path() if path is None else path
    if not place.exists():
        return None
    if not place.is_file():
        raise GridlockError(f"{place} is not a file.")
    with open(place, "rb") as file:
        rows, cols = _check(place, file)
        if path is None and (rows, cols) != _STANDARD:
            raise _unusable(place, f"a table of {rows}x{cols}")
        return BlockadeTable(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), rows, cols)


@cache
def _opened(path: Path) -> BlockadeTable | None:
    return open_table(path)


def table_for(game: Game) -> BlockadeTable | None:
    """The table of a game's board, if there is one; it stays open."""
    if game.id != "blockade":
        return None
    path = table_path(game.rows, game.cols)
    return _opened(path) if path.exists() else None


def _check(path: Path, file: IO[bytes]) -> tuple[int, int]:
    """The rows and columns of the table in a file, once it is clear that it is a whole one."""
    mark = file.read(_MARK.size)
    if len(mark) < _MARK.size or not mark.startswith(_NAME):
        raise _unusable(path, "no table of blockade")
    _, version, rows, cols = _MARK.unpack(mark)
    if version != _VERSION:
        raise _unusable(path, "a table of another version of this program or from another kind of machine")
    size = rows * cols
    if mark != _MARK.pack(_NAME, version, rows, cols) or not 2 <= size <= MAX_TABLE_CELLS:
        raise _unusable(path, "a damaged table")
    length = os.fstat(file.fileno()).st_size
    if length != _file_bytes(size):
        raise _unusable(path, f"a table of {length} bytes instead of {_file_bytes(size)}")
    file.seek(-_MARK.size, os.SEEK_END)
    if file.read() != mark:
        raise _unusable(path, "a table without its end")
    return rows, cols


def _unusable(path: Path, what: str) -> GridlockError:
    return GridlockError(f"{path} is {what}: 'gridlock table build blockade --force' builds a new one.")


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
    words = table.words()
    sets = 1 << size
    part = max(1, sets // _PARTS)
    try:
        for first in range(0, sets, part):
            count_lost(words, size, first, first + part, lost)
    finally:
        del words  # as in _fill
    return [_layer(size, blocks, int(lost[blocks])) for blocks in range(size - 1)]


def _layer(size: int, blocks: int, lost: int) -> LayerStats:
    free = size - blocks
    positions = comb(size, blocks) * free * (free - 1)
    return LayerStats(blocks, positions, positions - lost, lost)
