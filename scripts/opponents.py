"""Measure the opponents, and write docs/opponents.md.

Each result is saved in docs/opponents.json at once, so that a run can be interrupted and resumed; a level
that has changed is measured again. ``--quick`` measures a little of everything, and prints the page.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from arena import (
    CachedPlayer,
    lost_openings,
    plain_openings,
    play,
    play_pairs,
    sharp_openings,
    wins,
    with_a_win,
)
from gridlock import Position, make, solve
from gridlock.clock import Clock, TimeControl
from gridlock.files import write_whole
from gridlock.players import Player, PlayerSpec, make_player
from gridlock.players.level import LEVELS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "opponents.md"
RESULTS = ROOT / "docs" / "opponents.json"

TOP = len(LEVELS)
LARGE = 8
"""Rows and columns of the large board."""
HURRIED = 1.0
"""Seconds on the clock of the top level on the large board; it uses a twentieth per move."""


class Counts(NamedTuple):
    """The number of openings, games or positions to use."""

    ladder: int = 300
    rivals: int = 30
    large: int = 10
    large_top: int = 4
    lost: int = 200
    starts: int = 30
    wins: int = 100


QUICK = Counts(3, 2, 1, 1, 2, 2, 5)


class Measured:
    """A cache of results; what is missing is measured on demand.

    Each result is a list with a number per piece, from 0 if all its games were lost to 1 if all were won.
    """

    def __init__(self, counts: Counts, results: Path | None) -> None:
        self.counts = counts
        self._results = results
        self._old: dict[str, list[int]] = {}
        if results is not None and results.exists():
            self._old = json.loads(results.read_text(encoding="utf-8"))
        self._used: dict[str, list[int]] = {}

    def match(self, name: str, one: str, other: str, count: int) -> list[float]:
        """Play two players from sharp openings on the standard board, in pairs of games."""
        return self._cached(
            f"{name}: {_label(one)} against {_label(other)} from {count} sharp openings",
            lambda: play_pairs(sharp_openings(make(name), count), _player(one, 1), _player(other, 2)),
        )

    def large(self, name: str, one: str, other: str) -> list[float]:
        """Play two players from plain openings on a large board, in pairs of games."""
        count = self.counts.large_top if one == f"level:{TOP}" else self.counts.large
        game, clock = make(name, LARGE, LARGE), Clock(TimeControl(HURRIED))
        return self._cached(
            f"{name} {game.size_text}: {_label(one)} against {_label(other)} from {count} openings",
            lambda: play_pairs(plain_openings(game, count), _player(one, 1, clock), _player(other, 2)),
        )

    def from_lost(self, name: str, one: str, other: str) -> list[float]:
        """Play from openings that are lost for the first player."""
        count = self.counts.lost
        return self._cached(
            f"{name}: {one} against {_label(other)} from {count} lost openings",
            lambda: _from_lost(lost_openings(make(name), count), one, other),
        )

    def from_start(self, name: str, one: str, other: str) -> list[float]:
        """Play from the start of the game, with the first player in the lost seat."""
        count = self.counts.starts
        return self._cached(
            f"{name}: {one} against {_label(other)} in {count} games from the start",
            lambda: _from_lost([make(name).start()] * count, one, other),
        )

    def wins_taken(self, name: str, one: str) -> list[float]:
        """In positions where some moves win at once, measure whether one of them is played."""
        count = self.counts.wins
        player = _player(one, 1)
        return self._cached(
            f"{name}: {_label(one)} in {count} positions with a win in one move",
            lambda: [float(wins(p, player.choose(p, None))) for p in with_a_win(make(name), count)],
        )

    def _cached(self, key: str, measure: Callable[[], list[float]]) -> list[float]:
        if key not in self._old:
            began, parts = process_time(), measure()
            self._old[key] = [parts.count(part) for part in _PARTS]
            print(f"{key}: {sum(parts) / len(parts):.2f} ({process_time() - began:.1f} s)", flush=True)
            self._keep(self._old)
        counts = self._used[key] = self._old[key]
        return [part for part, count in zip(_PARTS, counts, strict=True) for _ in range(count)]

    def drop_unused(self) -> None:
        """Drop the results that weren't used."""
        self._keep(self._used)

    def _keep(self, results: dict[str, list[int]]) -> None:
        if self._results is not None:
            lines = (f"{json.dumps(key)}: {json.dumps(results[key])}" for key in sorted(results))
            write_whole(self._results, "{\n" + ",\n".join(lines) + "\n}\n")


_PARTS = (0.0, 0.5, 1.0)  # fractions of a piece that can be won; the results count the pieces of each


def _player(text: str, seed: int, clock: Clock | None = None) -> Player:
    player = make_player(text, seed=seed)
    return CachedPlayer(player, clock) if text in ("perfect", f"level:{TOP}") else player


def _label(text: str) -> str:
    """The name of a player in the results; for a level, with everything that defines it."""
    level = PlayerSpec.parse(text).level
    return text if level is None else f"{text} {LEVELS[level - 1][2:]}"


def _from_lost(starts: list[Position], one: str, other: str) -> list[float]:
    player, rival = _player(one, 1), _player(other, 2)
    won = []
    for start in starts:
        seat = 3 - solve(start, winner_only=True).winner
        seats = (player, rival) if seat == 1 else (rival, player)
        won.append(float(play(start, *seats) == seat))
    return won


def main(arguments: list[str] | None = None) -> None:
    """Run the script."""
    from opponents_page import page

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything, nothing written")
    if parser.parse_args(arguments).quick:
        print(page(Measured(QUICK, None)))
        return
    measured = Measured(Counts(), RESULTS)
    write_whole(PAGE, page(measured))
    measured.drop_unused()
    print(f"Written: {PAGE.name}")


if __name__ == "__main__":
    main()
