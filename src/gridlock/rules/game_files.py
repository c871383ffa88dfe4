"""Load games from files and folders that aren't installed, and check them once.

Each is imported under a name of its own, so that it can't be mistaken for a module of the standard library or
for another file of the same name.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from gridlock.errors import BrokenGame, InvalidGame
from gridlock.rules.checks import check_kind
from gridlock.rules.game import Game
from gridlock.rules.sources import source_digest

_PREFIX = "gridlock_file_"
_OK = "ok"
_folders: set[Path] = set()  # whose modules may be in sys.modules


def games_in(path: Path) -> list[type[Game]]:
    """Return the games in a Python file, or in a folder with an ``__init__.py``; raise if there are none."""
    module = _import(path)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game)]
    own = list(dict.fromkeys(kind for kind in kinds if kind.__module__ == module.__name__))
    games = [kind for kind in own if hasattr(kind, "id")]
    if not games:
        raise InvalidGame(_no_games_text(path, own))
    for kind in games:
        _check_once(kind)
    return games


def _no_games_text(path: Path, own: list[type[Game]]) -> str:
    if own:
        return f'the class {own[0].__name__} has no id: add id = "..." (the name that people type)'
    place = "its __init__.py" if path.is_dir() else "it"
    return f"there is no game in {place}: define a class that derives from Placement, Stepping or Game"


def source_of(kind: type[Game]) -> Path | None:
    """Return the file or folder that a game was loaded from, or None if it is part of a package."""
    module = sys.modules[kind.__module__]
    if not module.__name__.startswith(_PREFIX) or module.__file__ is None:
        return None
    file = Path(module.__file__)
    return file.parent if hasattr(module, "__path__") else file


# Importing ----------------------------------------------------------------------------------------


def _import(path: Path) -> ModuleType:
    if path.is_dir() and not (path / "__init__.py").is_file():
        raise InvalidGame("it is a folder without an __init__.py: name the file of the game instead")
    if not path.exists():
        raise InvalidGame("there is no such file or folder: check the path")
    folder = [str(path)] if path.is_dir() else None
    file = path / "__init__.py" if folder else path
    name = _module_name(path)
    spec = spec_from_file_location(name, file, submodule_search_locations=folder)
    if spec is None or spec.loader is None:
        raise InvalidGame("it is not a Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # lets pickle and Numba find its classes
    try:
        with _sibling_imports(file.parent):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module_name(path: Path) -> str:
    """A module name that no other game has, and the same in every process, so that its code is cached."""
    contents = os.fsencode(path) if path.is_dir() else path.read_bytes()
    return f"{_PREFIX}{re.sub(r'[^A-Za-z0-9_]', '_', path.stem)}_{_short_hash(contents)}"


def _short_hash(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()[:12]


@contextmanager
def _sibling_imports(folder: Path) -> Iterator[None]:
    """Let a file import its neighbours by name, after everything that is installed.

    Neighbours of other games' files are forgotten if they have the same names.
    """
    others = _folders - {folder}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).parent in others and (folder / f"{name}.py").is_file():
            del sys.modules[name]
    _folders.add(folder)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


# Checking -----------------------------------------------------------------------------------------


def _check_once(kind: type[Game]) -> None:
    """Check a game unless its sources have been checked before; BrokenGame if it fails."""
    record = _record_file(kind)
    digest = _digest(kind)
    verdict = _verdict(record, digest)
    if verdict is None:
        try:
            check_kind(kind)
            verdict = _OK
        except BrokenGame as error:
            verdict = str(error)
        _keep(record, f"{digest}\n{verdict}\n")
    if verdict != _OK:
        raise BrokenGame(verdict)


def _digest(kind: type[Game]) -> str:
    """A hash of the game's sources and of ours, which are checked against each other."""
    digest = hashlib.sha256(source_digest(kind).encode())
    rules = Path(__file__).parent
    for path in sorted([rules.parent / "board.py", *rules.glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _record_file(kind: type[Game]) -> Path | None:
    """The file for a game's verdict; None without a folder for it."""
    from gridlock.files import cache_folder, secure_dir

    source = source_of(kind)
    with suppress(OSError):
        return secure_dir(cache_folder(), "games") / f"{kind.id}-{_short_hash(os.fsencode(str(source)))}.txt"
    return None


def _verdict(record: Path | None, digest: str) -> str | None:
    """Return the verdict on these sources, or None if there is none."""
    from gridlock.files import read_text

    if record is not None:
        with suppress(OSError, ValueError):
            checked, verdict = read_text(record).splitlines()
            return verdict if checked == digest else None
    return None


def _keep(record: Path | None, text: str) -> None:
    from gridlock.files import write_whole

    if record is not None:
        with suppress(OSError):  # it is checked again next time
            write_whole(record, text)
