"""Find the functions that a game's rules call, which are compiled with the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

_PACKAGES = ("numba", "numpy")  # packages with their own compiled versions


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
            pending += _values_named_in(function)
    return list(reached)


def _has_compiled_version(function: FunctionType) -> bool:
    return function.__module__.partition(".")[0] in _PACKAGES


def _values_named_in(function: FunctionType) -> Iterator[Any]:
    """Yield the values of the names in a function: globals, module attributes and closure cells."""
    names = set(_names(function.__code__))
    values = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = set[ModuleType]()
    for value in values:
        if isinstance(value, ModuleType) and value not in modules:
            modules.add(value)
            values += [vars(value)[name] for name in names if name in vars(value)]
    yield from values
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # still empty
            continue


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names used by a code object and the code nested in it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
