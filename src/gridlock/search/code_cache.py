"""A disk cache for machine code that never runs a damaged or stale file.

Numba has a cache too (``cache=True``), but it unpickles and runs whatever it reads, so a damaged file ends in
a traceback or a crash. Here each file starts with a checksum and contains its key: everything the code was
compiled from. The file name is a hash of the key, so processes that compile different code at the same time
never share a file.

This relies on a few Numba internals, all named below. If another version lacks them nothing fails: on any
error the code is compiled, or not cached.
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
    """The machine code of one function: one file per combination of argument types.

    A Numba dispatcher looks in its ``_cache`` before compiling and saves to it afterwards. The default, a
    NullCache, stores nothing.
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
        """Return the code for these argument types, or None. Unusable files are removed."""
        with suppress(Exception):
            target_context.refresh()  # registers all types and functions, as Numba's own cache does
            key = self._key(sig, target_context)
            path = self._path(key)
            try:
                return _rebuild(target_context, *_unpack(read_bytes(path), key))
            except FileNotFoundError:
                return None
            except Exception:
                _throw_away(path)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache the code compiled for these argument types."""
        with suppress(Exception):
            if not data.lifted and not data.library.has_dynamic_globals:  # Numba can't cache these either
                sweep(self._folder)
                key = self._key(sig, data.target_context)
                write_whole(self._path(key), _pack(key, data._reduce()))

    def _key(self, sig: Any, target_context: Any) -> tuple[Any, ...]:
        """Everything the code depends on besides the folder: function, types, game rules and processor."""
        games = tuple(_sources_of(kind.instance_class.kind) for kind in sig if _is_board(kind))
        return self._origin, sig, games, target_context.codegen().magic_tuple()

    def _path(self, key: tuple[Any, ...]) -> Path:
        return self._folder / f"{self._name}-{_CHECKSUM(repr(key).encode()).hexdigest()[:16]}.nbc"


def _is_board(kind: Any) -> bool:
    return hasattr(getattr(kind, "instance_class", None), "kind")


@cache
def _sources_of(kind: type[Game]) -> str:
    """Return a checksum of a game's sources: its package, base classes and the functions its rules call."""
    files: set[Path] = set()
    for ancestor in kind.__mro__:
        home = sys.modules[ancestor.__module__]
        file = Path(getattr(home, "__file__", None) or __file__)
        files |= set(file.parent.glob("*.py")) if hasattr(home, "__path__") else {file}
    files |= {
        Path(function.__code__.co_filename)
        for function in functions_called(*(rule for rule in kind.rules if rule))
    }
    return _CHECKSUM(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def _pack(key: tuple[Any, ...], content: Any) -> bytes:
    data: bytes = _dumps((key, content))  # Numba's pickler, which handles modules and types
    return _CHECKSUM(data).digest() + data


def _unpack(data: bytes, key: tuple[Any, ...]) -> Any:
    """Unpack a file with this key; ValueError, before anything is unpickled, if it is damaged."""
    size = _CHECKSUM().digest_size
    if _CHECKSUM(data[size:]).digest() != data[:size]:
        raise ValueError("The checksum is wrong.")
    stored_key, content = pickle.loads(data[size:])
    if stored_key != key:
        raise ValueError("This belongs to another function.")
    return content


def _throw_away(path: Path) -> None:
    """Remove a file or folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
