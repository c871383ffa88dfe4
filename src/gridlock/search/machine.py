"""Compiled code: where it is cached, and the few machine instructions that Numba does not offer."""

# Importing this module before any other compiled one decides where machine code is kept.

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic as numba_intrinsic

from gridlock.files import cache_folder

__all__ = [
    "code_folder",
    "count_bits",
    "inner",
    "load",
    "lowest_bit",
    "njit",
    "store",
    "swap_if",
]


@cache
def code_folder() -> Path:
    """Where machine code is kept between processes: a folder named by the sources that it was made from.

    Numba does not notice a change in a function that lives in another file than its caller, so a rule edited
    in ``games`` would leave stale machine code behind. A folder of its own for each state of the sources
    cannot go stale.
    """
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted([package / "board.py", *package.glob("games/*.py"), *package.glob("search/*.py")]):
        digest.update(source.read_bytes())
    folder = cache_folder() / "code" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:  # nowhere to keep anything: each process compiles for itself
        return Path(tempfile.mkdtemp(prefix="gridlock-"))
    return folder


setattr(numba.config, "CACHE_DIR", str(code_folder()))  # noqa: B010  (Numba's types do not know it)


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, and run it without holding Python's lock."""
    compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile for use in other compiled functions only; that takes half the time."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    compiled: Callable[..., Any] = numba.njit(**options)(function)
    return compiled


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """A machine instruction: the function says how to generate it."""
    made: Callable[..., Any] = numba_intrinsic(function)
    return made


@intrinsic
def count_bits(typingctx: Any, word: Any) -> Any:
    """How many cells are in a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """The number of the first cell in a set that is not empty."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.gep(data, [index])


@intrinsic
def load(typingctx: Any, array: Any, index: Any) -> Any:
    """Read a word of a one-dimensional array that other threads write to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(pointer, "acquire", 8)

    return types.uint64(array, types.int64), generate


@intrinsic
def store(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    """Write a word of a one-dimensional array that other threads read."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store_atomic(arguments[2], pointer, "release", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


@intrinsic
def swap_if(typingctx: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    """Write a word if the array still holds the old one there, as one step; say whether it did."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        result = builder.cmpxchg(pointer, arguments[2], arguments[3], "acq_rel", "monotonic")
        return builder.zext(builder.extract_value(result, 1), ir.IntType(8))

    return types.uint8(array, types.int64, types.uint64, types.uint64), generate
