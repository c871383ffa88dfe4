"""Locks between programs. A lock dies with the process that holds it, however that ends."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from gridlock.files.inodes import lock_inode

PATIENCE = 10.0
"""Seconds that whoever only wants to change a file waits for others who do."""

_TICK = 0.02  # seconds between two tries
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FAR = 1 << 30  # Windows lets nobody read a locked byte, so the one that is locked is not one of the text
_UNSUPPORTED = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
_TEXT = re.compile(rb"(?:([0-9]{1,20}) (\S{1,255})\n)?")
_MOST = 300  # bytes of it
_SOMEBODY = "another program"

_kept: set[Path] = set()  # locks that this process holds for long


class Locked(OSError):
    """Another program is at work on the file; the message says which one."""


if sys.platform == "win32":
    import msvcrt

    def try_lock(fd: int) -> bool | None:
        """Lock an open file: whether that worked, or None if the file system has no locks."""
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return None if error.errno in _UNSUPPORTED else False
        return True

else:
    import fcntl

    def try_lock(fd: int) -> bool | None:
        """Lock an open file: whether that worked, or None if the file system has no locks."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return None if error.errno in _UNSUPPORTED else False
        return True


class Lock:
    """The right to change a file, for one program at a time; ``with lock:`` waits a while for it.

    It is a lock on a second file beside it, since the file itself is replaced whenever it is written. That
    second file goes when the lock is let go; if its program is killed, it stays, and locks nothing. Whatever
    else has its name, a link or somebody's own file, is left alone, and there is no lock.

    The file itself is locked too, if there is one and the system can do that, so that no program opens it by
    another name. After the file was replaced, :meth:`keep` locks the new one.
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
        """Whether this object has the lock."""
        return self._fd is not None

    def take(self, patience: float = 0.0) -> None:
        """Take the lock, waiting for up to this many seconds; Locked if another program keeps it.

        OSError if it cannot be taken for other reasons.
        """
        end = time.monotonic() + patience
        while not self._try():
            if time.monotonic() >= end or self._path in _kept:
                raise Locked(errno.EBUSY, f"In use by {self._holder()}", str(self._file))
            time.sleep(_TICK)

    def keep(self) -> None:
        """Take the lock for long, or make sure that it is still there; Locked if another program has it."""
        if self._fd is not None and not _is_at(self._fd, self._path):  # somebody has tidied it away
            os.close(self._fd)
            self._fd = None
            self._unlock_inode()
        if self._fd is None:
            self.take()
        elif not self._lock_inode():
            raise Locked(errno.EBUSY, f"In use by {_SOMEBODY}", str(self._file))
        _kept.add(self._path)

    def release(self) -> None:
        """Let the lock go, if this object has it."""
        self._unlock_inode()
        fd, self._fd = self._fd, None
        if fd is None:
            return
        _kept.discard(self._path)
        ours = _is_at(fd, self._path)
        if sys.platform == "win32":  # where a file that is open cannot be removed
            os.close(fd)
        with suppress(OSError):  # Windows: somebody else has just opened it. It stays, and locks nothing.
            if ours:  # before it is closed: whoever waits for it must find that it is another file now
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
        with suppress(OSError):  # a full disk: it is locked all the same, only nobody learns by whom
            os.lseek(fd, 0, os.SEEK_SET)
            os.ftruncate(fd, 0)
            os.write(fd, f"{os.getpid()} {_host()}\n".encode())
        return True

    def _lock_inode(self) -> bool:
        """Lock the file that has the name now; whether no other program has."""
        if self._inode is not None and not _is_at(self._inode, self._target):  # it was replaced
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
        """Complain if the file with the lock's name is not a lock."""
        status = os.fstat(fd)
        ordinary = stat.S_ISREG(status.st_mode) and status.st_nlink <= 1
        if not ordinary or not _TEXT.fullmatch(_beginning(fd)):
            raise FileExistsError(errno.EEXIST, "Is not a lock file; please move it away", str(self._path))

    def _holder(self) -> str:
        """Who has the lock, as far as its file tells."""
        try:
            fd = os.open(self._path, os.O_RDONLY | _NO_LINK)
        except OSError:
            return _SOMEBODY
        try:
            found = _TEXT.fullmatch(_beginning(fd))
        finally:
            os.close(fd)
        if found is None or found[1] is None:
            return _SOMEBODY
        pid, host = found[1].decode(), found[2].decode(errors="replace")
        if host != _host():
            return f"another program (process {pid} on {host})"
        return "this program" if pid == str(os.getpid()) else f"another program (process {pid})"


def _beginning(fd: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    return os.read(fd, _MOST)


def _host() -> str:
    """The name of this machine."""
    import socket  # only whoever takes a lock waits for it to be loaded

    return socket.gethostname()


def _is_at(fd: int, path: Path) -> bool:
    """Whether an open file is still the one with this name."""
    try:
        return os.path.samestat(os.fstat(fd), os.lstat(path))
    except FileNotFoundError:
        return False
