"""Make a dataset: find the positions, value them in worker processes, write the file and its card."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gridlock.datasets.card import Counts, write_card
from gridlock.datasets.formats import format_of
from gridlock.datasets.parts import Parts
from gridlock.datasets.plan import Plan
from gridlock.datasets.positions import all_positions, sampled_positions
from gridlock.datasets.rows import SPLITS, Chunk, row_type, value_rows
from gridlock.errors import GridlockError
from gridlock.files import Lock, sweep
from gridlock.jobs import run
from gridlock.search.reachable import PositionSet

_CHUNK = 8192  # positions in a job


class Step(NamedTuple):
    """The progress of making a dataset."""

    stage: str
    """``finding``, ``valuing`` or ``writing``."""
    done: int
    """Positions so far."""
    whole: int | None
    """How many there will be; None if that isn't known yet."""


def make_dataset(
    plan: Plan, out: Path, *, workers: int = 1, progress: Callable[[Step], None] | None = None
) -> Counts:
    """Make a dataset and its card; an interrupted run is resumed.

    ``out`` is a Parquet file, an NPZ file, or a folder for Parquet files. The same plan gives the same bytes,
    however often it was interrupted and however many worker processes there are.
    """
    plan.check()
    file_format = format_of(out)
    parts = Parts(out)
    if out.exists() and not parts.exists:
        raise GridlockError(f"{out} already exists: delete it or choose another name.")
    if not out.absolute().parent.is_dir():
        raise GridlockError(f"There is no folder {out.absolute().parent}: create it first.")
    lock = Lock(out)
    lock.take()
    try:
        for folder in (out.absolute().parent, out):
            sweep(folder)
        positions = _positions(plan, parts, workers, progress)
        _value(plan, positions, parts, workers, progress)
        rows = partial(_rows, plan, positions, parts)
        counts = _count(rows(), positions)
        _report(progress, "writing", counts.positions, counts.positions)
        files = file_format.write(out, plan, rows, counts.splits)
        write_card(out, plan, counts, files)
        parts.remove()
    finally:
        lock.release()
    return counts


def _report(progress: Callable[[Step], None] | None, stage: str, done: int, whole: int | None) -> None:
    if progress is not None:
        progress(Step(stage, done, whole))


def _positions(
    plan: Plan, parts: Parts, workers: int, progress: Callable[[Step], None] | None
) -> tuple[Any, Any]:
    """The words and sides to move of all positions, in the order of the rows."""

    def report(count: int) -> None:
        _report(progress, "finding", count, plan.sample)

    positions: PositionSet
    if plan.sample is None:
        positions = all_positions(plan, report)
        parts.open(plan.fingerprint)
    else:
        parts.open(plan.fingerprint)
        positions = sampled_positions(plan, parts, workers, report)
    return positions.words[: plan.sample], positions.turns[: plan.sample]


def _chunks(plan: Plan, positions: tuple[Any, Any]) -> Iterator[Chunk]:
    words, turns = positions
    for first in range(0, len(turns), _CHUNK):
        yield Chunk(plan.game, words[first : first + _CHUNK], turns[first : first + _CHUNK])


def _read(parts: Parts, number: int, chunk: Chunk) -> Any:
    """The rows of a chunk if an earlier run has valued it, else None."""
    rows = parts.read("rows", number, row_type(chunk.game))
    if rows is None or len(rows) != len(chunk.turns):
        return None
    words = np.stack([rows["own"], rows["opp"], rows["extra"]], axis=1)
    return rows if np.array_equal(words, chunk.words) and np.array_equal(rows["turn"], chunk.turns) else None


def _value(
    plan: Plan,
    positions: tuple[Any, Any],
    parts: Parts,
    workers: int,
    progress: Callable[[Step], None] | None,
) -> None:
    """Value every chunk that no earlier run has valued, the last ones first.

    Late positions are quick to solve, and what a worker learns from them helps it with earlier ones.
    """
    whole = len(positions[1])
    numbers = range(math.ceil(whole / _CHUNK))
    todo = [n for n, chunk in enumerate(_chunks(plan, positions)) if _read(parts, n, chunk) is None][::-1]
    done = (len(numbers) - len(todo)) * _CHUNK
    _report(progress, "valuing", min(done, whole), whole)
    words, turns = positions
    jobs = (
        Chunk(plan.game, *(array[n * _CHUNK : (n + 1) * _CHUNK] for array in (words, turns))) for n in todo
    )
    with closing(run(value_rows, jobs, min(workers, max(1, len(todo))))) as results:
        for number, rows in results:
            parts.write("rows", todo[number], rows)
            done += len(rows)
            _report(progress, "valuing", min(done, whole), whole)


def _rows(plan: Plan, positions: tuple[Any, Any], parts: Parts) -> Iterator[Any]:
    """Yield the rows of the dataset, chunk by chunk."""
    for number, chunk in enumerate(_chunks(plan, positions)):
        rows = _read(parts, number, chunk)
        if rows is None:
            raise GridlockError(f"{parts.folder} has changed meanwhile: run the command again.")
        yield rows


def _count(chunks: Iterator[Any], positions: tuple[Any, Any]) -> Counts:
    splits = np.zeros(len(SPLITS), dtype=np.int64)
    symmetry = np.zeros(len(positions[1]), dtype=np.uint64)
    wins = done = 0
    for rows in chunks:
        splits += np.bincount(rows["split"], minlength=len(SPLITS))
        symmetry[done : done + len(rows)] = rows["symmetry"]
        wins += int((rows["winner"] == rows["turn"]).sum())
        done += len(rows)
    by_name = {name: int(number) for name, number in zip(SPLITS, splits, strict=True)}
    return Counts(done, len(np.unique(symmetry)), by_name, wins)
