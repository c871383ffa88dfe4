"""Reading files that may be anything: only regular files, and only up to a size."""

import errno
import os
import stat
from pathlib import Path
from typing import IO, NoReturn

MOST_BYTES = 64 << 20
"""The size of the largest file that is read."""

_PIECE = 1 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file, line ends as ``\\n``; UnicodeDecodeError if it is not UTF-8, OSError as below."""
    text = read_bytes(path, most).decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file; OSError, which names it, if that is not one, too large or unreadable."""
    regular_status(path)  # before it is opened: that alone can set a device in motion
    try:
        with open(os.open(path, _FLAGS), "rb") as file:
            size = _checked(path, os.fstat(file.fileno())).st_size
            return _read(path, file, most) if size <= most else _too_large(path, most)
    except OSError as error:
        if error.filename is not None or error.strerror is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _read(path: Path, file: IO[bytes], most: int) -> bytes:
    pieces = []
    left = most + 1  # a file may grow while it is read
    while left and (piece := file.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left else _too_large(path, most)


def regular_status(path: Path) -> os.stat_result:
    """What the system says of a regular file; OSError if it is not one."""
    try:
        return _checked(path, os.stat(path))
    except ValueError:  # a zero byte, or letters that the file system cannot write
        raise OSError(errno.EINVAL, "Not a file name", str(path)) from None


def _checked(path: Path, status: os.stat_result) -> os.stat_result:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    return status


def _too_large(path: Path, most: int) -> NoReturn:
    size = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} KB"
    raise OSError(errno.EFBIG, f"Larger than {size}", str(path))
