"""Every position that can be reached from the start of a game, found breadth first by compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gridlock.errors import GridlockError
from gridlock.rules import Game
from gridlock.search.compiled_rules import compile_problem, legal, passes, play, swapped
from gridlock.search.compiler import COMPILE_ERRORS
from gridlock.search.dispatch import compiled_board
from gridlock.search.jit import inner, lowest_bit, njit
from gridlock.search.symmetry import fold, turns_of

MAX_POSITIONS = 1 << 30
"""The most positions that a set can hold."""

_FIRST_CAPACITY = 1 << 16
_STEP = 1 << 16  # positions expanded between calls of ``progress``
_MOVES = 64
_FREE = np.int32(-1)
_ONE = np.uint64(1)
_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_3 = np.uint64(0x94D049BB133111EB)


class PositionSet:
    """Different positions in the order in which they were added.

    A position is its three words and the side to move. About 45 bytes are used for each.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._board = compiled_board(game)
        self._words = np.zeros((_FIRST_CAPACITY, 3), dtype=np.uint64)
        self._turns = np.zeros(_FIRST_CAPACITY, dtype=np.uint8)
        self._slots = np.full(4 * _FIRST_CAPACITY, _FREE)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def words(self) -> Any:
        """The words ``own``, ``opp`` and ``extra``, one row per position."""
        return self._words[: self._count]

    @property
    def turns(self) -> Any:
        """The side to move in each position."""
        return self._turns[: self._count]

    def add(self, words: Any, turns: Any) -> None:
        """Add positions that aren't in the set yet."""
        self._reserve(len(turns))
        self._count = int(_add(self._words, self._turns, self._slots, self._count, words, turns))

    def add_reachable(self, limit: int, progress: Callable[[int], None] | None = None) -> bool:
        """Add every position that can be reached from the start; return False if there are more than
        ``limit``, which ends the search.
        """
        start = self._game.start()
        self.add(np.array([start.words], dtype=np.uint64), np.array([start.turn], dtype=np.uint8))
        done = 0
        while done < self._count:
            last = min(self._count, done + _STEP)
            self._reserve(_MOVES)
            done, self._count = self._expand(done, last)
            if progress is not None:
                progress(self._count)
            if self._count > limit:
                return False
        return True

    def _expand(self, first: int, last: int) -> tuple[int, int]:
        try:
            done, count = _expand(
                self._board, self._words, self._turns, self._slots, self._count, first, last
            )
        except COMPILE_ERRORS as error:
            raise GridlockError(compile_problem(self._game, error)) from error
        return int(done), int(count)

    def _reserve(self, more: int) -> None:
        """Make room for this many more positions."""
        capacity = len(self._turns)
        if self._count + more <= capacity:
            return
        while capacity < self._count + more:
            capacity *= 2
        if capacity > MAX_POSITIONS:
            raise GridlockError(f"A set has at most {MAX_POSITIONS:,} positions.")
        try:
            words = np.zeros((capacity, 3), dtype=np.uint64)
            turns = np.zeros(capacity, dtype=np.uint8)
            slots = np.full(4 * capacity, _FREE)
        except MemoryError:
            raise GridlockError(f"There is not enough memory for {capacity:,} positions.") from None
        words[: self._count], turns[: self._count] = self.words, self.turns
        self._words, self._turns, self._slots = words, turns, slots
        _fill_slots(words, turns, slots, self._count)


@inner
def _hash(own: Any, opp: Any, extra: Any) -> Any:
    mixed = (own ^ own >> np.uint64(29)) * _MIX_1 ^ opp
    mixed = (mixed ^ mixed >> np.uint64(30)) * _MIX_2 ^ extra
    mixed = (mixed ^ mixed >> np.uint64(27)) * _MIX_3
    mixed = (mixed ^ mixed >> np.uint64(31)) * _MIX_1
    return mixed ^ mixed >> np.uint64(32)


@inner
def _insert(words: Any, turns: Any, slots: Any, count: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Append a position unless it's in the set, and return the new number of positions."""
    mask = len(slots) - 1
    slot = np.int64(_hash(own, opp, extra) & np.uint64(mask))
    while slots[slot] != _FREE:
        place = slots[slot]
        if (
            words[place, 0] == own
            and words[place, 1] == opp
            and words[place, 2] == extra
            and turns[place] == turn
        ):
            return count
        slot = slot + 1 & mask
    words[count, 0], words[count, 1], words[count, 2], turns[count] = own, opp, extra, turn
    slots[slot] = count
    return count + 1


@njit
def _add(words: Any, turns: Any, slots: Any, count: Any, new_words: Any, new_turns: Any) -> Any:
    for k in range(len(new_turns)):
        own, opp, extra = new_words[k, 0], new_words[k, 1], new_words[k, 2]
        count = _insert(words, turns, slots, count, own, opp, extra, new_turns[k])
    return count


@njit
def _fill_slots(words: Any, turns: Any, slots: Any, count: Any) -> None:
    mask = len(slots) - 1
    for place in range(count):
        slot = np.int64(_hash(words[place, 0], words[place, 1], words[place, 2]) & np.uint64(mask))
        while slots[slot] != _FREE:
            slot = slot + 1 & mask
        slots[slot] = place


@njit
def _expand(board: Any, words: Any, turns: Any, slots: Any, count: Any, first: Any, last: Any) -> Any:
    """Add the positions after every move of these; stop early if there may not be room for the next ones.

    Return where it stopped, and the new number of positions.
    """
    for parent in range(first, last):
        if count + _MOVES > len(turns):
            return parent, count
        own, opp, extra = words[parent, 0], words[parent, 1], words[parent, 2]
        moves = legal(board, own, opp, extra)
        while moves:
            first_word, second, third = play(board, own, opp, extra, lowest_bit(moves))
            one, two, three = np.uint64(first_word), np.uint64(second), np.uint64(third)
            turn = np.uint8(3) - turns[parent]
            if passes(board) and not legal(board, one, two, three):
                other = swapped(board, one, two, three)
                if legal(board, other[0], other[1], other[2]):
                    one, two, three = other
                    turn = turns[parent]
            count = _insert(words, turns, slots, count, one, two, three, turn)
            moves &= moves - _ONE
    return last, count


def symmetry_classes(game: Game, words: Any) -> Any:
    """A number for each position that is the same for all its images under the game's symmetries.

    It is a hash of the image whose words sort first. It doesn't depend on whose turn it is.
    """
    classes = np.zeros(len(words), dtype=np.uint64)
    _classes(np.ascontiguousarray(words), turns_of(game), classes)
    return classes


@njit
def _classes(words: Any, symmetries: Any, classes: Any) -> None:
    for k in range(len(words)):
        own, opp, extra = fold(words[k, 0], words[k, 1], words[k, 2], symmetries, True)
        classes[k] = _hash(own, opp, extra)
