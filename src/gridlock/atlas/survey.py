"""Solve every board of a game, smallest first, and save the results."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple

from gridlock.atlas.entries import Atlas, Entry, Shape, boards
from gridlock.atlas.solve import fingerprint, solve_board
from gridlock.rules.variant import Variant
from gridlock.search import Limits, Status


@dataclass(frozen=True)
class SurveyOptions:
    """The options of a survey."""

    limits: Limits
    """The limits of each search. Its seconds are processor time per board, and required."""
    max_cells: int = 20
    distance: bool = True
    """Whether to find the number of moves, too."""
    total: float | None = None
    """A time limit for the whole survey, in seconds of wall-clock time."""
    shapes: tuple[Shape, ...] = ()
    """Solve only these boards, of any size; if empty, all up to ``max_cells``."""
    refresh: bool = False
    """Whether to solve boards again that another version of the search has solved."""

    def boards(self, variant: Variant) -> Sequence[Shape]:
        """The boards of a variant to solve."""
        return self.shapes or boards(variant, self.max_cells)


class Step(NamedTuple):
    """The progress of a survey."""

    done: int
    boards: int
    board: str
    nodes: int
    """The nodes searched on this board."""


Watch = Callable[[Step], None]
"""Called with the progress of a survey."""


def survey(atlas: Atlas, options: SurveyOptions, watch: Watch | None = None) -> None:
    """Solve the boards that aren't solved yet, and write the file after each.

    An open board is tried again with a longer time limit, or by another version of the search. A board
    interrupted by the total time counts as not tried.
    """
    shapes = options.boards(atlas.variant)
    _report(watch, Step(0, len(shapes), "getting ready", 0))
    current = fingerprint(atlas.variant)  # this also compiles everything
    deadline = None if options.total is None else monotonic() + options.total
    for done, shape in enumerate(shapes):
        if _is_over(deadline):
            break
        if not _needs_solving(atlas.entries.get(shape), options, current):
            continue
        step = Step(done, len(shapes), "x".join(map(str, shape)), 0)
        limits = _limits(options.limits, deadline, watch, step)
        entry = solve_board(atlas.variant, shape, limits, distance=options.distance, fingerprint=current)
        if entry.solved_by or entry.tried_by:
            atlas.add(entry)


def _is_over(deadline: float | None) -> bool:
    return deadline is not None and monotonic() >= deadline


def _needs_solving(entry: Entry | None, options: SurveyOptions, current: str) -> bool:
    if entry is None or (options.refresh and entry.solved_by != current):
        return True
    if entry.complete or (entry.winner is not None and not options.distance):
        return False
    return entry.tried_by != current or (options.limits.seconds or 0.0) > entry.time


def _limits(limits: Limits, deadline: float | None, watch: Watch | None, step: Step) -> Limits:
    """The limits of one search that reports its progress, starting now, and stops at the deadline."""
    _report(watch, step)
    stop = threading.Event()

    def progress(status: Status) -> None:
        _report(watch, step._replace(nodes=status.nodes))
        if _is_over(deadline):
            stop.set()

    return replace(limits, progress=progress, cancelled=stop)


def _report(watch: Watch | None, step: Step) -> None:
    if watch is not None:
        watch(step)
