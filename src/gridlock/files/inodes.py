"""Locks on a file itself, so that a hard link or bind mount to the same file is locked too.

These are Linux's open file description locks. A lock belongs to the descriptor and is released when that is
closed or its process ends. Other systems have no lock that's compatible with SQLite's own: ``flock`` on BSD
and macOS would lock SQLite out of its file.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
from pathlib import Path

# SQLite's locks take the first 512 bytes of the page at 1 << 30, and SQLite stores no data in that page.
_BYTE = (1 << 30) + 0x800
_BUSY = (errno.EAGAIN, errno.EACCES)


if sys.platform == "linux":
    import fcntl

    def lock_inode(path: Path) -> int | None:
        """Open a file, lock it, and return the descriptor; closing that releases the lock.

        Return None if the file can't be locked: it isn't a regular file, it isn't writable, or the file
        system has no locks. Raise BlockingIOError if another program has locked it.
        """
        fd = _open(path)
        if fd is None:
            return None
        request = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BYTE, 1, 0)
        try:
            fcntl.fcntl(fd, fcntl.F_OFD_SETLK, request)
        except OSError as error:
            os.close(fd)
            if error.errno in _BUSY:
                raise BlockingIOError(error.errno, "Locked", str(path)) from None
            return None
        return fd

    def _open(path: Path) -> int | None:
        try:
            if not stat.S_ISREG(os.lstat(path).st_mode):
                return None
            return os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return None

else:

    def lock_inode(path: Path) -> int | None:
        """Return None: this system has no such locks."""
        return None
