"""The command that asks the solver about a position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from gridlock.errors import InvalidChoice, excerpt
from gridlock.rules import Game, Position
from gridlock.rules.notation import play_texts
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate
from gridlock.telling.reports import report_text
from gridlock.telling.watch import watched

OPEN = 3
"""The exit status of a question that was not answered in time."""
_INTERRUPTED = 130  # likewise, by Ctrl-C


def limits_from(threads: int | None, memory: str | None, seconds: float | None) -> Limits:
    """The limits that the options name."""
    limits = Limits(seconds=seconds)
    if threads is not None:
        limits = replace(limits, threads=threads)
    if memory is not None:
        limits = replace(limits, memory=_bytes(memory))
    return limits


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([kmgt]?)b?", text.strip().lower())
    if found is None:
        raise InvalidChoice(f"Memory is a number with K, M or G, such as 2G, not {excerpt(text)}.")
    return max(1, int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " ")))


def position_from(game: Game, text: str | None, moves: str | None) -> Position:
    """The position that the options name."""
    position = game.start() if text is None else game.position(text)
    return play_texts(position, (moves or "").split())


def solve_position(position: Position, limits: Limits, *, winner_only: bool, as_json: bool) -> int:
    """Print all that can be found out about a position; the exit status."""
    report = Report(position)
    status = _asked(lambda given: investigate(report, given, winner_only=winner_only), limits)
    print(json.dumps(report.to_json()) if as_json else report_text(report))
    return status


def _asked(work: Callable[[Limits], object], limits: Limits) -> int:
    """Let the solver work, with progress shown; the exit status."""
    try:
        watched(work, limits)
    except OutOfTime:
        return OPEN
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0
