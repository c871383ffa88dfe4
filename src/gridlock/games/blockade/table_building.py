"""Building the table of blockade: every position decided, and the answers written in one step."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zlib import crc32

import numpy as np

from gridlock.board import Board
from gridlock.errors import GridlockError, InvalidGame, problem_text
from gridlock.files import Lock, Locked, draft_of, sweep
from gridlock.games.blockade.table import STANDARD, table_path
from gridlock.games.blockade.table_file import (
    BLOCK_WORDS,
    MARK_BYTES,
    beginning,
    count_blocks,
    ending,
    file_bytes,
)
from gridlock.games.blockade.table_kernel import MAX_TABLE_CELLS, WordArray, beside, decide, touching
from gridlock.rules import make

_PARTS = 256  # how often the progress is told, and how soon Ctrl-C is heard


def build_table(
    rows: int = STANDARD[0],
    cols: int = STANDARD[1],
    path: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Decide every position of a board, write the table to a file in one step, and return its path.

    ``progress`` is told now and then how much is done, from 0 to 1. If it raises, so does this, and there is
    no new file; an old one is as it was. The same goes for Ctrl-C. While another program builds the same
    table, this raises GridlockError.
    """
    board = _board(rows, cols)
    path = table_path(rows, cols) if path is None else path
    if path.exists() and not path.is_file():
        raise GridlockError(f"{path} is not a file.")
    folder = Path(os.path.realpath(path)).parent
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(path):
        sweep(folder)
        _check_room(folder, file_bytes(board.size))
        with draft_of(path) as draft:
            _write(draft, board, progress or (lambda done: None))
    return path


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let nobody else build the same table: that would take as much room again, and nobody needs two."""
    lock = Lock(path)
    try:
        lock.take()
    except Locked as error:
        raise GridlockError(f"Somebody is building this table already. {problem_text(error)}") from None
    try:
        yield
    finally:
        lock.release()


def _board(rows: int, cols: int) -> Board:
    board = make("blockade", rows, cols).board
    if board.size > MAX_TABLE_CELLS:
        raise InvalidGame(
            f"A table is for at most {MAX_TABLE_CELLS} cells; {rows}x{cols} would have {board.size}."
        )
    return board


def _check_room(folder: Path, needed: int) -> None:
    room = shutil.disk_usage(folder).free
    if room < needed:
        raise GridlockError(
            f"The table needs {needed / 1e9:.2f} GB of disk space, "
            f"and in {folder} only {room / 1e9:.2f} GB are free."
        )


def _write(draft: IO[bytes], board: Board, progress: Callable[[float], None]) -> None:
    total = file_bytes(board.size)
    _reserve(draft, total)
    with mmap.mmap(draft.fileno(), total) as mapped:
        sums = _fill(mapped, board, progress)
        end = ending(board.rows, board.cols, sums.tobytes())
        mapped[:MARK_BYTES] = beginning(board.rows, board.cols)
        mapped[-len(end) :] = end
        mapped.flush()


def _reserve(file: IO[bytes], total: int) -> None:
    """Make the file that long and take the space now: finding none later would kill the process."""
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, total)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):  # what systems say that cannot do this
            raise GridlockError(f"The disk has no room for the table: {error.strerror}.") from error
    file.truncate(total)


def _fill(mapped: mmap.mmap, board: Board, progress: Callable[[float], None]) -> WordArray:
    """Fill in all words, and return the checksums of their blocks."""
    size = board.size
    words = np.frombuffer(mapped, dtype=np.uint32, count=size << size, offset=MARK_BYTES)
    near, steps = touching(board), beside(board)
    block = count_blocks(size)
    sums = np.zeros(block, dtype=np.uint32)
    try:
        sets = 1 << size
        part = max(1, sets // _PARTS)
        for first in range(sets - part, -1, -part):
            decide(words, size, first, first + part, near, steps)
            while block and (block - 1) * BLOCK_WORDS >= first * size:  # the words are still at hand
                block -= 1
                sums[block] = crc32(words[block * BLOCK_WORDS : (block + 1) * BLOCK_WORDS].data)
            progress(1 - first / sets)
    finally:
        del words  # a map cannot be closed as long as somebody looks into it
    return sums
