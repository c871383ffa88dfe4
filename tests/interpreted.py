"""Run the search as plain Python, without compiling it: slow, but debuggers and coverage can see inside.

Call :func:`interpret` before anything imports :mod:`gridlock.search`, in a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

Function = Callable[..., Any]


def _swap(array: Any, index: int, old: Any, new: Any) -> bool:
    if array[index] != old:
        return False
    array[index] = new
    return True


def _store_bits(array: Any, index: int, word: Any) -> None:
    array[index : index + 32] = [int(word) >> bit & 1 for bit in range(32)]


INSTRUCTIONS: dict[str, Function] = {
    "count_bits": lambda word: int(word).bit_count(),
    "lowest_bit": lambda word: (int(word) & -int(word)).bit_length() - 1,
    "scratch": lambda: np.zeros(66, dtype=np.uint64),
    "prefetch": lambda array, index: None,
    "atomic_load": lambda array, index: array[index],
    "atomic_store": lambda array, index, word: array.__setitem__(index, word),
    "compare_and_swap": _swap,
    "store_bits": _store_bits,
}
"""What the machine instructions of ``gridlock.search.jit`` do, by name."""


def _plain(argument: Any) -> Any:
    """Turn signed NumPy numbers into ints, which mix with words as they do in compiled code."""
    return int(argument) if isinstance(argument, np.signedinteger) else argument


def _njit(function: Function | None = None, **options: Any) -> Function:
    if function is None:
        return _njit
    python = function

    @wraps(python)
    def run(*arguments: Any) -> Any:
        return python(*map(_plain, arguments))

    run.py_func = python  # type: ignore[attr-defined]
    return run


def _overload(stub: Any, strict: bool = True) -> Function:
    """Let a stub call what its overload chooses for the type of the board, by replacing its code."""

    def register(chooser: Function) -> Function:
        chosen: dict[type, Function] = {}

        def call(board: Any, *arguments: Any) -> Any:
            kind = type(board)
            if kind not in chosen:
                chosen[kind] = chooser(SimpleNamespace(instance_class=kind), *arguments)
            return chosen[kind](board, *map(_plain, arguments))

        names = ", ".join(stub.__code__.co_varnames[: stub.__code__.co_argcount])
        scope: dict[str, Any] = {}
        exec(f"def stub({names}): return _interpreted_{stub.__name__}({names})", scope)
        stub.__globals__[f"_interpreted_{stub.__name__}"] = call
        stub.__code__ = scope["stub"].__code__
        return chooser

    return register


def interpret() -> None:
    """Replace the compiler by one that leaves Python functions as they are."""
    compiler: Any = ModuleType("gridlock.search.compiler")
    compiler.numba = SimpleNamespace(
        njit=_njit,
        __version__="interpreted",
        extending=SimpleNamespace(intrinsic=lambda function: INSTRUCTIONS[function.__name__]),
    )
    compiler.llvmlite = SimpleNamespace(__version__="interpreted")
    compiler.cgutils = SimpleNamespace(alloca_once=None)
    compiler.ir = compiler.types = compiler.populate_array = None
    compiler.overload = _overload
    compiler.register_jitable = lambda function: function
    compiler.COMPILE_ERRORS = ()
    sys.modules["gridlock.search.compiler"] = compiler
    np.seterr(over="ignore")  # words wrap around


def main() -> None:
    """Print what the interpreted search says about positions from standard input, one a line."""
    interpret()
    import gridlock
    from gridlock.search.answers import value_of
    from gridlock.search.mcts import Tree
    from gridlock.search.solver import Solver

    for line in sys.stdin:
        kind, rows, cols, text = line.rstrip("\n").split("|")
        name, _, diagonals = kind.partition(" ")
        game = gridlock.make(name, int(rows), int(cols), **({"diagonals": diagonals} if diagonals else {}))
        position = game.position(text)
        solver = Solver(game, gridlock.Limits(threads=1))
        value = value_of(solver, position.words, position.turn)
        proof = solver.proof(position.words)
        tree = Tree(position, 40, seed=1)
        tree.grow(40)
        print(*value, solver.nodes, proof, *(f"{branch.move}:{branch.visits}" for branch in tree.branches()))


if __name__ == "__main__":
    main()
