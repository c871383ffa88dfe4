"""Locks on a file itself, by whatever name it is opened: a hard link or a bind mount is the same file.

This is an open file description lock, which Linux has. It belongs to the descriptor, so it goes when that is
closed or its process ends, however that happens. Elsewhere there is no such lock that gets along with
SQLite's own: BSD's and Apple's ``flock`` would lock SQLite out of its file.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
from pathlib import Path

# SQLite never uses the page at 1 << 30, where its own locks are, and of these it needs the first 512 bytes.
_BYTE = (1 << 30) + 0x800
_BUSY = (errno.EAGAIN, errno.EACCES)


if sys.platform == "linux":
    import fcntl

    def lock_inode(path: Path) -> int | None:
        """Open a file and lock it; the descriptor, which keeps the lock until it is closed.

        None if there is nothing that could be locked: no regular file, or none that we may write to, or a
        file system without locks. BlockingIOError if another program has locked it.
        """
        fd = _opened(path)
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

    def _opened(path: Path) -> int | None:
        try:
            if not stat.S_ISREG(os.lstat(path).st_mode):
                return None
            return os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return None

else:

    def lock_inode(path: Path) -> int | None:
        """None: this system has no such locks."""
        return None
