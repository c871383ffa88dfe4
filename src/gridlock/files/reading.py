"""Reading untrusted files: regular files only, up to a maximum size."""

import errno
import os
import stat
from pathlib import Path
from typing import IO, NoReturn

MOST_BYTES = 64 << 20
"""The default maximum size of a file, in bytes."""

_PIECE = 1 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Read a UTF-8 file, with ``\\n`` line ends; UnicodeDecodeError or OSError (see :func:`read_bytes`)."""
    text = read_bytes(path, most).decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Read a regular file. The OSError for any other file, or one that is too large, names the file."""
    regular_status(path)  # before opening it: opening a device can have effects
    try:
        with open(os.open(path, _FLAGS), "rb") as file:
            size = _check_regular(path, os.fstat(file.fileno())).st_size
            return _read(path, file, most) if size <= most else _too_large(path, most)
    except OSError as error:
        if error.filename is not None or error.strerror is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _read(path: Path, file: IO[bytes], most: int) -> bytes:
    pieces = []
    left = most + 1  # the file may grow meanwhile
    while left and (piece := file.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left else _too_large(path, most)


def regular_status(path: Path) -> os.stat_result:
    """Return the status of a regular file; OSError if it's anything else."""
    try:
        return _check_regular(path, os.stat(path))
    except ValueError:  # a null byte, or characters the file system can't encode
        raise OSError(errno.EINVAL, "Not a file name", str(path)) from None


def _check_regular(path: Path, status: os.stat_result) -> os.stat_result:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    return status


def _too_large(path: Path, most: int) -> NoReturn:
    size = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} KB"
    raise OSError(errno.EFBIG, f"Larger than {size}", str(path))
