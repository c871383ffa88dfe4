"""Source files of games for tests to modify and load."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridlock.puzzles.catalogue import possible_kinds
from gridlock.rules.game_files import source_of
from gridlock.rules.registry import FILES, GAMES

HEXES = '''
"""Node Kayles on hexagons: in each row the cells lie half a cell further to the right."""

from gridlock.board import cells, east, north, south, west
from gridlock.rules import Rules
from gridlock.rules.placement import Placement, place


def slanted(board, word):
    return north(board, east(board, word)) | south(board, west(board, word))


def hexes(board, word):
    straight = north(board, word) | south(board, word) | east(board, word) | west(board, word)
    return straight | slanted(board, word)


def legal(board, own, opp, extra):
    markers = own | opp
    return board.full & ~(hexes(board, markers) | markers)


class Hexes(Placement):
    id = "hexes"
    title = "Hexes"
    summary = "Put a marker on an empty cell that touches no marker."
    size = (3, 4)
    rules = Rules(legal, place)

    def preserved(self, symmetry):
        pairs = [(one, two) for one in range(self.board.size) for two in range(self.board.size)]
        return all(self.touch(symmetry[a], symmetry[b]) == self.touch(a, b) for a, b in pairs)

    def touch(self, one, two):
        return bool(hexes(self.board, 1 << one) >> two & 1)

    def forbidding(self, position, cell):
        return int(hexes(self.board, cell) & (position.own | position.opp))

    def why_forbidden(self, position, move):
        return f"{self.show_cell(move)} touches a marker."
'''
"""A game whose rule calls a function that calls another."""

UNCOMPILABLE = HEXES.replace(
    "def slanted(board, word):\n", "def slanted(board, word):\n    assert word.bit_count() >= 0\n"
)
"""The same, with an operation that works on Python ints but not on 64-bit words."""


EDGES = '''
from gridlock.rules import Game, Move, Rules


def legal(board, own, opp, extra):
    free = board.full & ~(own | opp)
    return free | free << board.size


def play(board, own, opp, extra, action):
    return opp, own | board.one << action % board.size, extra


class Edges(Game):
    """Each cell can be taken in two ways."""

    id = "edges"
    title = "Edges"
    summary = "Take a cell."
    size = (4, 4)
    letters = {".": (0, 0, 0), "X": (1, 0, 0), "O": (0, 1, 0)}
    rules = Rules(legal, play)
    actions = property(lambda self: 2 * self.board.size)

    def name_move(self, own, action):
        return Move(action, str(action))

    def read_move(self, position, text):
        return self.name_move(position.own, int(text))

    def parts(self, position, move):
        return (int(move) % self.board.size,)

    def why_illegal(self, position, move):
        return "The cell is taken."

    def why_not(self, position, parts):
        return "The cell is taken."

    def against(self, position, parts):
        return 0
'''
"""A game with twice as many actions as cells."""


@contextmanager
def game_file(path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the games in a file with this source available, and no others."""
    path.write_text(source, encoding="utf-8")
    with loaded_games(str(path), monkeypatch):
        yield


@contextmanager
def loaded_games(paths: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the games in these files and folders available, and no others."""
    with monkeypatch.context() as patch:
        patch.setenv(FILES, paths)
        patch.setattr(GAMES, "_others", None)
        possible_kinds.cache_clear()
        yield
    possible_kinds.cache_clear()
    loaded = GAMES._loaded  # type: ignore[attr-defined]
    for name in [name for name in loaded if source_of(loaded[name]) is not None]:
        del loaded[name]
