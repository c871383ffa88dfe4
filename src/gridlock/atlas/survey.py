"""Solving every board of a game, from the smallest on, and keeping what was found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, NamedTuple

from gridlock.atlas.boards import Shape, boards
from gridlock.atlas.entries import Atlas, Entry
from gridlock.rules import other
from gridlock.rules.variant import Variant
from gridlock.search import Limits, OutOfTime, Status

__all__ = ["Asked", "Step", "Watch", "solve_board", "survey", "warm_up"]

_DIGITS = 3  # of seconds


@dataclass(frozen=True)
class Asked:
    """What a survey is asked for."""

    limits: Limits
    """What each search may use. Its seconds are those of each board, and must be given."""
    max_cells: int = 20
    distance: bool = True
    """Whether to ask also in how many moves."""
    total: float | None = None
    """Seconds for the whole survey."""


class Step(NamedTuple):
    """How far a survey has come."""

    done: int
    boards: int
    board: str
    nodes: int
    """How many positions of this board were looked at."""


Watch = Callable[[Step], None]
"""Who is told how far a survey has come."""


def survey(atlas: Atlas, asked: Asked, watch: Watch | None = None) -> None:
    """Solve the boards that are not solved yet, and write the file after each.

    A board that was open is tried again only if it is given more time than before.
    """
    shapes = boards(atlas.variant, asked.max_cells)
    began: float | None = None
    for done, shape in enumerate(shapes):
        old = atlas.entries.get(shape)
        if not _is_wanted(old, asked, _given(asked, began)):
            continue
        step = Step(done, len(shapes), "x".join(map(str, shape)), 0)
        if began is None:  # the time of the first board should not be that of the compiler
            _tell(watch, step._replace(board="getting ready"))
            warm_up(atlas.variant)
            began = monotonic()
        given = _given(asked, began)
        if given <= 0:
            break
        limits = replace(asked.limits, seconds=given, progress=_progress(watch, step))
        atlas.keep(solve_board(atlas.variant, shape, limits, distance=asked.distance, known=old))


def _given(asked: Asked, began: float | None) -> float:
    """How many seconds the next board may take, if the survey began then, or has not begun yet."""
    given = asked.limits.seconds or 0.0
    if asked.total is not None:
        given = min(given, asked.total if began is None else began + asked.total - monotonic())
    return round(given, _DIGITS)


def _is_wanted(entry: Entry | None, asked: Asked, given: float) -> bool:
    if entry is None:
        return True
    if entry.complete or (entry.winner is not None and not asked.distance):
        return False
    return given > entry.tried


def _tell(watch: Watch | None, step: Step) -> None:
    if watch is not None:
        watch(step)


def _progress(watch: Watch | None, step: Step) -> Callable[[Status], None]:
    """What a search tells, told on as a step; the first step is told now."""
    _tell(watch, step)
    return lambda progress: _tell(watch, step._replace(nodes=progress.nodes))


def warm_up(variant: Variant) -> None:
    """Have the search of a game compiled, or loaded, by solving its smallest board."""
    solve_board(variant, boards(variant, 2)[0], Limits(threads=1, tables=False), distance=True)


def solve_board(
    variant: Variant, shape: Shape, limits: Limits, *, distance: bool, known: Entry | None = None
) -> Entry:
    """Find out who wins on a board, unless that is known, then in how many moves, as far as the time lasts.

    The solver knows nothing beforehand, so that nodes and seconds are those of this board alone. Complete
    tables are left out: whether there is one on this machine should make no difference.
    """
    from gridlock.search.solver import Solver

    start = variant.on(*shape).start()
    words = start.words
    solver = Solver(start.game, replace(limits, tables=False))
    entry = known or Entry(*variant, *shape, None, None, 0, 0.0, 0.0, "none")
    nodes, seconds = entry.nodes, entry.seconds

    def found(**what: Any) -> Entry:
        spent = round(seconds + solver.seconds, _DIGITS)
        return entry._replace(nodes=nodes + solver.nodes, seconds=spent, tried=0.0, **what)

    with solver.question():
        try:
            if entry.winner is None:
                winner = start.turn if solver.wins(words) else other(start.turn)
                entry = found(winner=winner, proof=solver.proof(words))
            if distance:
                entry = found(moves=solver.distance(words, entry.winner == start.turn))
        except OutOfTime:
            entry = entry._replace(tried=limits.seconds or round(solver.seconds, _DIGITS))
    return entry
