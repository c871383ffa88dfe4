"""Locks between programs. A lock is released when its process ends, even by a crash."""

from __future__ import annotations

import errno
import os
import re
import stat
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 10.0
"""How long ``with lock:`` waits for the lock, in seconds."""

_TICK = 0.02  # seconds between attempts
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FAR = 1 << 30  # the byte to lock on Windows, past the text: a locked byte can't be read
_UNSUPPORTED = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
_TEXT = re.compile(rb"(?:([0-9]{1,20}) (\S{1,255})\n)?")
_MAX_TEXT = 300  # bytes
_UNKNOWN_HOLDER = "another program"

# SQLite's locks take the first 512 bytes of the page at 1 << 30, and SQLite stores no data in that page.
_INODE_BYTE = (1 << 30) + 0x800

_long_held: set[Path] = set()  # locks that this process took with keep()


class Locked(OSError):
    """Another program holds the lock; the message says which one."""


if sys.platform == "win32":
    import msvcrt

    def try_lock(fd: int) -> bool | None:
        """Lock an open file; return whether that worked, or None if the file system has no locks."""
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return None if error.errno in _UNSUPPORTED else False
        return True

else:
    import fcntl

    def try_lock(fd: int) -> bool | None:
        """Lock an open file; return whether that worked, or None if the file system has no locks."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return None if error.errno in _UNSUPPORTED else False
        return True


if sys.platform == "linux":

    def lock_inode(path: Path) -> int | None:
        """Open a file, lock it under all of its names, and return the descriptor.

        This is an open file description lock: it belongs to the descriptor, and is released when that is
        closed or its process ends. Other systems have no lock that's compatible with SQLite's own: ``flock``
        on BSD and macOS would lock SQLite out of its file.

        Return None if the file can't be locked: it isn't a regular file, it isn't writable, or the file
        system has no locks. Raise BlockingIOError if another program has locked it.
        """
        fd = _open_regular(path)
        if fd is None:
            return None
        request = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _INODE_BYTE, 1, 0)
        try:
            fcntl.fcntl(fd, fcntl.F_OFD_SETLK, request)
        except OSError as error:
            os.close(fd)
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise BlockingIOError(error.errno, "Locked", str(path)) from None
            return None
        return fd

    def _open_regular(path: Path) -> int | None:
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


class Lock:
    """An exclusive lock on a file; ``with lock:`` waits up to PATIENCE seconds for it.

    The lock is on a second file next to it, because the file itself is replaced whenever it's written. The
    lock file is removed on release; if the program is killed, it stays behind unlocked. A link or another
    file with the lock file's name is left alone, and the lock can't be taken.

    Where possible the file itself is locked too, so that no program can open it by another name. After the
    file was replaced, :meth:`keep` locks the new one.
    """

    def __init__(self, path: Path) -> None:
        target = Path(os.path.realpath(path))
        self._file = path
        self._target = target
        self._path = target.with_name(f".{target.name}.lock")
        self._fd: int | None = None
        self._inode: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._fd is not None

    def take(self, patience: float = 0.0) -> None:
        """Take the lock, waiting up to ``patience`` seconds; Locked if another program still holds it.

        Raise OSError if it can't be taken for another reason.
        """
        end = time.monotonic() + patience
        while not self._try():
            if time.monotonic() >= end or self._path in _long_held:
                raise Locked(errno.EBUSY, f"In use by {self._holder()}", str(self._file))
            time.sleep(_TICK)

    def keep(self) -> None:
        """Take the lock for a long time, or check that it still holds; Locked if another program has it."""
        if self._fd is not None and not _is_at(self._fd, self._path):  # the lock file was deleted
            os.close(self._fd)
            self._fd = None
            self._unlock_inode()
        if self._fd is None:
            self.take()
        elif not self._lock_inode():
            raise Locked(errno.EBUSY, f"In use by {_UNKNOWN_HOLDER}", str(self._file))
        _long_held.add(self._path)

    def release(self) -> None:
        """Release the lock, if this object holds it."""
        self._unlock_inode()
        fd, self._fd = self._fd, None
        if fd is None:
            return
        _long_held.discard(self._path)
        ours = _is_at(fd, self._path)
        if sys.platform == "win32":  # which can't remove an open file
            os.close(fd)
        with suppress(OSError):  # Windows: another program has just opened it. It stays behind unlocked.
            if ours:  # before it's closed, so that a waiting program notices that the file is gone
                self._path.unlink(missing_ok=True)
        if sys.platform != "win32":
            os.close(fd)

    def __enter__(self) -> Lock:
        self.take(PATIENCE)
        return self

    def __exit__(self, *reason: object) -> None:
        self.release()

    def _try(self) -> bool:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
        try:
            self._check(fd)
            if try_lock(fd) is False or not _is_at(fd, self._path):
                os.close(fd)
                return False
        except BaseException:
            os.close(fd)
            raise
        self._fd = fd
        if not self._lock_inode():
            self.release()
            return False
        with suppress(OSError):  # disk full: the lock holds, only its holder stays unknown
            os.lseek(fd, 0, os.SEEK_SET)
            os.ftruncate(fd, 0)
            os.write(fd, f"{os.getpid()} {_host()}\n".encode())
        return True

    def _lock_inode(self) -> bool:
        """Lock the file currently at the path; return False if another program has locked it."""
        if self._inode is not None and not _is_at(self._inode, self._target):  # the file was replaced
            self._unlock_inode()
        if self._inode is None:
            try:
                self._inode = lock_inode(self._target)
            except BlockingIOError:
                return False
        return True

    def _unlock_inode(self) -> None:
        if self._inode is not None:
            os.close(self._inode)
            self._inode = None

    def _check(self, fd: int) -> None:
        """Raise FileExistsError if the file is not a lock file."""
        status = os.fstat(fd)
        ordinary = stat.S_ISREG(status.st_mode) and status.st_nlink <= 1
        if not ordinary or not _TEXT.fullmatch(_beginning(fd)):
            raise FileExistsError(errno.EEXIST, "Not a lock file; move it away", str(self._path))

    def _holder(self) -> str:
        """Describe the program that holds the lock, according to the lock file."""
        try:
            fd = os.open(self._path, os.O_RDONLY | _NO_LINK)
        except OSError:
            return _UNKNOWN_HOLDER
        try:
            match = _TEXT.fullmatch(_beginning(fd))
        finally:
            os.close(fd)
        if match is None or match[1] is None:
            return _UNKNOWN_HOLDER
        pid, host = match[1].decode(), match[2].decode(errors="replace")
        if host != _host():
            return f"another program (process {pid} on {host})"
        return "this program" if pid == str(os.getpid()) else f"another program (process {pid})"


def _beginning(fd: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    return os.read(fd, _MAX_TEXT)


def _host() -> str:
    """Return this machine's name."""
    import socket  # imported late: only needed to take a lock

    return socket.gethostname()


def _is_at(fd: int, path: Path) -> bool:
    """Return whether an open file is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(fd), os.lstat(path))
    except FileNotFoundError:
        return False
