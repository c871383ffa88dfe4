"""The command ``puzzle``."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.completion import complete_difficulty, complete_id
from gridlock.errors import GridlockError

if TYPE_CHECKING:
    from gridlock.puzzles import Progress, Puzzle

EXAMPLES = (
    "gridlock puzzle",
    "gridlock puzzle spread --difficulty hard",
    "gridlock puzzle spread-hard-3",
    "gridlock puzzle --progress",
)
"""For the end of the help text."""


def puzzle(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="A game or a puzzle, such as spread-hard-3; today's puzzle if left out.",
            autocompletion=complete_id,
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            metavar="easy|medium|hard",
            help="The difficulty.",
            autocompletion=complete_difficulty,
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", metavar="N", help="The Nth puzzle of the game.")
    ] = None,
    of_today: Annotated[
        bool, typer.Option("--daily", help="Today's puzzle, even if you've solved it.")
    ] = False,
    day: Annotated[
        str | None, typer.Option("--date", metavar="DATE", help="The daily puzzle of this date: 2026-11-16.")
    ] = None,
    show_progress: Annotated[
        bool, typer.Option("--progress", help="Show how many puzzles you've solved.")
    ] = False,
) -> None:
    """Solve puzzles: find the winning moves.

    Starts with today's puzzle. Once that's solved, you get the next one of each game in turn.
    """
    from gridlock.dialogue import Console
    from gridlock.dialogue.puzzle import PuzzleSession
    from gridlock.puzzles import Progress

    _check_choice(id, difficulty, number, of_today or day is not None)
    progress = Progress.load()
    if progress.remark:
        print(progress.remark)
    if show_progress:
        _print_progress(progress)
        return
    name = f"daily-{day or date.today()}" if of_today or day is not None else id
    PuzzleSession(Console(), _find_puzzle(progress, name, difficulty, number), progress).run()


def _check_choice(id: str | None, difficulty: str | None, number: int | None, is_daily: bool) -> None:
    """Raise GridlockError for options that don't go together."""
    if is_daily and (id is not None or difficulty is not None or number is not None):
        raise GridlockError("A daily puzzle has a fixed game and difficulty; give only the date.")
    if number is not None and id is None:
        raise GridlockError("--number needs a game: gridlock puzzle GAME --number 3")


def _find_puzzle(progress: Progress, id: str | None, difficulty: str | None, number: int | None) -> Puzzle:
    """Return the puzzle that the arguments describe."""
    from gridlock.puzzles import kinds, puzzle, puzzle_by_id, suggested_puzzle

    if id is None:
        return suggested_puzzle(progress, date.today(), difficulty)
    if "-" in id and id not in kinds():
        if difficulty is not None or number is not None:
            raise GridlockError(f"{id} is a single puzzle: --difficulty and --number go with a game.")
        return puzzle_by_id(id)
    level = difficulty or "easy"
    return puzzle(id, level, progress.next_number(id, level) if number is None else number)


def _print_progress(progress: Progress) -> None:
    from gridlock.text.puzzles import progress_text

    counts = progress.counts()
    if not counts:
        print("You haven't tried a puzzle yet.")
    for series in counts:
        print(progress_text(progress, series))
