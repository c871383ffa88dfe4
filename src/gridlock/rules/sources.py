"""Find what a game is made of: the functions that its rules call, and its source files."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridlock.rules.game import Game

_PACKAGES = ("numba", "numpy")  # packages with their own compiled versions


def source_digest(kind: type[Game]) -> str:
    """Return a hash of a game's sources: its package, base classes, and what its rules use.

    The values of constants count too, because compiled code has them built in.
    """
    files: set[Path] = set()
    for ancestor in kind.__mro__:
        home = sys.modules[ancestor.__module__]
        file = Path(getattr(home, "__file__", None) or __file__)
        files |= set(file.parent.glob("*.py")) if hasattr(home, "__path__") else {file}
    functions = functions_called(*(rule for rule in kind.rules if rule is not None))
    files |= {Path(function.__code__.co_filename) for function in functions}
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files)))
    digest.update("\n".join(sorted(map(repr, _constants(functions)))).encode())
    return digest.hexdigest()


def _constants(functions: list[FunctionType]) -> Iterator[tuple[str, str, object]]:
    """Yield the constants that functions use: function, name and value."""
    for function in functions:
        for name, value in _named_values(function):
            if isinstance(value, int | float | str | bytes | tuple):
                yield function.__qualname__, name, value
            elif hasattr(value, "tobytes"):  # a NumPy array
                yield function.__qualname__, name, value.tobytes()


def functions_called(*functions: Callable[..., Any]) -> list[FunctionType]:
    """Return these functions and every plain Python function they reach by name, each once."""
    reached: dict[FunctionType, None] = {}
    pending: list[Any] = list(functions)
    while pending:
        function = pending.pop()
        if (
            isinstance(function, FunctionType)
            and function not in reached
            and not _has_compiled_version(function)
        ):
            reached[function] = None
            pending += [value for _, value in _named_values(function)]
    return list(reached)


def _has_compiled_version(function: FunctionType) -> bool:
    return function.__module__.partition(".")[0] in _PACKAGES


def _named_values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names in a function with their values: globals, module attributes and closure cells."""
    names = set(_names(function.__code__))
    values = [(name, function.__globals__[name]) for name in names if name in function.__globals__]
    modules = set[ModuleType]()
    for _, value in values:
        if isinstance(value, ModuleType) and value not in modules:
            modules.add(value)
            values += [(name, vars(value)[name]) for name in names if name in vars(value)]
    yield from values
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # still empty
            continue


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names used by a code object and the code nested in it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
