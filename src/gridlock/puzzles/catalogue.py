"""The puzzles that there are: for each kind of game and each difficulty, a series with numbers from 1.

They are in the games' rooms, one file for each kind, written by :mod:`gridlock.puzzles.generate`. So a puzzle
is the same on every machine, and showing one needs no search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from math import gcd
from types import MappingProxyType
from typing import NamedTuple

from gridlock.errors import GridlockError, did_you_mean, excerpt
from gridlock.rules import FIVE, Game, Position
from gridlock.rules.resources import resource
from gridlock.rules.variant import Variant, variants

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties, the easiest first."""

_DAILY = "daily-"
_HEADER = "tries "


class InvalidPuzzle(GridlockError):
    """A puzzle that does not exist."""


class Puzzle(NamedTuple):
    """A position that the side to move wins, if it makes no mistake to the end."""

    id: str
    """What people call it: ``spread-easy-17``, ``daily-2026-11-16``."""
    position: Position
    moves: int
    """The moves to the end with best play, counting both sides'."""
    difficulty: str
    tries: int
    """How often each player has tried it."""
    solved: Mapping[str, int]
    """How many of those were right to the end, by player: ``random``, ``greedy``, each level but the last."""


class _Series(NamedTuple):
    """What the file of a kind says."""

    tries: int
    players: tuple[str, ...]
    lines: Mapping[str, tuple[str, ...]]
    """For each difficulty its puzzles: the position, the moves to the end, and the tries that were right."""


@cache
def possible_kinds() -> Mapping[str, Variant]:
    """What there may be puzzles of, by name: every game, then the other variants."""
    ordered = sorted(variants(), key=lambda variant: not variant.standard)
    return MappingProxyType({variant.stem: variant for variant in ordered})


@cache
def kinds() -> Mapping[str, Variant]:
    """What there are puzzles of, by name: the variants that have a file in their game's room."""
    return MappingProxyType({name: v for name, v in possible_kinds().items() if _text(v)})


def file_of(variant: Variant) -> str:
    """The name of the file of puzzles in a game's room."""
    return variant.file("puzzles")


def _text(variant: Variant) -> str:
    """The file of a variant; nothing if there is none, or one that an earlier version has made."""
    text = resource(variant.kind, file_of(variant)) or ""
    return text if text.startswith(_HEADER) else ""


def game_of(kind: str) -> Game:
    """The game that the puzzles of a kind are about, on the board that suits them."""
    variant = possible_kinds()[kind]
    return variant.on(*variant.kind.puzzle_sizes.get(variant.values, variant.kind.size))


# Five games and three difficulties have no common divisor: in fifteen days each meets each. Then, a variant.
# The games of other packages have no day: the calendar is the same on every machine.
_ROUND = (
    *((FIVE[day % len(FIVE)], DIFFICULTIES[day % len(DIFFICULTIES)]) for day in range(15)),
    ("crossfire-all", "easy"),
)


def puzzle(kind: str, difficulty: str, number: int) -> Puzzle:
    """The puzzle with this number, always the same one; InvalidPuzzle if there is none."""
    there = count(kind, difficulty)
    if not 1 <= number <= there:
        numbers = f"they are numbered from 1 to {there}" if there else "there are none"
        raise InvalidPuzzle(f"There is no {difficulty} puzzle {number} of {kind}: {numbers}.")
    series = _series(kind)
    cells, turn, moves, solved = series.lines[difficulty][number - 1].split()
    return Puzzle(
        f"{kind}-{difficulty}-{number}",
        game_of(kind).position(f"{cells} {turn}"),
        int(moves),
        difficulty,
        series.tries,
        MappingProxyType(dict(zip(series.players, map(int, solved.split(",")), strict=True))),
    )


def key_of(id: str) -> str:
    """What a puzzle is remembered by: its position, as its number may be another one in another version.

    A daily one is remembered by its day. InvalidPuzzle if there is no such puzzle.
    """
    if is_daily(id):
        return id
    kind, difficulty, number = series_of(id)
    if not 1 <= number <= count(kind, difficulty):
        raise InvalidPuzzle(f"There is no puzzle {excerpt(id)}.")
    return _key(kind, _series(kind).lines[difficulty][number - 1])


def _key(kind: str, line: str) -> str:
    cells, turn, *_ = line.split()
    return f"{kind} {cells} {turn}"


@cache
def series_by_key() -> Mapping[str, str]:
    """The series, such as ``spread-easy``, of every puzzle there is, by what it is remembered by."""
    return MappingProxyType(
        {
            _key(kind, line): f"{kind}-{difficulty}"
            for kind in kinds()
            for difficulty, lines in _series(kind).lines.items()
            for line in lines
        }
    )


def count(kind: str, difficulty: str) -> int:
    """How many puzzles there are of this kind and difficulty."""
    if kind not in kinds():
        raise InvalidPuzzle(f"There are no puzzles of {excerpt(kind)}: choose one of {', '.join(kinds())}.")
    if difficulty not in DIFFICULTIES:
        meant = did_you_mean(difficulty, DIFFICULTIES)
        wanted = f"{', '.join(DIFFICULTIES[:-1])} or hard"
        raise InvalidPuzzle(f"A puzzle is {wanted}, not {excerpt(difficulty)}.{meant}")
    return len(_series(kind).lines[difficulty])


def daily(day: date) -> Puzzle:
    """The puzzle of a day: each day another game and another difficulty, from anywhere in its series.

    It is of the variant of the game that has most of that difficulty, unless a variant has its own day.
    """
    turn, place = divmod(day.toordinal(), len(_ROUND))
    kind, difficulty = _ROUND[place]
    if kind in FIVE:
        variants = [name for name, variant in kinds().items() if variant.game == kind]
        kind = max(variants, key=lambda name: count(name, difficulty))
    there = count(kind, difficulty)
    return puzzle(kind, difficulty, 1 + turn * _stride(there) % there)._replace(
        id=f"{_DAILY}{day.isoformat()}"
    )


def _stride(there: int) -> int:
    """A step that leads through a series in leaps, and meets every puzzle before the first one again."""
    return next(step for step in range(there * 3 // 5 or 1, 0, -1) if gcd(step, there) == 1)


def is_daily(id: str) -> bool:
    """Whether this is the id of a daily puzzle."""
    return id.startswith(_DAILY)


def series_of(id: str) -> tuple[str, str, int]:
    """The kind, the difficulty and the number in the id of a puzzle; InvalidPuzzle if it is none."""
    found = re.fullmatch(r"(.+)-([a-z]+)-([0-9]{1,6})", id, re.ASCII)
    if not found or found[1] not in kinds() or found[2] not in DIFFICULTIES:
        raise InvalidPuzzle(
            f"{excerpt(id)} is not a puzzle; puzzles are called {FIVE[0]}-easy-1 and the like."
        )
    return found[1], found[2], int(found[3])


def named(id: str) -> Puzzle:
    """The puzzle with this id."""
    if not is_daily(id):
        return puzzle(*series_of(id))
    try:
        return daily(date.fromisoformat(id.removeprefix(_DAILY)))
    except ValueError:
        raise InvalidPuzzle(
            f"{excerpt(id)} is not a puzzle: a daily one is called daily-2026-11-16."
        ) from None


def header(tries: int, players: Iterable[str]) -> str:
    """The first line of a file: how often each player has tried the puzzles."""
    return f"{_HEADER}{tries} {' '.join(players)}"


@cache
def _series(kind: str) -> _Series:
    found: dict[str, list[str]] = {difficulty: [] for difficulty in DIFFICULTIES}
    head, *lines = _text(kinds()[kind]).splitlines()
    tries, *players = head.removeprefix(_HEADER).split()
    for line in lines:
        difficulty, _, rest = line.partition(" ")
        found[difficulty].append(rest)
    return _Series(int(tries), tuple(players), {name: tuple(lines) for name, lines in found.items()})
