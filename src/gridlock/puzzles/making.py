"""Making puzzles: random games are looked through for positions in which exactly one move wins.

``python -m gridlock.puzzles.making ID`` writes the file of a game into its room. It is not to be written
again without need: people remember puzzles by their numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import NamedTuple

from gridlock.board import permute
from gridlock.files import write_whole
from gridlock.players.simple import Greedy
from gridlock.puzzles.catalogue import DIFFICULTIES, file_of, game_of, possible_kinds
from gridlock.rules import Game, Move, Position
from gridlock.search import analyze, solve

__all__ = ["WANTED", "Found", "difficulty_of", "find_series", "main", "written"]

WANTED = 200
"""How many puzzles a series has, if there are so many."""

_CHOICES = 3  # with fewer legal moves, guessing would be enough
_PATIENCE = 20_000  # games in a row that bring nothing new: then there is hardly anything new to find
_LOOKS = 40  # how often a player that looks one move ahead, and guesses among equals, is asked for its choice
_RANGES = {"easy": range(3, 4), "medium": range(5, 6), "hard": range(7, 16)}  # moves to the end


class Found(NamedTuple):
    """A position in which exactly one move wins, and what the catalogue says about it."""

    position: Position
    solution: Move
    moves: int

    def __str__(self) -> str:
        return f"{self.position.text} {self.solution} {self.moves}"


def find_series(kind: str, wanted: int = WANTED) -> dict[str, list[Found]]:
    """The series of every difficulty; with fewer wanted, the beginnings of the same."""
    pools: dict[tuple[str, bool], list[Found]] = {
        (difficulty, first): [] for difficulty in DIFFICULTIES for first in (True, False)
    }
    seen: set[tuple[int, int, int]] = set()
    quiet = 0
    for found in _finds(game_of(kind), Random(f"puzzles of {kind}")):
        quiet += 1
        if quiet > _PATIENCE or all(len(pools[name, True]) >= wanted for name in DIFFICULTIES):
            break
        if found is None or _essence(found.position) in seen:
            continue
        seen.add(_essence(found.position))
        difficulty = difficulty_of(found)
        pool = pools[difficulty, difficulty != "hard" or _tempting(found)]
        if len(pool) < wanted:
            pool.append(found)
            quiet = 0
    return {name: (pools[name, True] + pools[name, False])[:wanted] for name in DIFFICULTIES}


def difficulty_of(found: Found) -> str:
    """How difficult a puzzle is, by the moves to the end; nothing if it is too short or too long for one."""
    return next((name for name, moves in _RANGES.items() if found.moves in moves), "")


def _finds(game: Game, random: Random) -> Iterator[Found | None]:
    """For one random game after the other, one position that would do, if it has one."""
    while True:
        positions = [game.start()]
        while positions[-1].legal:
            positions.append(positions[-1].play(random.choice(positions[-1].legal_moves())))
        random.shuffle(positions)
        yield next(filter(None, map(_judge, positions)), None)


def _judge(position: Position) -> Found | None:
    """The position as a puzzle, if it is one of some difficulty."""
    if position.legal.bit_count() < _CHOICES:
        return None
    judged = analyze(position, winner_only=True)
    wins = [move for move, value in judged if value.winner == position.turn]
    if len(wins) != 1:
        return None
    found = Found(position, wins[0], solve(position).moves or 0)
    return found if difficulty_of(found) else None


def _essence(position: Position) -> tuple[int, int, int]:
    """The same for positions that only differ by a turn of the board, or by whose markers do not matter."""
    words = position.game.essence(position)
    images = ([permute(word, symmetry) for word in words] for symmetry in position.game.symmetries)
    return min((first, second, third) for first, second, third in images)


def _tempting(found: Found) -> bool:
    """Whether looking one move ahead leads astray, whatever the choice among moves that look equal."""
    return all(Greedy(Random(k)).choose(found.position, None) != found.solution for k in range(_LOOKS))


def written(kind: str, wanted: int = WANTED) -> str:
    """The file of a kind."""
    series = find_series(kind, wanted)
    print(kind, *(f"{len(all_found)} {name}" for name, all_found in series.items()))
    return "".join(f"{name} {found}\n" for name, all_found in series.items() for found in all_found)


def main() -> None:
    """Write the files of the kinds that are named on the command line, or of all, into their games' rooms."""
    for name in sys.argv[1:] or list(possible_kinds()):
        variant = possible_kinds()[name]
        room = Path(str(files(variant.kind.__module__)))
        write_whole(room / file_of(variant), written(name))


if __name__ == "__main__":
    main()
