"""Choosing the next puzzle."""

from __future__ import annotations

from datetime import date

from gridlock.puzzles.catalogue import Puzzle, count, daily, is_daily, kinds, puzzle, series_of
from gridlock.puzzles.progress import Progress
from gridlock.rules import GAMES


def suggested_puzzle(progress: Progress, today: date, difficulty: str | None = None) -> Puzzle:
    """Return a puzzle of this difficulty; without one, today's puzzle if it's unsolved, else an easy one."""
    todays = daily(today)
    if difficulty is None and not progress.solved(todays.id):
        return todays
    return due_puzzle(progress, difficulty or "easy")


def due_puzzle(progress: Progress, difficulty: str) -> Puzzle:
    """Return the next puzzle of the game with the fewest attempts at this difficulty."""
    counts = progress.counts()
    games = [name for name in kinds() if name in GAMES and count(name, difficulty)]
    game = min(games, key=lambda name: sum(counts.get(f"{name}-{difficulty}", {}).values()))
    return puzzle(game, difficulty, progress.next_number(game, difficulty))


def puzzle_after(before: Puzzle, progress: Progress) -> Puzzle:
    """Return the next puzzle of the same series; after a daily puzzle, a due one."""
    if is_daily(before.id):
        return due_puzzle(progress, before.difficulty)
    kind, difficulty, number = series_of(before.id)
    last = number == count(kind, difficulty)
    return puzzle(kind, difficulty, progress.next_number(kind, difficulty) if last else number + 1)
