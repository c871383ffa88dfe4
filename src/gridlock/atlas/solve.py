"""Solving one board for the atlas, in processor time."""

from __future__ import annotations

import threading
from dataclasses import replace
from time import process_time
from typing import Any

from gridlock.atlas.entries import Entry, Shape
from gridlock.rules import other
from gridlock.rules.variant import Variant
from gridlock.search import Limits, OutOfTime, Status

_DIGITS = 3  # of seconds


def solve_board(
    variant: Variant, shape: Shape, limits: Limits, *, distance: bool, fingerprint: str = ""
) -> Entry:
    """Find out who wins on a board, then in how many moves, as far as the time lasts.

    The seconds of the limits, and those of the entry, are processor time of this process, which doesn't
    depend on what else the machine is doing. ``fingerprint`` is the search's own, for the entry.

    The solver knows nothing beforehand, so that nodes and seconds are those of this board alone.
    """
    from gridlock.search.solver import Solver

    start = variant.on(*shape).start()
    words = start.words
    solver = Solver(start.game, limits)
    entry = Entry(*variant, *shape, None, None, 0, 0.0, limits.seconds or 0.0, "none", "", "")
    started = process_time()

    def solved(**values: Any) -> Entry:
        seconds = round(process_time() - started, _DIGITS)
        return entry._replace(nodes=solver.nodes, seconds=seconds, solved_by=fingerprint, **values)

    with solver.question(_in_processor_time(solver.limits, started)):
        try:
            winner = start.turn if solver.wins(words) else other(start.turn)
            entry = solved(winner=winner, proof=solver.proof(words))
            if distance:
                entry = solved(moves=solver.distance(words, winner == start.turn))
        except OutOfTime:
            if limits.cancelled is None or not limits.cancelled.is_set():
                entry = entry._replace(tried_by=fingerprint)
    return entry


def _in_processor_time(limits: Limits, started: float) -> Limits:
    """The same limits, for a search that stops by the processor time since then."""
    stop = threading.Event()

    def progress(status: Status) -> None:
        if limits.progress is not None:
            limits.progress(status)
        cancelled = limits.cancelled is not None and limits.cancelled.is_set()
        if cancelled or (limits.seconds is not None and process_time() - started > limits.seconds):
            stop.set()

    return replace(limits, seconds=None, progress=progress, cancelled=stop)
