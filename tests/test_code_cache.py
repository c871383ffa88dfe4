"""The machine code cache: only in private folders, and robust against damage."""

from __future__ import annotations

import errno
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridlock.files import secure_dir
from gridlock.search import code_cache, jit
from gridlock.search.code_cache import CodeCache

pytestmark = pytest.mark.slow

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
needs_root = pytest.mark.skipif(not AS_ROOT, reason="only root can act as another user")
needs_owners = pytest.mark.skipif(os.name == "nt", reason="Windows has other ideas of who may write")

SCRIPT = """
from gridlock.search.jit import njit

@njit
def once(n):
    return n + 1

@njit
def twice(n):
    return once(once(n))

@njit
def thrice(n):
    return once(twice(n))

@njit
def four(n):
    return twice(twice(n))

print(once(1), twice(1), thrice(1), four(1))
print(sum(sum(made.stats.cache_hits.values()) for made in (once, twice, thrice, four)))
"""
ANSWER = "2 3 4 5"


def triple(n: int) -> int:
    return 3 * n


def quadruple(n: int) -> int:
    return 4 * n


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The cache folder of this test."""
    monkeypatch.setenv("GRIDLOCK_CACHE", str(tmp_path / "cache"))
    jit.code_folder.cache_clear()
    yield tmp_path / "cache"
    jit.code_folder.cache_clear()


@pytest.fixture
def folder(home: Path) -> Path:
    """The code folder of this test."""
    path = jit.code_folder()
    assert path is not None
    assert path.parent.parent == home
    return path


def compiled(function: Callable[[int], int]) -> Any:
    """Compile a function in a new process."""
    return jit.njit(function)


def hits(function: Any) -> int:
    """How many functions were loaded from disk."""
    return sum(function.stats.cache_hits.values())


def the_file(folder: Path) -> Path:
    """The only file in the code folder."""
    (file,) = folder.iterdir()
    return file


class Script:
    """A program with compiled functions, run in processes of its own."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self._path = folder / "script.py"
        self._path.write_text(SCRIPT)

    def start(self, **options: Any) -> subprocess.Popen[str]:
        places = {"GRIDLOCK_CACHE": str(self.cache), "TMPDIR": str(self.temporary)}
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, str(self._path)],
            env=os.environ | places,
            stdout=pipe,
            stderr=pipe,
            text=True,
            **options,
        )

    def run(self, **options: Any) -> tuple[int, str]:
        """The number of functions loaded from disk, and the text on standard error."""
        return self.end(self.start(**options))

    def end(self, process: subprocess.Popen[str]) -> tuple[int, str]:
        output, errors = process.communicate()
        assert process.returncode == 0, errors
        answer, count = output.splitlines()
        assert answer == ANSWER
        assert not list(self.temporary.iterdir())
        return int(count), errors

    def files(self) -> list[Path]:
        return sorted(self.cache.glob("code/*/*"))


@pytest.fixture
def script(tmp_path: Path) -> Script:
    return Script(tmp_path)


def test_code_is_cached_and_damaged_files_are_replaced(script: Script) -> None:
    assert script.run() == (0, "")
    first, second, third, fourth = script.files()
    first.write_bytes(b"")
    second.write_bytes(second.read_bytes()[: Random("cut").randrange(1, second.stat().st_size)])
    third.unlink()
    third.mkdir()
    (third / "something").write_text("in it")
    fourth.unlink()
    (os.mkfifo if hasattr(os, "mkfifo") else os.mkdir)(fourth)
    assert script.run() == (0, "")
    assert script.run() == (4, "")
    assert script.files() == [first, second, third, fourth]


def test_processes_that_compile_at_the_same_time(script: Script) -> None:
    for process in [script.start() for _ in range(2)]:
        assert script.end(process)[1] == ""
    assert script.run() == (4, "")
    assert len(script.files()) == 4


def test_every_changed_bit_and_missing_byte_is_detected(folder: Path) -> None:
    assert compiled(triple)(14) == 42
    file = the_file(folder)
    good = file.read_bytes()
    random = Random("damage")
    cuts = [0, 1, 31, 32, 33, len(good) - 1, *(random.randrange(len(good)) for _ in range(5))]
    damaged = [good[:cut] for cut in cuts] + [good + b"\0", random.randbytes(1000), b"\x80\x04."]
    for _ in range(15):
        place = random.randrange(len(good))
        flipped = bytes([good[place] ^ 1 << random.randrange(8)])
        damaged.append(good[:place] + flipped + good[place + 1 :])
    for data in damaged:
        file.write_bytes(data)
        function = compiled(triple)
        assert function(14) == 42
        assert hits(function) == 0
        function = compiled(triple)
        assert function(14) == 42
        assert hits(function) == 1


def test_a_valid_file_of_another_function_is_not_used(folder: Path) -> None:
    assert compiled(triple)(10) == 30
    file = the_file(folder)
    content = file.read_bytes()
    assert compiled(quadruple)(10) == 40
    (other,) = set(folder.iterdir()) - {file}
    other.write_bytes(content)
    function = compiled(quadruple)
    assert function(10) == 40
    assert hits(function) == 0


def test_a_function_that_was_edited_is_compiled_again(folder: Path, tmp_path: Path) -> None:
    for factor in (5, 6):
        source = tmp_path / "edited.py"
        source.write_text(f"def times(n):\n    return {factor} * n\n")
        names: dict[str, Any] = {"__name__": "edited"}
        exec(compile(source.read_text(), source, "exec"), names)
        assert compiled(names["times"])(7) == 7 * factor


def test_closures_are_not_cached(folder: Path) -> None:
    def times(factor: int) -> Callable[[int], int]:
        return lambda n: factor * n

    for factor in (5, 6):
        assert compiled(times(factor))(7) == 7 * factor
    assert not list(folder.iterdir())


class Trap:
    """Leaves a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> Any:
        return Path.write_text, (self._path, "caught")


def set_traps(script: Script) -> Path:
    """Replace every file of the code folder by a valid one that does harm."""
    caught = script.temporary.parent / "caught"
    data = pickle.dumps(Trap(caught))
    for file in script.files():
        file.write_bytes(hashlib.sha256(data).digest() + data)
    return caught


@needs_owners
def test_nothing_is_read_from_a_folder_that_others_can_write_to(script: Script) -> None:
    script.run()
    caught = set_traps(script)
    folder = script.files()[0].parent
    folder.chmod(0o777)
    count, said = script.run()
    assert count == 0
    assert (
        f"Compiled code can't be cached: others can write to {folder}. Run 'rm -r {folder}' to fix that."
        in said
    )
    assert said.count("Compiled code can't be cached") == 1
    assert not caught.exists()

    folder.chmod(0o700)
    script.run()
    assert caught.exists()  # otherwise the test proves nothing


def refused(folder: Path) -> str:
    """The reason why nothing is cached in a folder; checks that nothing is read from it."""
    jit.code_folder.cache_clear()
    with pytest.warns(UserWarning, match="^Compiled code can't be cached: ") as warnings:
        function = compiled(triple)
    assert function(14) == 42
    assert hits(function) == 0
    assert jit.code_folder() is None
    (warning,) = warnings
    return str(warning.message).removeprefix("Compiled code can't be cached: ")


@needs_owners
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_folders_that_others_can_write_to(folder: Path, mode: int, depth: int) -> None:
    compiled(triple)(14)
    place = [folder, *folder.parents][depth]
    place.chmod(mode)
    remedy = "chmod go-w" if depth else "rm -r"
    told = refused(folder)
    assert told.startswith(f"others can write to {place}. Run '{remedy} {place}' to fix that.")
    assert "GRIDLOCK_CACHE" in told
    place.chmod(0o755)
    jit.code_folder.cache_clear()
    function = compiled(triple)
    assert function(14) == 42
    assert hits(function) == 1


@needs_owners
def test_a_world_writable_parent_folder(tmp_path: Path, folder: Path) -> None:
    tmp_path.chmod(0o777)
    assert refused(folder).startswith(
        f"others can write to {tmp_path}. Run 'chmod go-w {tmp_path}' to fix that."
    )
    tmp_path.chmod(0o1777)  # like /tmp: where users can't remove each other's files
    jit.code_folder.cache_clear()
    assert jit.code_folder() == folder
    tmp_path.chmod(0o700)


@needs_root
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_folders_of_other_users(folder: Path, depth: int) -> None:
    compiled(triple)(14)
    place = [folder, *folder.parents][depth]
    os.chown(place, 54321, 54321)
    assert refused(folder).startswith(f"{place} belongs to another user.")


@needs_owners
def test_a_link_is_followed_once(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert secure_dir(tmp_path / "link", "code") == tmp_path / "real" / "code"
    (tmp_path / "real").chmod(0o777)
    with pytest.raises(PermissionError, match="Others can write to"):
        secure_dir(tmp_path / "link", "code")


def test_new_folders_are_for_the_user_alone(folder: Path) -> None:
    for place in (folder, folder.parent, folder.parent.parent):
        assert os.name == "nt" or place.stat().st_mode & 0o777 == 0o700


def test_a_file_in_place_of_a_folder(home: Path) -> None:
    home.write_text("not a folder")
    assert refused(home).startswith(f"{home}")


@needs_root
def test_a_user_without_a_home_folder(tmp_path: Path) -> None:
    """Everything that Python loads is loaded first: this user may not be allowed to read it."""
    code = """
import os, platformdirs, pwd, shlex
from gridlock.search import jit
jit.njit(lambda n: 2 * n)(14)
for name in ("HOME", "GRIDLOCK_CACHE", "XDG_CACHE_HOME"):
    os.environ.pop(name, None)
os.setgid(54321), os.setuid(54321)
jit.code_folder.cache_clear()
print(jit.njit(lambda n: 3 * n)(14))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout == "42\n"
    assert "Compiled code can't be cached: you have no home folder; set GRIDLOCK_CACHE to" in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
def test_a_full_disk(script: Script) -> None:
    import resource

    few = 1000
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (few, few))  # noqa: E731
    assert script.run(preexec_fn=limit) == (0, "")
    assert script.files() == []


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_code_that_cannot_be_saved_is_still_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, problem: int
) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(problem, os.strerror(problem))

    monkeypatch.setattr(code_cache, "write_whole", fail)
    assert compiled(triple)(14) == 42
    assert not list(folder.iterdir())


def test_an_unreadable_file_is_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    assert compiled(triple)(14) == 42
    monkeypatch.setattr(code_cache, "read_bytes", fail)
    assert compiled(triple)(14) == 42


def test_a_folder_that_was_removed(folder: Path) -> None:
    function = compiled(triple)
    shutil.rmtree(folder)
    assert function(14) == 42


@pytest.mark.parametrize("name", ["_rebuild", "_dumps"])
def test_a_numba_with_different_internals(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fail(*arguments: object) -> None:
        raise AttributeError("not in this version")

    monkeypatch.setattr(code_cache, name, fail)
    for _ in range(2):
        function = compiled(triple)
        assert function(14) == 42
        assert hits(function) == 0


def test_a_numba_without_the_needed_modules(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gridlock.search.code_cache", None)  # an import raises ImportError
    function = compiled(triple)
    assert function(14) == 42
    assert not isinstance(function._cache, CodeCache)


def test_code_unused_for_long_is_removed(home: Path) -> None:
    days = {"0123456789abcdef": 31, "fedcba9876543210": 29, "my own folder": 1000}
    for name, age in days.items():
        (home / "code" / name).mkdir(parents=True)
        (home / "code" / name / "search-1.nbc").write_text("machine code")
        then = time.time() - age * 24 * 60 * 60
        os.utime(home / "code" / name, (then, then))
    home.chmod(0o700)
    (home / "code").chmod(0o700)
    folder = jit.code_folder()
    assert folder is not None
    assert {place.name for place in folder.parent.iterdir()} == {
        "fedcba9876543210",
        "my own folder",
        folder.name,
    }
    os.utime(folder, (0, 0))
    jit.code_folder.cache_clear()
    jit.code_folder()
    assert folder.stat().st_mtime > 0, "it was used just now"


def test_temporary_files_of_killed_processes_are_removed(folder: Path) -> None:
    (folder / ".gridlock-1234567-1.tmp").write_bytes(b"half a file")
    assert compiled(triple)(14) == 42
    assert the_file(folder).suffix == ".nbc"
