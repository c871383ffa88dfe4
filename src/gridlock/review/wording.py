"""The class of reasons, their lessons, and helpers for their sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gridlock.plural import count
from gridlock.rules import Game, Move, Position

_PAIRS = 8  # the most pairs in a sentence
_PREFIX = 6  # the most moves at the start of a sentence
_LINE = 24  # the most moves of a printed line


# Lessons shared by several games ----------------------------------------------------------------

MIRROR = (
    "Look for a turn or flip of the board that gives every move an answer: "
    "if you can copy, you always have the last move."
)
PAIRS = "Pair the free cells with their neighbours: with a partner to go to, you never get stuck."
ANSWERS = (
    "Before you move, ask what you would answer to each reply: with an answer to everything, you move last."
)
LAST_CELLS = "Before you move, check which cells stay open to you, and whether one reply closes them all."
FORCED = "Before you move, look at the strongest reply, and count the good moves it leaves you."
STUCK = "Keep more than one way open: with no move left, you have lost."

# Reasons ----------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why a side wins, in a sentence that can be checked on the board."""

    name: str
    """The kind of reason, in a word or two; docs/review.md lists them."""
    text: str
    """The sentence."""
    cells: tuple[int, ...] = ()
    """Cells worth showing."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Cells and their partners: a move in one is answered in the other."""
    lesson: str = ""
    """Advice for next time, in a sentence; the same for every reason of this kind."""
    at: int = 0
    """After how many moves of the line it holds; 0 means right after the mistake."""
    winner: int = 0
    """The side that wins."""
    short: str = ""
    """A short form for lists; empty if there is none."""
    first: tuple[Move, ...] = ()
    """The winner's next moves, whatever the other side does; after that, :attr:`pairs` has the answers."""
    cases: tuple[tuple[Move, ...], ...] = ()
    """Alternatively, a winning line for each way the other side can play."""
    regions: tuple[tuple[int, ...], ...] = ()
    """Areas worth shading, each a tuple of cells."""

    @property
    def is_strategy(self) -> bool:
        """Whether it says what to play."""
        return bool(self.first or self.pairs or self.cases)

    def to_json(self, game: Game) -> dict[str, Any]:
        """Return the reason as JSON, with cells as text and by number."""
        return {
            "name": self.name,
            "text": self.text,
            "lesson": self.lesson,
            "at": self.at,
            "winner": self.winner,
            "cells": [game.cell_text(cell) for cell in self.cells],
            "pairs": [[game.cell_text(one), game.cell_text(two)] for one, two in self.pairs],
            "cellNumbers": list(self.cells),
            "pairNumbers": [list(pair) for pair in self.pairs],
            "regionNumbers": [list(region) for region in self.regions],
        }


# Phrases ----------------------------------------------------------------------------------------


def cell_list(game: Game, cells: Iterable[int]) -> str:
    """List cells for a sentence: ``(1,2), (3,4)``."""
    return ", ".join(game.show_cell(cell) for cell in cells)


def pair_list(game: Game, pairs: Sequence[tuple[int, int]]) -> str:
    """List the first few pairs of cells for a sentence."""
    listed = ", ".join(f"{game.show_cell(one)}-{game.show_cell(two)}" for one, two in pairs[:_PAIRS])
    more = len(pairs) - _PAIRS
    return listed if more <= 0 else f"{listed} and {count(more, 'more pair')}"


def answer_list(game: Game, answers: Mapping[int, int]) -> str:
    """List the first few moves and their answers for a sentence, grouped by answer."""
    moves = defaultdict(list)
    for move, answer in answers.items():
        moves[answer].append(move)
    listed = sorted(moves.items(), key=lambda item: min(item[1]))
    texts = [
        f"{either(game, sorted(those))} by {game.show_cell(answer)}" for answer, those in listed[:_PAIRS]
    ]
    more = sum(len(those) for _, those in listed[_PAIRS:])
    return "; ".join(texts) + (f"; and so on for {count(more, 'more move')}" if more else "")


def either(game: Game, cells: Sequence[int]) -> str:
    """List cells as alternatives: ``(1,2), (1,3) or (3,4)``."""
    *most, last = map(game.show_cell, cells)
    return f"{', '.join(most)} or {last}" if most else last


def continuation(text: str) -> str:
    """Lower a sentence's first letter, unless it begins with "Player", to continue another one."""
    return text if text.startswith("Player") else text[0].lower() + text[1:]


def after(line: Sequence[Move], reason: Reason, *, reply: bool = False, in_full: bool = False) -> Reason:
    """Return a reason that holds after some moves of a line; with ``reply``, the first answers a mistake.

    Long lines are only counted, unless ``in_full``, for when the line isn't shown.
    """
    if not line:
        return reason
    first, *rest = map(str, line)
    moves = f"the reply {first}" if reply else first
    if rest:
        moves += f" and then {' '.join(rest)}"
    if len(line) > _PREFIX and not in_full:
        moves = f"the first {len(line)} moves of this line"
    return reason._replace(text=f"After {moves}, {continuation(reason.text)}", at=reason.at + len(line))


def line_text(position: Position, line: Sequence[Move], moves: int) -> str:
    """Format a line with the side of each move: ``P1 3,2  P2 4,3``.

    It ends with dots if it's cut, or shorter than the ``moves`` to the end of the game.
    """
    words = []
    for move in line[:_LINE]:
        words.append(f"P{position.turn} {move}")
        position = position.play(move)
    return "  ".join(words) + "  ..." * (len(words) < max(moves, len(line)))
