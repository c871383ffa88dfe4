"""Compiled code: where it is kept, and the few machine instructions that Numba does not offer."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gridlock.errors import problem_text
from gridlock.files import cache_folder, secure_dir
from gridlock.search.compiler import (
    cgutils,
    ir,
    llvmlite,
    numba,
    populate_array,
    types,
)

_UNUSED = 30 * 24 * 60 * 60.0  # seconds after which code that nobody has used is removed
_alloca_once: Any = cgutils.alloca_once
_populate_array: Any = populate_array
_SCRATCH = 66  # words: more than a board has cells
_FOLDER = re.compile("[0-9a-f]{16}")


@cache
def code_folder() -> Path | None:
    """Where machine code is kept between processes: a folder named by all that it was made from.

    Numba does not notice a change in a function that lives in another file than its caller, so a rule edited
    there would leave stale machine code behind. A folder of its own for each state of the sources, and in it
    a file of its own for each state of a game's, cannot go stale.

    It is None, and a warning says why, if there is no folder that only this user can change: what lies there
    is run.
    """
    try:
        cache = cache_folder()
        name = _digest()
        new = not (cache / "code" / name).exists()
        folder = secure_dir(cache, "code", name)
    except OSError as error:
        warnings.warn(_not_kept(error), stacklevel=2)
        return None
    if new:
        _remove_unused(folder.parent)
    with suppress(OSError):  # code on a disk that cannot be written to is still of use
        os.utime(folder)
    return folder


def _digest() -> str:
    """A short text that changes with the sources and with what compiles them."""
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.version
    digest = hashlib.sha256(repr(versions).encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    """The files that all machine code is made from; what a game adds to it is in the name of each file."""
    package = Path(__file__).parent.parent
    return sorted([package / "board.py", *package.glob("rules/*.py"), *package.glob("search/*.py")])


def _not_kept(error: OSError) -> str:
    """The sentence for somebody who has to wait for the compiler every time."""
    reason = problem_text(error)
    hint = "" if "GRIDLOCK_CACHE" in reason else " GRIDLOCK_CACHE can name another folder."
    return f"Compiled code is not kept: {reason[0].lower()}{reason[1:]}{hint}"


def _remove_unused(folder: Path) -> None:
    """Remove the code of other sources that was not used for long. Other folders are somebody's own."""
    with suppress(OSError):
        for place in folder.iterdir():
            if _FOLDER.fullmatch(place.name) and time.time() - place.stat().st_mtime > _UNUSED:
                shutil.rmtree(place, ignore_errors=True)


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, keep the machine code on disk, and run it without holding Python's lock."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    folder = code_folder()
    if folder is not None and function.__closure__ is None:  # a closure's code depends on what is around it
        with suppress(AttributeError, ImportError, OSError):  # another Numba, or no source: nothing is kept
            from gridlock.search.code_cache import CodeCache

            compiled._cache = CodeCache(function, folder)
    made: Callable[..., Any] = compiled
    return made


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
    made: Callable[..., Any] = numba.extending.intrinsic(function)
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


@intrinsic
def scratch(typingctx: Any) -> Any:
    """An array of 66 words on the stack of the function that asks, with anything in it: for its own use only.

    It costs nothing, while NumPy's would be fetched from the heap.
    """
    kind = types.Array(types.uint64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _alloca_once(builder, ir.IntType(64), size=_SCRATCH)
        size = context.get_constant(types.intp, _SCRATCH)
        step = context.get_constant(types.intp, 8)
        array = context.make_array(kind)(context, builder)
        _populate_array(array, data, (size,), (step,), step, None)
        return array._getvalue()

    return kind(), generate


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.gep(data, [index])


@intrinsic
def fetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Have a word of an array brought nearer to the processor, as it will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        number = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer.type], ir.FunctionType(ir.VoidType(), [pointer.type, *[number] * 3])
        )
        builder.call(function, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


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
