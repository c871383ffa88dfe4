"""Solve a board for the atlas, limited by processor time, and identify the version of the search."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import replace
from functools import cache
from time import process_time
from typing import Any

from gridlock.atlas.entries import DIGITS, Entry, Shape, boards
from gridlock.rules import other
from gridlock.rules.variant import Variant
from gridlock.search import Limits, OutOfTime, Status

_DIGITS = 3  # of seconds

LIMITS = Limits(memory=1 << 16, threads=1)
"""One thread, and a table that never grows, so that node counts are reproducible. The table is too small for
the last few boards on purpose: replacement is part of the fingerprint.
"""

_NODES = 20_000


def solve_board(
    variant: Variant, shape: Shape, limits: Limits, *, distance: bool, fingerprint: str = ""
) -> Entry:
    """Find the winner on a board, then the number of moves, as far as time allows.

    The time limit, and the time in the entry, are processor time of this process, which doesn't depend on the
    load of the machine. ``fingerprint`` is that of the search, for the entry.

    The solver starts empty, so nodes and seconds are those of this board alone.
    """
    from gridlock.search.uncompiled import make_solver

    start = variant.on(*shape).start()
    words = start.words
    solver = make_solver(start.game, limits)
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
    """The same limits, with the time limit applied to processor time since ``started``."""
    stop = threading.Event()

    def progress(status: Status) -> None:
        if limits.progress is not None:
            limits.progress(status)
        cancelled = limits.cancelled is not None and limits.cancelled.is_set()
        if cancelled or (limits.seconds is not None and process_time() - started > limits.seconds):
            stop.set()

    return replace(limits, seconds=None, progress=progress, cancelled=stop)


@cache
def fingerprint(variant: Variant) -> str:
    """Hash the results and node counts of a variant's smallest boards.

    Boards are added until they need more than 20,000 nodes together. The hash changes with the order in which
    positions are searched, but not with names, files, machines or speed.
    """
    lines, nodes = [], 0
    for shape in boards(variant):
        entry = solve_board(variant, shape, LIMITS, distance=True)
        lines.append(_line(entry))
        nodes += entry.nodes
        if nodes > _NODES:
            break
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _line(entry: Entry) -> str:
    return f"{entry.size_text} {entry.winner} {entry.moves} {entry.nodes} {entry.proof}"
