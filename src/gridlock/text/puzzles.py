"""Sentences about puzzles and the progress with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gridlock.players.level import LEVELS
from gridlock.plural import count as counted
from gridlock.puzzles import Progress, Puzzle, Verdict, count, is_daily, series_of
from gridlock.puzzles.progress import RESULTS
from gridlock.review import Reason, reasons_played
from gridlock.rules import Move, Position
from gridlock.text.names import for_reader
from gridlock.text.reviews import lesson_lines


def task_text(position: Position) -> str:
    """Return the task of a puzzle."""
    letter = position.game.side_letter(position.turn)
    return f"You are {letter}, and you can win, whatever your opponent plays. Your move."


def why_won(position: Position, line: Sequence[Move]) -> list[str]:
    """Explain why the moves played in a puzzle win, and what to learn from them."""
    reasons = reasons_played(position, line, position.turn)
    return [*_why(position, reasons), *lesson_lines(reasons)]


def why_wrong(position: Position, verdict: Verdict) -> list[str]:
    """Explain why a wrong move in a position loses."""
    return _why(position, verdict.reasons)


def _why(position: Position, reasons: Sequence[Reason]) -> list[str]:
    return [f"Why: {for_reader(reason.text, position.game, position.turn)}" for reason in reasons]


def difficulty_text(puzzle: Puzzle) -> str:
    """Describe the puzzle's difficulty by the levels that solve it."""
    for number, level in enumerate(LEVELS, start=1):
        solved = puzzle.solved.get(f"level:{number}", 0)
        if 2 * solved >= puzzle.tries:
            below = "" if number == 1 else "; the levels below mostly fail"
            return f"Level {number} ({level.name}) solves it in {solved} of {puzzle.tries} tries{below}."
    return "Only the top level, which plays perfectly, solves it reliably."


def series_name(id: str) -> str:
    """Return the series a puzzle belongs to: ``daily``, or such as ``spread-easy``."""
    return "daily" if is_daily(id) else id.rpartition("-")[0]


def progress_text(progress: Progress, series: str) -> str:
    """Summarize the progress in a series."""
    results = progress.counts().get(series, dict.fromkeys(RESULTS, 0))
    solved = f"{results['first'] + results['later']}"
    end = ""
    if series == "daily":
        name = "Daily"
        end = f"; streak: {counted(progress.streak(date.today()), 'day')}"
    else:
        kind, difficulty, _ = series_of(f"{series}-1")
        name = f"{kind} {difficulty}"
        solved += f" of {count(kind, difficulty)}"
    failed = f", {results['failed']} unsolved" if results["failed"] else ""
    return f"{name}: {solved} solved, {results['first']} on the first try{failed}{end}."
