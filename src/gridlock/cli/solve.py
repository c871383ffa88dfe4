"""The command ``solve``."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import Id, Json, Memory, Size, Threads, Time, Variants, game_from
from gridlock.errors import InvalidChoice, excerpt
from gridlock.text.analysis import report_text

if TYPE_CHECKING:
    from gridlock.search import Limits

EXAMPLES = (
    "gridlock solve spread",
    'gridlock solve lightcycle --moves "right left"',
    'gridlock solve trail --position "x.../..../..../.... 2" --json',
    "gridlock solve blockade --size 6x6 --winner-only --memory 4G --time 60",
)
"""For the end of the help text."""

OPEN = 3
"""The exit status of a search that ran out of time."""
INTERRUPTED = 130
"""The exit status of a search that Ctrl-C interrupted."""


def solve(
    id: Id,
    size: Size = None,
    variant: Variants = None,
    moves: Annotated[
        str | None, typer.Option("--moves", metavar="MOVES", help='Moves to play first, such as "3,3 2,2".')
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="TEXT", help="Start from this position.")
    ] = None,
    winner_only: Annotated[
        bool, typer.Option("--winner-only", help="Find only the winner; for big boards.")
    ] = False,
    threads: Threads = None,
    memory: Memory = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Solve a position: who wins, in how many moves, and the value of every legal move.

    The exit status is 3 if time runs out.
    """
    from gridlock.rules.notation import play_texts
    from gridlock.search import OutOfTime
    from gridlock.search.report import Report, investigate
    from gridlock.text.progress import run_with_progress

    limits = limits_from(threads, memory, time)
    game = game_from(id, size, variant)
    start = game.start() if position is None else game.position(position)
    report = Report(play_texts(start, (moves or "").split()))
    status = 0
    try:
        run_with_progress(lambda limits: investigate(report, limits, winner_only=winner_only), limits)
    except OutOfTime:
        status = OPEN
    except KeyboardInterrupt:
        status = INTERRUPTED
    print(json.dumps(report.to_json()) if as_json else report_text(report))
    return status


def limits_from(threads: int | None, memory: str | None, seconds: float | None) -> Limits:
    """Make search limits from the options."""
    from gridlock.search import Limits

    limits = Limits(seconds=seconds)
    if threads is not None:
        limits = replace(limits, threads=threads)
    if memory is not None:
        limits = replace(limits, memory=_bytes(memory))
    return limits


def _bytes(text: str) -> int:
    size = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([kmgt]?)b?", text.strip().lower())
    if size is None:
        raise InvalidChoice(
            f"Write a memory size as a number with K, M or G, such as 2G, not {excerpt(text)}."
        )
    return max(1, int(float(size[1]) * 1024 ** " kmgt".index(size[2] or " ")))
