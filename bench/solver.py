"""The solver: a fixed list of boards from an empty table, and random positions in a warm process."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

from bench.calibration import calibration
from bench.figures import BOARDS, FILE, Figures, Release, measure, read_release, write_release
from gridlock import Game, Limits, Position, __version__, analyze, solve
from gridlock.rules.registry import make_with
from gridlock.rules.variant import variants
from gridlock.search.limits import processors

SLOWER = 1.2  # flag a row that takes this many times as long as the release
LATER = 0.05  # and this many seconds longer
TINY = 0.001  # seconds: ratios of shorter times mean nothing
POSITIONS = 300


class Comparison:
    """Times now and in the release, scaled as if both were measured on this machine."""

    def __init__(self, release: Release | None, here: float) -> None:
        self.release = release
        self.scale = here / release.calibration if release else 1.0
        self.rows = self.marked = 0

    def then(self, name: str, threads: int) -> Figures | None:
        """The release's figures for a row, if any."""
        return self.release.boards.get(name, {}).get(str(threads)) if self.release else None

    def ratio(self, now: float | None, then: float | None) -> str:
        """The ratio to the release's time; ``new`` or ``lost`` if only one of the two has an answer."""
        if now is None or then is None:
            return "-" if now is then else "lost" if now is None else "new"
        return times(now, then * self.scale)

    def slower(self, now: float | None, then: float | None) -> bool:
        """Whether a row takes noticeably longer than in the release, or isn't solved any more."""
        if now is None or then is None:
            return then is not None
        return now > then * self.scale * SLOWER and now - then * self.scale > LATER

    def ending(self, name: str, threads: int, now: Figures) -> str:
        """The end of a row: both ratios, and a warning if needed."""
        then = self.then(name, threads)
        if then is None:
            return ""
        self.rows += 1
        pairs = list(zip(now[3:], then[3:], strict=True))
        mark = "  <== OTHER ANSWER" if other_answer(now, then) else ""
        mark += "  <== SLOWER" if any(self.slower(*pair) for pair in pairs) else ""
        self.marked += bool(mark)
        return "".join(f"{self.ratio(*pair):>10}" for pair in pairs) + mark

    def heading(self, here: float) -> str:
        """Explain the ratios."""
        text = f"A fixed loop that tells how fast the machine is took {here:.3f} s"
        if self.release is None:
            return f"{text}. There is no release to compare with: {FILE.name} is missing."
        version, then, _ = self.release
        return (
            f"{text}, and {then:.3f} s when release {version} was measured.\n"
            "The last two columns are time now / time of the release, so that 0.50x is twice as fast.\n"
            "Because machines differ, the release's times are first multiplied by the ratio of the loop's"
            f" times, {self.scale:.2f}."
        )

    def conclusion(self) -> str:
        """Summarize how many rows are flagged."""
        if self.release is None:
            return "Nothing was compared."
        count = self.marked or "None"
        return (
            f"{count} of {self.rows} rows slower than release {self.release.version}, or with another answer."
        )


def times(now: float, then: float) -> str:
    """Format a ratio of times, or a dash if both are too short."""
    return "-" if max(now, then) < TINY else f"{now / then:.2f}x"


def other_answer(now: Figures, then: Figures) -> bool:
    """Whether the release had a different result: one of the two is wrong."""
    pairs = ((now.winner, then.winner), (now.moves, then.moves))
    return any(None not in pair and pair[0] != pair[1] for pair in pairs)


def cell(value: float | None, width: int, form: str = ",") -> str:
    """Format a number for its column, or a dash."""
    return f"{'-' if value is None else format(value, form):>{width}}"


def columns(threads: int, figures: Figures) -> str:
    """The measured part of a row."""
    speed = (figures.nodes or 0) / figures.seconds / threads / 1e6 if figures.seconds else None
    return (
        f"{threads:>8}{cell(figures.winner, 7)}{cell(figures.moves, 6)}{cell(figures.nodes, 13)}"
        f"{cell(speed, 11, '.2f')}{cell(figures.winner_seconds, 10, '.3f')}"
        f"{cell(figures.distance_seconds, 11, '.3f')}"
    )


def speed_up(figures: Figures, alone: Figures) -> str:
    """The speed-up over one thread."""
    if figures is alone or figures.seconds is None or alone.seconds is None:
        return ""
    return times(alone.seconds, figures.seconds)


def print_boards(comparison: Comparison, seconds: float) -> dict[str, dict[str, Figures]]:
    """Measure every board and print its rows; return the figures."""
    print(
        f"{'board':<18}{'threads':>8}{'winner':>7}{'moves':>6}{'nodes':>13}{'M/s/thread':>11}{'winner s':>10}"
        f"{'distance s':>11}{'speed-up':>10}{'winner':>10}{'distance':>10}"
    )
    boards: dict[str, dict[str, Figures]] = {}
    for board in BOARDS:
        rows = boards[board.name] = {}
        for threads in range(1, min(2, processors()) + 1):
            figures = rows[str(threads)] = measure(board, threads, seconds)
            print(
                f"{board.name:<18}{columns(threads, figures)}{speed_up(figures, rows['1']):>10}"
                f"{comparison.ending(board.name, threads, figures)}",
                flush=True,
            )
    return boards


def random_positions(game: Game, count: int) -> Iterator[Position]:
    """Positions from random play that aren't over."""
    random = Random(game.id)
    while count:
        position, seen = game.start(), []
        while position.legal:
            seen.append(position)
            position = position.play(random.choice(position.legal_moves()))
        yield random.choice(seen)
        count -= 1


def spread_of_times(game: Game, ask: Callable[[Position], object]) -> str:
    """Milliseconds per question about random positions: median, 99th percentile and worst."""
    times = []
    for position in random_positions(game, POSITIONS):
        began = perf_counter()
        ask(position)
        times.append(1000 * (perf_counter() - began))
    times.sort()
    return "".join(f"{times[place]:>11,.2f}" for place in (POSITIONS // 2, POSITIONS * 99 // 100, -1))


def print_random_positions() -> None:
    """Print times for the winner, then for the value of every move, of random positions on the standard
    boards.
    """
    head = f"{'99 %':>11}{'worst':>11}"
    print(f"{'random positions, ms':<22}{'winner':>11}{head}{'every move':>11}{head}")
    limits = Limits()
    for variant in variants():
        game = make_with(variant.game, None, None, variant.options)
        solve(game.start(), winner_only=True, limits=limits)
        winner = spread_of_times(game, lambda position: solve(position, winner_only=True, limits=limits))
        moves = spread_of_times(game, lambda position: analyze(position, limits=limits))
        print(f"{variant.stem:<22}{winner}{moves}", flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Print both tables, or measure the boards only and save the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.solver", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="save the figures, for a release")
    parser.add_argument("--seconds", type=float, default=600, help="at most so long for a row")
    chosen = parser.parse_args(arguments)
    here = calibration()
    comparison = Comparison(read_release(), here)
    print("Seconds from an empty table, compiled code loaded; those to the distance include the winner's.")
    print(f"{comparison.heading(here)}\n")
    boards = print_boards(comparison, chosen.seconds)
    print(f"\n{comparison.conclusion()}\n")
    if chosen.keep:
        write_release(Release(__version__, here, boards))
        print(f"LruCache in {FILE}.")
    else:
        print_random_positions()


if __name__ == "__main__":
    main(sys.argv[1:])
