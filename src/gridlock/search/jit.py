"""Compile functions with Numba and cache the code; machine instructions that Numba lacks."""

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
from itertools import chain
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

_MAX_AGE = 30 * 24 * 60 * 60.0  # seconds without use after which cached code is removed
_alloca_once: Any = cgutils.alloca_once
_populate_array: Any = populate_array
_SCRATCH = 66  # words, more than a board has cells
_FOLDER = re.compile("[0-9a-f]{16}")


@cache
def code_folder() -> Path | None:
    """Return the machine code cache: a folder named by a hash of the sources and versions.

    Numba doesn't notice when a function in another file than its caller changes, and would run stale code. A
    folder per state of our sources, with a file per state of each game's, can't go stale.

    Returns None, with a warning, if there is no folder that only this user can write to, because its files
    are executed.
    """
    try:
        cache = cache_folder()
        name = _digest()
        new = not (cache / "code" / name).exists()
        folder = secure_dir(cache, "code", name)
    except OSError as error:
        warnings.warn(_uncached_warning(error), stacklevel=2)
        return None
    if new:
        _remove_unused(folder.parent)
    with suppress(OSError):  # a read-only cache still works
        os.utime(folder)
    return folder


def _digest() -> str:
    """A short hash of our sources and the versions of the tools that compile them."""
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.version
    digest = hashlib.sha256(repr(versions).encode())
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    """The sources of all machine code. A game's own sources are hashed into its file names."""
    package = Path(__file__).parent.parent
    folders = (package.glob(f"{name}/*.py") for name in ("rules", "search", "batches"))
    return sorted([package / "board.py", *chain.from_iterable(folders)])


def _uncached_warning(error: OSError) -> str:
    """Explain that code will be compiled again every time."""
    reason = problem_text(error)
    hint = "" if "GRIDLOCK_CACHE" in reason else " Set GRIDLOCK_CACHE to use another folder."
    return f"Compiled code can't be cached: {reason[0].lower()}{reason[1:]}{hint}"


def _remove_unused(folder: Path) -> None:
    """Remove code of other versions that hasn't been used for a while. Folders that aren't ours stay."""
    with suppress(OSError):
        for place in folder.iterdir():
            if _FOLDER.fullmatch(place.name) and time.time() - place.stat().st_mtime > _MAX_AGE:
                shutil.rmtree(place, ignore_errors=True)


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, cache the machine code on disk, and run without the GIL."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    folder = code_folder()
    if folder is not None and function.__closure__ is None:  # a closure's code depends on its surroundings
        with suppress(AttributeError, ImportError, OSError):  # another Numba, or no source: don't cache
            from gridlock.search.code_cache import CodeCache

            compiled._cache = CodeCache(function, folder)
    dispatcher: Callable[..., Any] = compiled
    return dispatcher


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile for calls from compiled functions only, which takes half the time."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    compiled: Callable[..., Any] = numba.njit(**options)(function)
    return compiled


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """Define a machine instruction from a function that generates it."""
    instruction: Callable[..., Any] = numba.extending.intrinsic(function)
    return instruction


@intrinsic
def count_bits(typingctx: Any, word: Any) -> Any:
    """The number of cells in a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """The number of the first cell in a non-empty set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


@intrinsic
def scratch(typingctx: Any) -> Any:
    """An uninitialized array of 66 words on the caller's stack. Don't return it.

    Unlike a NumPy array, it needs no allocation.
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
def prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Prefetch a word of an array that will be read soon."""

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
def store_bits(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    """Write the lower 32 bits of a word to an array of bytes, one each, from this index on.

    The bounds aren't checked. As vectors, these are a handful of instructions: copy each byte of the word
    eight times, pick one bit of each copy.
    """
    byte, number = ir.IntType(8), ir.IntType(32)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        low = builder.bitcast(builder.trunc(arguments[2], number), ir.VectorType(byte, 4))
        places = ir.Constant(ir.VectorType(number, 32), [k // 8 for k in range(32)])
        copies = builder.shuffle_vector(low, low, places)
        kind = ir.VectorType(byte, 32)
        bits = builder.and_(copies, ir.Constant(kind, [1 << k % 8 for k in range(32)]))
        is_set = builder.icmp_unsigned("!=", bits, ir.Constant(kind, [0] * 32))
        builder.store(builder.zext(is_set, kind), builder.bitcast(pointer, kind.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


@intrinsic
def atomic_load(typingctx: Any, array: Any, index: Any) -> Any:
    """Atomically read a word of a one-dimensional array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(pointer, "acquire", 8)

    return types.uint64(array, types.int64), generate


@intrinsic
def atomic_store(typingctx: Any, array: Any, index: Any, word: Any) -> Any:
    """Atomically write a word of a one-dimensional array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store_atomic(arguments[2], pointer, "release", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


@intrinsic
def compare_and_swap(typingctx: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    """Write a word if the array still holds the old one, atomically; return whether it did."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        result = builder.cmpxchg(pointer, arguments[2], arguments[3], "acq_rel", "monotonic")
        return builder.zext(builder.extract_value(result, 1), ir.IntType(8))

    return types.uint8(array, types.int64, types.uint64, types.uint64), generate
