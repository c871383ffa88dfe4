"""What the solver needs for a fixed list of boards, and the file that keeps it from release to release."""

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
SHORT = 0.2  # seconds: what takes less is measured several times
RUNS = 3


class Board(NamedTuple):
    """A board to be solved: game, size and the values of options, and whether the distance is asked for."""

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
    """What was found out about a board, and what that took. None stands for what there was no time for."""

    winner: int | None = None
    moves: int | None = None
    nodes: int | None = None
    """Positions that were looked at until the last answer."""
    winner_seconds: float | None = None
    distance_seconds: float | None = None
    """Seconds from the beginning, so that those to the winner are among them."""

    @property
    def seconds(self) -> float | None:
        """The time of the last answer."""
        return self.winner_seconds if self.distance_seconds is None else self.distance_seconds

    def rounded(self) -> Figures:
        """The same with times in whole microseconds, for a file that people can read."""
        times = [None if time is None else round(time, 6) for time in self[3:]]
        return Figures(self.winner, self.moves, self.nodes, *times)


class Release(NamedTuple):
    """The figures of a version."""

    version: str
    calibration: float
    """What :func:`bench.calibration.calibration` said of the machine."""
    boards: dict[str, dict[str, Figures]]
    """By the name of the board and the number of threads."""


def warm_up(game: Game) -> None:
    """Have all code compiled or loaded: what asks theorems and what lets a table grow, too."""
    solver = Solver(game, Limits(memory=1 << 20, threads=1))
    solver.decide(game.start().words)
    transpositions.copy(transpositions.new_table(1 << 12), transpositions.new_table(1 << 14), 0, 1)


def measure_once(game: Game, threads: int, seconds: float, *, distance: bool) -> Figures:
    """Ask for the winner, and for the distance, with an empty table."""
    solver = Solver(game, Limits(memory=MEMORY, threads=threads, seconds=seconds))
    words, found = game.start().words, Figures()
    with suppress(OutOfTime), solver.question():
        wins = solver.wins(words)
        found = Figures(1 if wins else 2, None, solver.nodes, solver.seconds)
        if distance:
            moves = solver.distance(words, wins)
            found = found._replace(moves=moves, nodes=solver.nodes, distance_seconds=solver.seconds)
    return found


def measure(board: Board, threads: int, seconds: float) -> Figures:
    """The figures of a board; of one that is solved quickly, the best of several runs."""
    game = board.game()
    warm_up(game)
    runs = [measure_once(game, threads, seconds, distance=board.distance)]
    if (runs[0].seconds or SHORT) < SHORT:
        runs += [measure_once(game, threads, seconds, distance=board.distance) for _ in range(RUNS - 1)]
    return min(runs, key=lambda run: run.seconds or 0.0)


def read_release() -> Release | None:
    """The figures of the last release, or None if nobody has kept any."""
    if not FILE.exists():
        return None
    held: dict[str, Any] = json.loads(read_text(FILE))
    boards = {
        name: {threads: Figures(**figures) for threads, figures in rows.items()}
        for name, rows in held["boards"].items()
    }
    return Release(held["version"], held["calibration"], boards)


def write_release(release: Release) -> None:
    """Keep the figures of a release."""
    boards = {
        name: {threads: figures.rounded()._asdict() for threads, figures in rows.items()}
        for name, rows in release.boards.items()
    }
    held = {"version": release.version, "calibration": round(release.calibration, 4), "boards": boards}
    write_whole(FILE, json.dumps(held, indent=1) + "\n")
