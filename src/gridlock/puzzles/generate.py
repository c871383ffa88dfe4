"""The puzzle generator: searches won positions for those that are hard to win.

``python -m gridlock.puzzles.generate ID`` writes a game's file into its package, or into ``--out FILE``. The
output is reproducible. Don't regenerate a file without need: people remember puzzles by their numbers.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from gridlock.board import permute
from gridlock.errors import GridlockError, excerpt, problem_text
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
"""The number of puzzles in a series, if enough can be found."""

CHOICES = 4
"""At least one decision of a puzzle has this many distinct moves, not all of them winning."""

_MOVES = range(5, 16)  # to the end, counting both sides
_DECISIONS = 2  # the least number of turns at which the solver can go wrong
_TAIL = 2  # the most solver's moves after the last of those
_LUCK = 4  # random moves may solve at most one try in four
_GAMES = 20_000  # give up after this many games in a row without a new position
_POSITIONS = 600  # how many positions to try for a kind


class RatedPuzzle(NamedTuple):
    """A generated puzzle with its ratings."""

    position: Position
    moves: int
    solved: tuple[int, ...]
    """How often each bot solved it."""

    def __str__(self) -> str:
        return f"{self.position.text} {self.moves} {','.join(map(str, self.solved))}"


def find_series(kind: str, wanted: int = WANTED) -> dict[str, list[RatedPuzzle]]:
    """Generate the series of every difficulty, each from the easiest puzzle to the hardest."""
    series: dict[str, list[RatedPuzzle]] = {difficulty: [] for difficulty in DIFFICULTIES}
    game = game_of(kind)
    for position in islice(_new_positions(game, Random(f"puzzles of {kind}")), _position_limit(game)):
        full = {name for name, puzzles in series.items() if len(puzzles) >= wanted}
        solved = _rate(position, full)
        if solved:
            moves = solve(position).moves or 0
            puzzle = RatedPuzzle(position, moves, tuple(solved[name] for name in PLAYERS))
            series[difficulty_of(solved)].append(puzzle)
        if min(map(len, series.values())) >= wanted:
            break
    return {name: sorted(puzzles, key=lambda one: -sum(one.solved)) for name, puzzles in series.items()}


def _position_limit(game: Game) -> int:
    """Return how many positions to try: ``POSITIONS`` of the game's ``setups`` module, or the default."""
    positions: int = getattr(module_of(type(game), "setups"), "POSITIONS", _POSITIONS)
    return positions


# Candidates -----------------------------------------------------------------------------------------


def _new_positions(game: Game, random: Random) -> Iterator[Position]:
    """Yield distinct positions worth solving, until new ones become rare."""
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
            break  # the others of the same game are too similar


def _positions(game: Game, random: Random) -> list[Position]:
    """Return the shuffled positions of a random game, or one from the game's ``setups`` module."""
    setups = module_of(type(game), "setups")
    if setups is not None:
        return [setups.set_up(game, random)]
    positions = _random_game(game, random)
    random.shuffle(positions)
    return positions


def _random_game(game: Game, random: Random) -> list[Position]:
    positions = [game.start()]
    while positions[-1].legal:
        positions.append(positions[-1].play(random.choice(positions[-1].legal_moves())))
    return positions


def is_worth_solving(position: Position) -> bool:
    """Return whether a position is won and there are enough decisions on the way."""
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
    """Return how many moves a puzzle may take: ``MOVES`` of the ``setups`` module, or the default."""
    lengths: range = getattr(module_of(type(game), "setups"), "MOVES", _MOVES)
    return lengths


def choices_of(position: Position) -> list[int]:
    """Return the number of distinct moves at each of the solver's turns; 0 where all of them win."""
    choices = []
    for number, move in enumerate(solution(position)):
        if number % 2 == 0:
            moves = position.legal_moves()
            differ = len({essence_of(position.play(move)) for move in moves})
            choices.append(differ if len(winning_moves(position)) < len(moves) else 0)
        position = position.play(move)
    return choices


# Duplicates -----------------------------------------------------------------------------------------


def essence_of(position: Position) -> Words:
    """Return a key that's equal for positions that differ only by symmetry or in irrelevant details."""
    words = position.game.essence(position)
    images = ([permute(word, symmetry) for word in words] for symmetry in position.game.symmetries)
    return min((first, second, third) for first, second, third in images)


def _outline(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the move counts two moves ahead: equal for the same problem elsewhere on the board."""
    replies = map(position.play, position.legal_moves())
    return tuple(sorted(tuple(sorted(after.legal.bit_count() for after in _after(one))) for one in replies))


def _after(position: Position) -> Iterator[Position]:
    return map(position.play, position.legal_moves())


# Ratings --------------------------------------------------------------------------------------------


def _rate(position: Position, full: Collection[str]) -> Counter[str]:
    """Return how often each bot solves a position; empty if it's no puzzle, or its series is full.

    The bots that look far ahead are slow, so they only run if that can make a difference.
    """
    near = ("greedy", *reversed(short_sighted(2)))
    if "easy" in full and any(solves_often(position, name) for name in near):
        return Counter()
    solved = _run_bots(position, Counter(), "random", *near)
    difficulty = difficulty_of(solved)  # "hard" may become medium if a level that looks further solves it
    possible = {"hard": {"medium", "hard"}}.get(difficulty, {difficulty} - {""}) - set(full)
    if not possible or _LUCK * solved["random"] > TRIES:
        return Counter()
    _run_bots(position, solved, *PLAYERS)
    return solved if difficulty_of(solved) in possible else Counter()


def _run_bots(position: Position, solved: Counter[str], *names: str) -> Counter[str]:
    """Add how often these bots solve a position, if they haven't tried it yet."""
    for name in names:
        if name not in solved:
            solved[name] = times_solved(position, name)
    return solved


# The file -------------------------------------------------------------------------------------------


def series_text(kind: str, wanted: int = WANTED) -> str:
    """Generate the text of a kind's file."""
    series = find_series(kind, wanted)
    print(kind, *(f"{len(puzzles)} {name}" for name, puzzles in series.items()))
    lines = [f"{name} {puzzle}" for name, puzzles in series.items() for puzzle in puzzles]
    return "\n".join([header(TRIES, PLAYERS), *lines, ""])


def puzzle_file(kind: str) -> Path:
    """Return the file for a kind's puzzles, in its game's folder; GridlockError if it has no folder."""
    variant = possible_kinds()[kind]
    if not hasattr(import_module(variant.kind.__module__), "__path__"):
        raise GridlockError(
            f"{kind} is a single file, without a folder for its puzzles: use --out FILE, or make it a folder."
        )
    return Path(str(files(variant.kind.__module__))) / file_of(variant)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the files of the kinds named on the command line, or of all, into their games' packages."""
    parser = ArgumentParser(prog="python -m gridlock.puzzles.generate", description="Generate puzzles.")
    parser.add_argument("kinds", nargs="*", metavar="ID", help="a game or variant; all if left out")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the puzzles of one kind here")
    options = parser.parse_args(arguments)
    names: list[str] = options.kinds or list(possible_kinds())
    if options.out is not None and len(names) != 1:
        parser.error("--out is for the puzzles of one kind: name it.")
    for name in names:
        if name not in possible_kinds():
            parser.error(f"There is no game {excerpt(name)}: choose from {', '.join(possible_kinds())}.")
    try:
        for name, place in {name: options.out or puzzle_file(name) for name in names}.items():
            write_whole(place, series_text(name))
    except (GridlockError, OSError) as error:
        parser.error(problem_text(error))


if __name__ == "__main__":
    main()
