"""The file of a table: marks at both ends, words between them, and a checksum of every block of words.

A file is a mark, the words, a checksum of each block of words (the last one may be short), and an end mark.
The end mark is the first one with a checksum of the checksums in it. So no bit can change without a trace.
Numbers are in the machine's own byte order: on a machine with the other one, the version is unknown.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
from pathlib import Path
from weakref import finalize
from zlib import crc32

from gridlock.games.blockade.table_kernel import MAX_TABLE_CELLS
from gridlock.search.complete import UnusableTable

_MARK = struct.Struct("=20sIIII28x")  # name, version, rows, columns, checksum of the checksums or 0
_NAME = b"gridlock blockade"
_VERSION = 2

_WORD_BYTES = 4  # of a checksum, too
_BLOCK_BYTES = 1 << 16

MARK_BYTES = _MARK.size  # 64
"""Where the words begin."""

BLOCK_WORDS = _BLOCK_BYTES // _WORD_BYTES
"""How many words have one checksum."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def unusable(path: Path, what: str) -> UnusableTable:
    """The error that says what a file is instead of a table that can be used."""
    return UnusableTable(f"{path} is {what}: 'gridlock table build blockade --force' builds a new one.")


def _words_bytes(size: int) -> int:
    return (size << size) * _WORD_BYTES


def count_blocks(size: int) -> int:
    """How many blocks of words the table of a board of so many cells has."""
    return -(-_words_bytes(size) // _BLOCK_BYTES)


def file_bytes(size: int) -> int:
    """How long the file of a board of so many cells is."""
    return MARK_BYTES + _words_bytes(size) + _ending_bytes(size)


def _ending_bytes(size: int) -> int:
    return count_blocks(size) * _WORD_BYTES + MARK_BYTES


def beginning(rows: int, cols: int) -> bytes:
    """What stands before the words."""
    return _mark(rows, cols, 0)


def ending(rows: int, cols: int, sums: bytes) -> bytes:
    """What stands after the words, given the checksums of their blocks."""
    return sums + _mark(rows, cols, crc32(sums))


def _mark(rows: int, cols: int, checksum: int) -> bytes:
    return _MARK.pack(_NAME, _VERSION, rows, cols, checksum)


class _File:
    """The file of a table, read piece by piece: a file that shrinks while it is mapped kills the process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd = os.open(path, _FLAGS)
        self._closing = finalize(self, os.close, self._fd)
        self._lock = threading.Lock()

    @property
    def length(self) -> int:
        """How many bytes the file has now."""
        return os.fstat(self._fd).st_size

    def read(self, place: int, count: int) -> bytes:
        """So many bytes from a place on; UnusableTable if they are not there or cannot be read."""
        try:
            with self._lock:
                data = self._read(place, count)
        except OSError as error:
            raise unusable(self.path, "a damaged table") from error
        if len(data) < count:
            raise unusable(self.path, "a damaged table")
        return data

    def _read(self, place: int, count: int) -> bytes:
        """So many bytes from a place on, or all that there are."""
        if not self._closing.alive:
            raise ValueError("The table is closed.")
        data = b""
        while len(data) < count and (more := _read_at(self._fd, place + len(data), count - len(data))):
            data += more
        return data

    def close(self) -> None:
        """Let go of the file; it may be done already."""
        with self._lock:
            self._closing()


if sys.platform == "win32":

    def _read_at(fd: int, place: int, count: int) -> bytes:
        os.lseek(fd, place, os.SEEK_SET)
        return os.read(fd, count)

else:

    def _read_at(fd: int, place: int, count: int) -> bytes:
        return os.pread(fd, count, place)


class Blocks:
    """The words of a table in a file; whatever is read is checked."""

    def __init__(self, file: _File, rows: int, cols: int, sums: memoryview) -> None:
        self.path = file.path
        self.rows = rows
        self.cols = cols
        self._file = file
        self._end = _words_bytes(rows * cols)
        self._sums = sums

    def block(self, number: int) -> memoryview:
        """The words of one block."""
        return self.run(number, number + 1)

    def run(self, first: int, last: int) -> memoryview:
        """The words of the blocks from ``first`` to ``last - 1``; there may be fewer."""
        begin = first * _BLOCK_BYTES
        data = memoryview(self._file.read(MARK_BYTES + begin, min(last * _BLOCK_BYTES, self._end) - begin))
        for place in range(0, len(data), _BLOCK_BYTES):
            if crc32(data[place : place + _BLOCK_BYTES]) != self._sums[first + place // _BLOCK_BYTES]:
                raise unusable(self.path, "a damaged table")
        return data.cast("I")

    def close(self) -> None:
        """Let go of the file; it may be done already."""
        self._file.close()


def open_blocks(path: Path) -> Blocks:
    """The words of the table in a file; UnusableTable if it is not one, or not complete."""
    file = _File(path)
    try:
        return _checked(file)
    except BaseException:
        file.close()
        raise


def _checked(file: _File) -> Blocks:
    """The words in a file, once it is clear that it has a beginning, an end and the right length."""
    length = file.length
    rows, cols = _checked_board(file, length)
    size = rows * cols
    if length != file_bytes(size):
        raise unusable(file.path, f"a table of {length} bytes instead of {file_bytes(size)}")
    end = file.read(length - _ending_bytes(size), _ending_bytes(size))
    sums = end[:-MARK_BYTES]
    if end != ending(rows, cols, sums):
        raise unusable(file.path, "a damaged table, or only a part of one")
    return Blocks(file, rows, cols, memoryview(sums).cast("I"))


def _checked_board(file: _File, length: int) -> tuple[int, int]:
    """The rows and columns that stand at the beginning of a file, once it is clear that it is a table's."""
    begin = file.read(0, min(length, MARK_BYTES))
    if len(begin) < MARK_BYTES or not begin.startswith(_NAME):
        raise unusable(file.path, "no table of blockade")
    _, version, rows, cols, _ = _MARK.unpack(begin)
    if version != _VERSION:
        raise unusable(
            file.path, "a table of another version of this program or from another kind of machine"
        )
    if begin != beginning(rows, cols) or not 2 <= rows * cols <= MAX_TABLE_CELLS:
        raise unusable(file.path, "a damaged table")
    return rows, cols
