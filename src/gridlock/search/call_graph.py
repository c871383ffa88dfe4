"""The functions that the rules of a game call: they are compiled with the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

_COMPILED_ALREADY = ("numba", "numpy")  # packages whose functions the compiler has its own versions of


def functions_called(*functions: Callable[..., Any]) -> list[FunctionType]:
    """These functions and every plain Python function that they reach by name, each of them once."""
    reached: dict[FunctionType, None] = {}
    waiting: list[Any] = list(functions)
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and function not in reached and not _is_known(function):
            reached[function] = None
            waiting += _named_in(function)
    return list(reached)


def _is_known(function: FunctionType) -> bool:
    return function.__module__.partition(".")[0] in _COMPILED_ALREADY


def _named_in(function: FunctionType) -> Iterator[Any]:
    """What the names in a function stand for: its globals, what its modules hold, and its closure."""
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
        except ValueError:  # not filled yet
            continue


def _names(code: CodeType) -> Iterator[str]:
    """The names that code uses, and the code of comprehensions in it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
