"""Machine code on disk: kept for the next process, and used again only if it is exactly what was written.

Numba keeps code too (``cache=True``), but it unpickles and runs whatever lies there, so a damaged file ends
in a traceback or a crash. Here each file begins with a checksum. It also holds all that its code was made
from, and has a name made of that, so that processes which compile at the same time never meet in one file
with different things in mind.

This leans on a few insides of Numba, all of them named below. If another version should have others, nothing
fails: whatever goes wrong here means that the code is compiled, or is not kept.
"""

from __future__ import annotations

import hashlib
import pickle
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from gridlock.files import read_bytes, sweep, write_whole
from gridlock.rules import Game
from gridlock.search.call_graph import functions_called

_CHECKSUM = hashlib.sha256

_rebuild: Any = CompileResult._rebuild
_dumps: Any = dumps


class CodeCache(NullCache):
    """The machine code of one function, in a folder of the user's own: one file for each choice of types.

    A dispatcher, which is what Numba makes of a function, asks its attribute ``_cache`` before it compiles
    and tells it afterwards. What it has there at first, a NullCache, knows nothing and keeps nothing.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        code = function.__code__
        source = Path(code.co_filename).read_bytes()
        self._name = function.__name__
        self._origin = (
            function.__module__,
            function.__qualname__,
            code.co_firstlineno,
            _CHECKSUM(source).digest(),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types of arguments, or None. What is there but of no use is thrown away."""
        with suppress(Exception):
            target_context.refresh()  # so that it knows all types and functions, as Numba's own cache has it
            key = self._key(sig, target_context)
            path = self._path(key)
            try:
                return _rebuild(target_context, *_unpacked(read_bytes(path), key))
            except FileNotFoundError:
                return None
            except Exception:
                _throw_away(path)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for these types of arguments, if there is room."""
        with suppress(Exception):
            if not data.lifted and not data.library.has_dynamic_globals:  # what Numba cannot keep either
                sweep(self._folder)
                key = self._key(sig, data.target_context)
                write_whole(self._path(key), _packed(key, data._reduce()))

    def _key(self, sig: Any, target_context: Any) -> tuple[Any, ...]:
        """All that the code depends on beyond the folder: the function, the types, whose games' rules are
        built into it, and the processor.
        """
        games = tuple(_sources_of(kind.instance_class.kind) for kind in sig if _is_board(kind))
        return self._origin, sig, games, target_context.codegen().magic_tuple()

    def _path(self, key: tuple[Any, ...]) -> Path:
        return self._folder / f"{self._name}-{_CHECKSUM(repr(key).encode()).hexdigest()[:16]}.nbc"


def _is_board(kind: Any) -> bool:
    return hasattr(getattr(kind, "instance_class", None), "kind")


@cache
def _sources_of(kind: type[Game]) -> str:
    """A checksum of a game's own files: its module, all that lies in its room, those it inherits from, and
    those of the functions that its rules call.
    """
    files: set[Path] = set()
    for ancestor in kind.__mro__:
        home = sys.modules[ancestor.__module__]
        file = Path(getattr(home, "__file__", None) or __file__)
        files |= set(file.parent.glob("*.py")) if hasattr(home, "__path__") else {file}
    files |= {Path(function.__code__.co_filename) for function in functions_called(*kind.rules)}
    return _CHECKSUM(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def _packed(key: tuple[Any, ...], content: Any) -> bytes:
    data: bytes = _dumps((key, content))  # Numba's own, which can pickle the modules and types in it
    return _CHECKSUM(data).digest() + data


def _unpacked(packed: bytes, key: tuple[Any, ...]) -> Any:
    """What was packed with this key; ValueError, before anything is unpickled, if it is damaged."""
    size = _CHECKSUM().digest_size
    if _CHECKSUM(packed[size:]).digest() != packed[:size]:
        raise ValueError("The checksum is wrong.")
    kept_key, content = pickle.loads(packed[size:])
    if kept_key != key:
        raise ValueError("This belongs to another function.")
    return content


def _throw_away(path: Path) -> None:
    """Remove whatever has this name."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
