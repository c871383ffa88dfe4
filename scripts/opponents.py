"""Measure the opponents, and write docs/opponents.md.

Every result is kept in docs/opponents.json as soon as it is there, so that a run can be interrupted and
resumed; a level that has changed is measured again. ``--quick`` measures a little of everything, and prints
the page.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from arena import (
    Remembering,
    lost_openings,
    paired,
    plain_openings,
    play,
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
"""Seconds on the clock of the top level on the large board, of which it takes a twentieth for a move."""


class Counts(NamedTuple):
    """How many openings, games or positions are used."""

    ladder: int = 300
    rivals: int = 30
    large: int = 10
    large_top: int = 4
    lost: int = 200
    starts: int = 30
    wins: int = 100


QUICK = Counts(3, 2, 1, 1, 2, 2, 5)


class Measured:
    """What has been measured; what has not is measured when it is asked for, and kept.

    Every answer is a list with a number for each piece, 1 if all of it was won and 0 if nothing.
    """

    def __init__(self, counts: Counts, results: Path | None) -> None:
        self.counts = counts
        self._results = results
        self._old: dict[str, list[int]] = {}
        if results is not None and results.exists():
            self._old = json.loads(results.read_text(encoding="utf-8"))
        self._used: dict[str, list[int]] = {}

    def match(self, name: str, one: str, other: str, count: int) -> list[float]:
        """Two players from sharp openings on the standard board, in pairs of games."""
        return self._known(
            f"{name}: {_label(one)} against {_label(other)} from {count} sharp openings",
            lambda: paired(sharp_openings(make(name), count), _player(one, 1), _player(other, 2)),
        )

    def large(self, name: str, one: str, other: str) -> list[float]:
        """Two players from plain openings on a large board, in pairs of games."""
        count = self.counts.large_top if one == f"level:{TOP}" else self.counts.large
        game, clock = make(name, LARGE, LARGE), Clock(TimeControl(HURRIED))
        return self._known(
            f"{name} {game.size_text}: {_label(one)} against {_label(other)} from {count} openings",
            lambda: paired(plain_openings(game, count), _player(one, 1, clock), _player(other, 2)),
        )

    def from_lost(self, name: str, one: str, other: str) -> list[float]:
        """One from openings in which it has lost."""
        count = self.counts.lost
        return self._known(
            f"{name}: {one} against {_label(other)} from {count} lost openings",
            lambda: _from_lost(lost_openings(make(name), count), one, other),
        )

    def from_start(self, name: str, one: str, other: str) -> list[float]:
        """One from the start of the game, in the seat that has lost."""
        count = self.counts.starts
        return self._known(
            f"{name}: {one} against {_label(other)} in {count} games from the start",
            lambda: _from_lost([make(name).start()] * count, one, other),
        )

    def wins_taken(self, name: str, one: str) -> list[float]:
        """Positions in which some moves win at once: whether such a move is played."""
        count = self.counts.wins
        player = _player(one, 1)
        return self._known(
            f"{name}: {_label(one)} in {count} positions with a win in one move",
            lambda: [float(wins(p, player.choose(p, None))) for p in with_a_win(make(name), count)],
        )

    def _known(self, key: str, measure: Callable[[], list[float]]) -> list[float]:
        if key not in self._old:
            began, parts = process_time(), measure()
            self._old[key] = [parts.count(part) for part in _PARTS]
            print(f"{key}: {sum(parts) / len(parts):.2f} ({process_time() - began:.1f} s)", flush=True)
            self._keep(self._old)
        counts = self._used[key] = self._old[key]
        return [part for part, count in zip(_PARTS, counts, strict=True) for _ in range(count)]

    def forget_unused(self) -> None:
        """Keep only what was asked for."""
        self._keep(self._used)

    def _keep(self, results: dict[str, list[int]]) -> None:
        if self._results is not None:
            lines = (f"{json.dumps(key)}: {json.dumps(results[key])}" for key in sorted(results))
            write_whole(self._results, "{\n" + ",\n".join(lines) + "\n}\n")


_PARTS = (0.0, 0.5, 1.0)  # of the games of a piece that may be won; the results count the pieces of each


def _player(text: str, seed: int, clock: Clock | None = None) -> Player:
    player = make_player(text, seed=seed)
    return Remembering(player, clock) if text in ("perfect", f"level:{TOP}") else player


def _label(text: str) -> str:
    """The name of a player in the results; of a level, with all that makes it what it is."""
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
    """Do what the arguments say."""
    from opponents_page import page

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of everything, nothing written")
    if parser.parse_args(arguments).quick:
        print(page(Measured(QUICK, None)))
        return
    measured = Measured(Counts(), RESULTS)
    write_whole(PAGE, page(measured))
    measured.forget_unused()


if __name__ == "__main__":
    main()
