"""Locks are on files, not on names: hard links to a locked file are locked too."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridlock.files import Lock, Locked, write_whole
from gridlock.saves import saved_matches
from gridlock.web.store import Store
from terminal import ended, spawn

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has locks of this kind")

LOCK = """
import pathlib, sys
from gridlock.files import Lock
Lock(pathlib.Path(sys.argv[1])).take()
print("ready", flush=True)
sys.stdin.read()
"""
SERVER = """
import asyncio, sys
from gridlock.web.store import Store
async def main():
    store = Store(f"sqlite+aiosqlite:///{sys.argv[1]}")
    await store.open()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


@contextmanager
def running(program: str, path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that uses a file until it is killed."""
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        try:
            yield child
        finally:
            child.kill()


def test_a_file_is_locked_under_all_its_names(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "elsewhere" / "link"
    file.write_text("text")
    link.parent.mkdir()
    os.link(file, link)
    lock = Lock(link)
    with running(LOCK, file):
        with pytest.raises(Locked, match="In use by another program: "):
            lock.take()
        assert not lock.held
    lock.take(60)  # the lock has died with its process
    with pytest.raises(Locked), running_here(file):
        pass
    lock.release()
    with running_here(file):
        pass
    assert sorted(os.listdir(tmp_path)) == ["elsewhere", "file"]
    assert os.listdir(link.parent) == ["link"]


@contextmanager
def running_here(file: Path) -> Iterator[None]:
    lock = Lock(file)
    lock.take()
    yield
    lock.release()


def test_a_kept_lock_follows_a_replaced_file(tmp_path: Path) -> None:
    file, before, after = (tmp_path / name for name in ("file", "before", "after"))
    lock = Lock(file)
    lock.keep()  # there is no file yet
    write_whole(file, "one")
    lock.keep()
    os.link(file, before)
    write_whole(file, "two")
    lock.keep()
    os.link(file, after)
    with pytest.raises(Locked):
        Lock(after).take()
    with running_here(before):  # which is an old copy now, and nobody's
        pass
    os.unlink(tmp_path / ".file.lock")  # a user tidies up
    lock.keep()
    with pytest.raises(Locked):
        Lock(after).take()
    lock.release()


async def test_a_database_has_one_server_under_all_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.web.store.engines._LOCK_SECONDS", 0.0)
    file, link = tmp_path / "web.sqlite3", tmp_path / "link" / "web.sqlite3"
    link.parent.mkdir()
    with running(SERVER, file):
        os.link(file, link)
        with pytest.raises(Locked, match="In use by another program: "):
            await Store(f"sqlite+aiosqlite:///{link}").open()
        with sqlite3.connect(file) as backup:  # SQLite's own locks are not in the way, nor is ours in theirs
            assert backup.execute("SELECT count(*) FROM matches").fetchone() == (0,)
            backup.execute("BEGIN IMMEDIATE")
        backup.close()
    monkeypatch.setattr("gridlock.web.store.engines._LOCK_SECONDS", 60.0)
    after = Store(f"sqlite+aiosqlite:///{file}")
    await after.open()
    await after.close()


def test_a_match_in_play_cannot_be_resumed_through_a_hard_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    first = spawn("play", "trail")
    first.expect_exact("Enter row (1-4): ")
    first.sendline("2 2")
    first.expect_exact("Player 2's Turn")
    (saved,) = saved_matches(pytest.fail)
    link = saved.path.with_name("0-link.txt")
    os.link(saved.path, link)
    second = spawn("play", "--resume", str(link))
    second.expect_exact("In use by another program.")
    second.expect_exact("Play a copy of it? (yes or no) ")
    second.sendline("no")
    assert ended(second) == 0
    assert [match.in_play for match in saved_matches(pytest.fail)] == [True, True]
    first.sendline("quit")
    assert ended(first) == 0
    assert [match.in_play for match in saved_matches(pytest.fail)] == [False, False]
