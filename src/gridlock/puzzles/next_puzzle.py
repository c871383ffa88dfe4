"""Which puzzle comes next."""

from __future__ import annotations

from datetime import date

from gridlock.puzzles.catalogue import Puzzle, count, daily, is_daily, kinds, puzzle, series_of
from gridlock.puzzles.progress import Progress
from gridlock.rules import GAMES


def suggested(progress: Progress, today: date, difficulty: str | None = None) -> Puzzle:
    """The puzzle for somebody who has no wish: today's if it is not solved yet, else one that is due.

    Whoever wishes for a difficulty gets one of that.
    """
    of_today = daily(today)
    if difficulty is None and not progress.solved(of_today.id):
        return of_today
    return due(progress, difficulty or "easy")


def due(progress: Progress, difficulty: str) -> Puzzle:
    """The next puzzle of the game of which the fewest were tried at this difficulty."""
    counts = progress.counts()
    games = [name for name in kinds() if name in GAMES and count(name, difficulty)]
    game = min(games, key=lambda name: sum(counts.get(f"{name}-{difficulty}", {}).values()))
    return puzzle(game, difficulty, progress.next_number(game, difficulty))


def following(before: Puzzle, progress: Progress) -> Puzzle:
    """The puzzle after this one: the next of its series, or after a daily one, one that is due."""
    if is_daily(before.id):
        return due(progress, before.difficulty)
    kind, difficulty, number = series_of(before.id)
    last = number == count(kind, difficulty)
    return puzzle(kind, difficulty, progress.next_number(kind, difficulty) if last else number + 1)
