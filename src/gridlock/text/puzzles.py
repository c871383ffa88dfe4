"""What is said of puzzles and of the progress with them, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gridlock.players.level import LEVELS
from gridlock.plural import count as counted
from gridlock.puzzles import Progress, Puzzle, count, is_daily, series_of
from gridlock.puzzles.progress import RESULTS
from gridlock.review import reasons_played
from gridlock.rules import Move, Position
from gridlock.text.headings import side_letter
from gridlock.text.reviews import lesson_lines


def task_text(position: Position) -> str:
    """What there is to do."""
    return f"You are {side_text(position)}, and you can win, whatever your opponent plays. Your move."


def side_text(position: Position) -> str:
    """The side to move, with its letter on the board if that is not its number."""
    letter = side_letter(position.game, position.turn)
    return f"Player {position.turn}" + ("" if letter.isdigit() else f" ({letter})")


def why_won(position: Position, line: Sequence[Move]) -> list[str]:
    """Why the moves that were played in a puzzle win it, and what there is to learn from it, in sentences."""
    found = reasons_played(position, line, position.turn)
    return [*(f"Why: {reason.text}" for reason in found), *lesson_lines(found)]


def difficulty_text(puzzle: Puzzle) -> str:
    """How difficult the puzzle was measured to be, in a sentence."""
    for number, level in enumerate(LEVELS, start=1):
        solved = puzzle.solved.get(f"level:{number}", 0)
        if 2 * solved >= puzzle.tries:
            below = "" if number == 1 else "; the levels below mostly fail"
            return f"Level {number} ({level.name}) solves it in {solved} of {puzzle.tries} tries{below}."
    return "All levels but the last, which is perfect, mostly fail at it."


def series_name(id: str) -> str:
    """The series that a puzzle belongs to: ``daily``, or such as ``spread-easy``."""
    return "daily" if is_daily(id) else id.rpartition("-")[0]


def progress_text(progress: Progress, series: str) -> str:
    """How many puzzles of a series have been solved, in a sentence."""
    results = progress.counts().get(series, dict.fromkeys(RESULTS, 0))
    solved = f"{results['first'] + results['later']}"
    end = ""
    if series == "daily":
        name = "Daily"
        end = f"; {counted(progress.streak(date.today()), 'day')} in a row"
    else:
        kind, difficulty, _ = series_of(f"{series}-1")
        name = f"{kind} {difficulty}"
        solved += f" of {count(kind, difficulty)}"
    failed = f", {results['failed']} unsolved" if results["failed"] else ""
    return f"{name}: {solved} solved, {results['first']} at the first try{failed}{end}."
