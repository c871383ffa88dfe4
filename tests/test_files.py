"""Files: untrusted reads, atomic writes, locks and private folders."""

from __future__ import annotations

import errno
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gridlock.files import (
    Lock,
    Locked,
    cache_folder,
    data_folder,
    draft_of,
    read_bytes,
    read_text,
    secure_dir,
    sweep,
    user_path,
    write_whole,
)
from terminal import gridlock

TRAIL = '[Game "trail"]\n\n1. 2,2 *\n'


def fifo(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def full(path: Path) -> None:
    path.symlink_to("/dev/full")


def huge(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(1 << 40)  # a terabyte of zeros that takes no room


ODD: list[Callable[[Path], None]] = [fifo, folder, endless, full]


# Reading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [*ODD, huge])
def test_only_regular_files_are_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "odd"
    make(path)
    with pytest.raises(OSError, match=r"Is a directory|Not a regular file|Larger than 64 MB") as caught:
        read_bytes(path)
    assert caught.value.filename == str(path)


def test_files_up_to_the_limit_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (3 << 20))
    assert read_bytes(path, 3 << 20) == b"x" * (3 << 20)
    path.write_bytes(b"x" * ((3 << 20) + 1))
    with pytest.raises(OSError, match="Larger than 3 MB"):
        read_bytes(path, 3 << 20)


def test_growing_files_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    monkeypatch.setattr(os, "fstat", lambda fd: os.stat(tmp_path / "small"))
    (tmp_path / "small").touch()
    with pytest.raises(OSError, match="Larger than"):
        read_bytes(path, 99)


def test_line_ends_are_normalized(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes("é\r\nb\rc\n".encode())
    assert read_text(tmp_path / "file") == "é\nb\nc\n"


@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize("command", ["replay", "review", "resume", "record", "save"])
def test_no_command_hangs_on_a_special_file(
    tmp_path: Path, make: Callable[[Path], None], command: str
) -> None:
    path = tmp_path / "odd"
    make(path)
    arguments = {
        "resume": ["play", "--resume", str(path)],
        "record": ["play", "trail", "--record", str(path)],
        "save": ["play", "trail"],
    }.get(command, [command, str(path)])
    ran = gridlock(*arguments, typed=["2 2", f"save {path}", "quit"])
    output = ran.out if command == "save" else ran.err
    assert ran.status == (0 if command == "save" else 2)
    assert f"{path}: " in output
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("make", [*ODD, huge])
def test_special_files_in_the_data_folder_are_reported_and_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "1.txt").write_text(TRAIL)
    make(tmp_path / "matches" / "2.txt")
    make(tmp_path / "puzzles.json")
    ran = gridlock("matches")
    assert ran.status == 0
    assert "Trail 4x4" in ran.out
    assert ran.err.startswith(f"gridlock: Skipped: {tmp_path / 'matches' / '2.txt'}: ")
    ran = gridlock("puzzle", "--progress")
    assert ran.status == 0
    assert f"It was set aside as {tmp_path / 'puzzles.json.damaged'}.\n" in ran.out


# Writing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", ODD)
def test_only_regular_files_are_overwritten(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "odd"
    make(path)
    with pytest.raises(OSError, match=r"Is a directory|Not a regular file"):
        write_whole(path, "text")
    assert os.listdir(tmp_path) == ["odd"]


def test_every_error_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")  # as the system says it: without a name

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(tmp_path / "file", "text")
    assert caught.value.filename == str(tmp_path / "file")
    assert os.listdir(tmp_path) == []


def test_the_folder_is_synced_after_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def fsync(fd: int) -> None:
        done.append("folder" if os.path.samestat(os.fstat(fd), tmp_path.stat()) else "file")
        sync(fd)

    def rename(old: Path, new: Path) -> None:
        done.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", rename)
    write_whole(tmp_path / "file", "text")
    assert done == ["file", "rename", "folder"]


def test_only_abandoned_drafts_are_swept(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from gridlock.files import draft_of\n"
        "with draft_of(pathlib.Path(sys.argv[1])) as draft:\n"
        "    draft.write(b'half'); draft.flush(); print('half', flush=True); sys.stdin.read()\n"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / name)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in ("killed", "alive")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"half\n"
    assert len(os.listdir(tmp_path)) == 2
    writers[0].kill()
    writers[0].wait()
    (tmp_path / ".gridlock-notes.tmp").mkdir()  # a stranger with a name like ours
    sweep(tmp_path)
    assert len(list(tmp_path.glob(".gridlock-*-*.tmp"))) == 1
    writers[1].communicate()
    assert (tmp_path / "alive").read_bytes() == b"half"
    assert not (tmp_path / "killed").exists()
    assert not list(tmp_path.glob(".gridlock-*-*.tmp"))
    for writer in writers:
        for stream in (writer.stdin, writer.stdout):
            assert stream is not None
            stream.close()


@pytest.mark.parametrize(
    ("folder", "command"),
    [(".", ["stats"]), (".", ["puzzle", "--progress"]), ("matches", ["matches"])],
)
def test_the_program_sweeps_its_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, command: list[str]
) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    (tmp_path / folder).mkdir(exist_ok=True)
    draft = tmp_path / folder / ".gridlock-1-1.tmp"
    draft.touch()
    assert gridlock(*command).status == 0
    assert not draft.exists()


def test_a_failed_draft_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), draft_of(path) as draft:
        draft.write(b"new" * (1 // 0))
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


# Locks ------------------------------------------------------------------------------------------

HOLDER = (
    "import sys, pathlib; from gridlock.files import Lock\n"
    "Lock(pathlib.Path(sys.argv[1])).take(); print('taken', flush=True); sys.stdin.read()\n"
)


def test_a_lock_names_its_holder_and_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        lock = Lock(path)
        with pytest.raises(Locked, match=rf"In use by another program \(process {holder.pid}\)"):
            lock.take()
        with pytest.raises(Locked):
            lock.take(0.1)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    lock.take()
    with pytest.raises(Locked, match="In use by this program"):
        Lock(tmp_path / "." / "file").take()
    lock.release()
    lock.release()
    assert os.listdir(tmp_path) == []


def test_a_lock_can_be_taken_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full_disk)
    with Lock(tmp_path / "file"), pytest.raises(Locked, match="In use by another program"):
        Lock(tmp_path / "file").take()
    assert os.listdir(tmp_path) == []


def test_concurrent_updates_of_one_file_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")
    program = (
        "import sys, pathlib; from gridlock.files import Lock, locks, read_text, write_whole\n"
        "locks.PATIENCE = 600\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "for _ in range(50):\n"
        "    with Lock(path): write_whole(path, str(int(read_text(path)) + 1))\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(path)]) for _ in range(4)]
    assert [child.wait() for child in running] == [0] * 4
    assert path.read_text() == "200"
    assert os.listdir(tmp_path) == ["count"]


# Folders ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["~nosuchuser/x", "a\0b", "a\ud800b"])
def test_impossible_paths_are_rejected(text: str) -> None:
    with pytest.raises(OSError, match=r"no such home folder|Not a file name"):
        user_path(text)


def test_a_missing_home_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = str(cache_folder())
    for variable in ("HOME", "GRIDLOCK_DATA", "GRIDLOCK_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)

    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(OSError, match="set GRIDLOCK_CACHE to a folder you can write to"):
        cache_folder()
    monkeypatch.setenv("GRIDLOCK_CACHE", cache)
    sentence = "You have no home folder; set GRIDLOCK_DATA to a folder you can write to."
    assert gridlock("matches") == (0, "", f"gridlock: {sentence}\n")
    assert gridlock("puzzle", "--progress").out.startswith(f"Your progress couldn't be read. {sentence}\n")
    ran = gridlock("puzzle", "spread", typed=["show", "quit"])
    assert (ran.status, ran.out.count(f"Your progress couldn't be saved: {sentence}")) == (0, 1)


def test_folders_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRIDLOCK_DATA", raising=False)
    monkeypatch.delenv("GRIDLOCK_CACHE", raising=False)
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        assert data_folder() == tmp_path / "data" / "gridlock"
        assert cache_folder() == tmp_path / "cache" / "gridlock"
        monkeypatch.delenv("XDG_DATA_HOME")
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert data_folder() == tmp_path / ".local" / "share" / "gridlock"
        assert cache_folder() == tmp_path / ".cache" / "gridlock"
    monkeypatch.setenv("GRIDLOCK_DATA", "ours")
    monkeypatch.setenv("GRIDLOCK_CACHE", "made")
    assert (data_folder(), cache_folder()) == (Path("ours"), Path("made"))


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o722])
@pytest.mark.parametrize("level", [0, 1])
def test_folders_writable_by_others_are_not_secure(tmp_path: Path, mode: int, level: int) -> None:
    base = tmp_path / "cache"
    folder = secure_dir(base, "code")
    assert folder.stat().st_mode & 0o777 == base.stat().st_mode & 0o777 == 0o700
    (base, folder)[level].chmod(mode)
    with pytest.raises(PermissionError, match="Others can write to"):
        secure_dir(base, "code")


def test_folders_of_other_users_are_not_secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = secure_dir(tmp_path / "cache", "code")
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="belongs to another user"):
        secure_dir(tmp_path / "cache", "code")


# Foreign files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["link", "dangling link", "hard link", "own file", "fifo", "folder"])
def test_other_files_with_the_name_of_a_lock_are_left_alone(tmp_path: Path, how: str) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary,\n")
    lock = tmp_path / ".ours.txt.lock"
    if how == "link":
        lock.symlink_to(diary)
    elif how == "dangling link":
        lock.symlink_to(tmp_path / "planted")
    elif how == "hard link":
        os.link(diary, lock)
    elif how == "own file":
        lock.write_text("my bicycle lock: 1234\n")
    elif how == "fifo":
        os.mkfifo(lock)
    else:
        lock.mkdir()
    ran = gridlock("play", "trail", "--record", str(tmp_path / "ours.txt"), typed=["2 2", "quit"])
    assert ran.status == 0
    assert ran.out.count("The record couldn't be saved: ") == 1
    assert diary.read_text() == "Dear diary,\n"
    assert os.path.lexists(lock)
    assert not (tmp_path / "planted").exists()
    if how == "own file":
        assert lock.read_text() == "my bicycle lock: 1234\n"


def test_a_deleted_lock_is_retaken_or_reported(tmp_path: Path) -> None:
    path = tmp_path / "file"
    lock, other = Lock(path), Lock(path)
    lock.keep()
    os.unlink(tmp_path / ".file.lock")
    lock.keep()
    with pytest.raises(Locked):
        other.take()
    os.unlink(tmp_path / ".file.lock")
    other.take()
    with pytest.raises(Locked):
        lock.keep()
    lock.release()
    with pytest.raises(Locked):
        Lock(path).take()
    other.release()
    assert os.listdir(tmp_path) == []


def test_locks_kept_by_this_process_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = Lock(tmp_path / "file")
    lock.keep()
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("it waits"))
    with pytest.raises(Locked, match="In use by this program"), Lock(tmp_path / "file"):
        pass
    lock.release()


def test_read_errors_name_the_file() -> None:
    with pytest.raises(OSError, match="error") as caught:
        read_bytes(Path("/proc/self/mem"))
    assert caught.value.filename == "/proc/self/mem"


def test_file_names_with_newlines_are_printed_on_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "a\ngridlock: All is well.txt").write_text("no record")
    (tmp_path / "matches" / "b\ngridlock: All is well.txt").write_text(TRAIL)
    ran = gridlock("matches")
    assert (ran.err.count("\n"), ran.out.count("\n")) == (1, 2)
