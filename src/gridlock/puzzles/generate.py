"""Generating puzzles: search won positions for those that take some finding.

``python -m gridlock.puzzles.generate ID`` writes the file of a game into its room, always the same one. It is
not to be written again without need: people remember puzzles by their numbers.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from gridlock.board import permute
from gridlock.files import write_whole
from gridlock.puzzles.catalogue import DIFFICULTIES, file_of, game_of, header, possible_kinds
from gridlock.puzzles.difficulty import (
    PLAYERS,
    TRIES,
    difficulty_of,
    short_sighted,
    solves_often,
    times_solved,
)
from gridlock.puzzles.play import solution, winning_moves
from gridlock.rules import Game, Position
from gridlock.rules.game import Words
from gridlock.rules.resources import module_of
from gridlock.search import solve

WANTED = 25
"""How many puzzles a series has, if there are so many."""

CHOICES = 4
"""So many moves that differ there are somewhere on the way, and not all of them win."""

_MOVES = range(5, 16)  # to the end, counting both sides'
_DECISIONS = 2  # moves at which the solver of a puzzle can go wrong
_TAIL = 2  # moves of the solver's that there may be after the last of those
_LUCK = 4  # taking any move may solve every fourth try at most
_GAMES = 20_000  # games in a row that bring no new position: then there is hardly one to find
_POSITIONS = 600  # that are looked at for a kind


class Found(NamedTuple):
    """A puzzle, and what the catalogue says about it."""

    position: Position
    moves: int
    solved: tuple[int, ...]
    """How many times each player has solved it."""

    def __str__(self) -> str:
        return f"{self.position.text} {self.moves} {','.join(map(str, self.solved))}"


def find_series(kind: str, wanted: int = WANTED) -> dict[str, list[Found]]:
    """The series of every difficulty, each from its easiest puzzle to its hardest."""
    series: dict[str, list[Found]] = {difficulty: [] for difficulty in DIFFICULTIES}
    game = game_of(kind)
    for position in islice(_new_positions(game, Random(f"puzzles of {kind}")), _looked_at(game)):
        full = {name for name, found in series.items() if len(found) >= wanted}
        solved = _tried(position, full)
        if solved:
            found = Found(position, solve(position).moves or 0, tuple(solved[name] for name in PLAYERS))
            series[difficulty_of(solved)].append(found)
        if min(map(len, series.values())) >= wanted:
            break
    return {name: sorted(found, key=lambda one: -sum(one.solved)) for name, found in series.items()}


def _looked_at(game: Game) -> int:
    """How many positions are looked at: as the game's room has it, else as is usual."""
    positions: int = getattr(module_of(type(game), "setups"), "POSITIONS", _POSITIONS)
    return positions


# Where to look --------------------------------------------------------------------------------------


def _new_positions(game: Game, random: Random) -> Iterator[Position]:
    """Positions worth solving, no two of them the same problem, until there are hardly any more."""
    seen: set[object] = set()
    quiet = 0
    while quiet < _GAMES:
        quiet += 1
        for position in filter(is_worth_solving, _positions(game, random)):
            marks = {essence_of(position), _outline(position)}
            if marks.isdisjoint(seen):
                yield position
                quiet = 0
            seen |= marks
            break  # the others of the same game are much the same problem


def _positions(game: Game, random: Random) -> list[Position]:
    """The positions of a game of random moves, in any order; or one that the game's room sets up."""
    room = module_of(type(game), "setups")
    if room is not None:
        return [room.set_up(game, random)]
    positions = _random_game(game, random)
    random.shuffle(positions)
    return positions


def _random_game(game: Game, random: Random) -> list[Position]:
    positions = [game.start()]
    while positions[-1].legal:
        positions.append(positions[-1].play(random.choice(positions[-1].legal_moves())))
    return positions


def is_worth_solving(position: Position) -> bool:
    """Whether a position is won, and there is something to be decided on the way to the end."""
    if not position.legal or solve(position, winner_only=True).winner != position.turn:
        return False
    if 2 * len(winning_moves(position)) > position.legal.bit_count():
        return False
    if solve(position).moves not in lengths_of(position.game):
        return False
    choices = choices_of(position)
    decisions = [number for number, choice in enumerate(choices, start=1) if choice]
    return len(decisions) >= _DECISIONS and decisions[-1] >= len(choices) - _TAIL and max(choices) >= CHOICES


def lengths_of(game: Game) -> range:
    """How many moves a puzzle of a game may take: as its room has it, else as is usual."""
    lengths: range = getattr(module_of(type(game), "setups"), "MOVES", _MOVES)
    return lengths


def choices_of(position: Position) -> list[int]:
    """How many moves that differ there are at each turn of the solver's; 0 where all of them win."""
    choices = []
    for number, move in enumerate(solution(position)):
        if number % 2 == 0:
            moves = position.legal_moves()
            differ = len({essence_of(position.play(move)) for move in moves})
            choices.append(differ if len(winning_moves(position)) < len(moves) else 0)
        position = position.play(move)
    return choices


# The same again -------------------------------------------------------------------------------------


def essence_of(position: Position) -> Words:
    """The same for positions that only differ by a turn of the board, or in what does not matter."""
    words = position.game.essence(position)
    images = ([permute(word, symmetry) for word in words] for symmetry in position.game.symmetries)
    return min((first, second, third) for first, second, third in images)


def _outline(position: Position) -> tuple[tuple[int, ...], ...]:
    """How many moves there are after each two: the same for a problem that stands elsewhere on the board."""
    replies = map(position.play, position.legal_moves())
    return tuple(sorted(tuple(sorted(after.legal.bit_count() for after in _after(one))) for one in replies))


def _after(position: Position) -> Iterator[Position]:
    return map(position.play, position.legal_moves())


# How difficult --------------------------------------------------------------------------------------


def _tried(position: Position, full: Collection[str]) -> Counter[str]:
    """How often each player solves a position; nothing if it makes no puzzle, or one of a full series.

    Who looks far ahead takes long, and is asked only if that can make a difference.
    """
    near = ("greedy", *reversed(short_sighted(2)))
    if "easy" in full and any(solves_often(position, name) for name in near):
        return Counter()
    solved = _asked(position, Counter(), "random", *near)
    difficulty = difficulty_of(solved)  # or medium instead of hard, if somebody who looks further solves it
    possible = {"hard": {"medium", "hard"}}.get(difficulty, {difficulty} - {""}) - set(full)
    if not possible or _LUCK * solved["random"] > TRIES:
        return Counter()
    _asked(position, solved, *PLAYERS)
    return solved if difficulty_of(solved) in possible else Counter()


def _asked(position: Position, solved: Counter[str], *names: str) -> Counter[str]:
    """The same, with the tries of these players."""
    for name in names:
        if name not in solved:
            solved[name] = times_solved(position, name)
    return solved


# The file -------------------------------------------------------------------------------------------


def written(kind: str, wanted: int = WANTED) -> str:
    """The file of a kind."""
    series = find_series(kind, wanted)
    print(kind, *(f"{len(all_found)} {name}" for name, all_found in series.items()))
    lines = [f"{name} {found}" for name, all_found in series.items() for found in all_found]
    return "\n".join([header(TRIES, PLAYERS), *lines, ""])


def main() -> None:
    """Write the files of the kinds that are named on the command line, or of all, into their games' rooms."""
    for name in sys.argv[1:] or list(possible_kinds()):
        variant = possible_kinds()[name]
        room = Path(str(files(variant.kind.__module__)))
        write_whole(room / file_of(variant), written(name))


if __name__ == "__main__":
    main()
