"""Benchmark figures of the solver on a fixed list of boards, and the file that stores them per release."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from gridlock import GAMES, Game, Limits, OutOfTime, make
from gridlock.board import read_size
from gridlock.files import read_text, write_whole
from gridlock.search import transpositions
from gridlock.search.solver import Solver

FILE = Path(__file__).with_name("solver.json")
MEMORY = 6 << 30
SHORT = 0.2  # seconds: anything faster is measured several times
RUNS = 3


class Board(NamedTuple):
    """A board to solve: game, size, option values, and whether to find the distance."""

    name: str
    distance: bool = True

    def game(self) -> Game:
        """The game on this board."""
        name, size, *values = self.name.split()
        rows, cols = read_size(size)
        return make(name, rows, cols, **dict(zip(GAMES[name].variants, values, strict=False)))


BOARDS = [
    Board("crossfire 8x7"),
    Board("crossfire 5x10"),
    Board("crossfire 7x7"),
    Board("crossfire 8x8 all"),
    Board("trail 6x6"),
    Board("trail 7x8"),
    Board("spread 5x7"),
    Board("spread 6x6"),
    Board("spread 3x13"),
    Board("spread 7x7", distance=False),
    Board("blockade 5x5"),
    Board("blockade 5x6"),
    Board("blockade 6x6", distance=False),
    Board("lightcycle 7x7"),
    Board("lightcycle 8x8"),
]


class Figures(NamedTuple):
    """The results for a board and their cost. None if there was no time."""

    winner: int | None = None
    moves: int | None = None
    nodes: int | None = None
    """Nodes searched until the last answer."""
    winner_seconds: float | None = None
    distance_seconds: float | None = None
    """Seconds from the start, including those for the winner."""

    @property
    def seconds(self) -> float | None:
        """The time of the last answer."""
        return self.winner_seconds if self.distance_seconds is None else self.distance_seconds

    def rounded(self) -> Figures:
        """The same with times in whole microseconds, for a readable file."""
        times = [None if time is None else round(time, 6) for time in self[3:]]
        return Figures(self.winner, self.moves, self.nodes, *times)


class Release(NamedTuple):
    """The figures of a release."""

    version: str
    calibration: float
    """The result of :func:`bench.calibration.calibration` on its machine."""
    boards: dict[str, dict[str, Figures]]
    """By board name and number of threads."""


def warm_up(game: Game) -> None:
    """Compile or load all code, including theorems and table growth."""
    solver = Solver(game, Limits(memory=1 << 20, threads=1))
    solver.decide(game.start().words)
    transpositions.copy(transpositions.new_table(1 << 12), transpositions.new_table(1 << 14), 0, 1)


def measure_once(game: Game, threads: int, seconds: float, *, distance: bool) -> Figures:
    """Find the winner, and the distance, with an empty table."""
    solver = Solver(game, Limits(memory=MEMORY, threads=threads, seconds=seconds))
    words, figures = game.start().words, Figures()
    with suppress(OutOfTime), solver.question():
        wins = solver.wins(words)
        figures = Figures(1 if wins else 2, None, solver.nodes, solver.seconds)
        if distance:
            moves = solver.distance(words, wins)
            figures = figures._replace(moves=moves, nodes=solver.nodes, distance_seconds=solver.seconds)
    return figures


def measure(board: Board, threads: int, seconds: float) -> Figures:
    """Measure a board; for one that is solved quickly, the best of several runs."""
    game = board.game()
    warm_up(game)
    runs = [measure_once(game, threads, seconds, distance=board.distance)]
    if (runs[0].seconds or SHORT) < SHORT:
        runs += [measure_once(game, threads, seconds, distance=board.distance) for _ in range(RUNS - 1)]
    return min(runs, key=lambda run: run.seconds or 0.0)


def read_release() -> Release | None:
    """Read the figures of the last release, or None if there is no file."""
    if not FILE.exists():
        return None
    data: dict[str, Any] = json.loads(read_text(FILE))
    boards = {
        name: {threads: Figures(**figures) for threads, figures in rows.items()}
        for name, rows in data["boards"].items()
    }
    return Release(data["version"], data["calibration"], boards)


def write_release(release: Release) -> None:
    """Write the figures of a release."""
    boards = {
        name: {threads: figures.rounded()._asdict() for threads, figures in rows.items()}
        for name, rows in release.boards.items()
    }
    data = {"version": release.version, "calibration": round(release.calibration, 4), "boards": boards}
    write_whole(FILE, json.dumps(data, indent=1) + "\n")
