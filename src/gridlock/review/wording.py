"""A reason, the lessons that reasons teach, and the phrases that their sentences are made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gridlock.plural import count
from gridlock.rules import Game, Move, Position

_PAIRS = 8  # that are listed in a sentence
_PREFIX = 6  # moves that a sentence may begin with
_LINE = 24  # moves of a line that are printed


# What to learn from a reason, for the kinds that more than one game can have -------------------------

MIRROR = (
    "Look for a turn or flip of the board that gives every move an answer: "
    "if you can copy, you always have the last move."
)
PAIRS = "Pair the free cells with their neighbours: with a partner to go to, you never get stuck."
ANSWERS = (
    "Before you move, ask what you would answer to each reply: with an answer to everything, you move last."
)
LAST_CELLS = "Before you move, look which cells stay open to you, and whether one reply closes them all."
FORCED = "Before you move, look at the strongest reply, and count the good ways that it leaves you."
STUCK = "Keep more than one way open: with no move left, you have lost."

# Reasons ----------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why a side wins, in a sentence that can be checked on the board."""

    name: str
    """What kind it is, in a word or two; the table in docs/review.md lists them."""
    text: str
    """The sentence."""
    cells: tuple[int, ...] = ()
    """Cells worth showing."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Where a move in one cell is answered in another: the cell and its partner."""
    lesson: str = ""
    """What helps next time, in a sentence: the same for every reason of this kind."""
    at: int = 0
    """How many moves of the line have been made when it holds; 0: right after the mistake."""
    winner: int = 0
    """The side that wins."""
    short: str = ""
    """The same in a few words, for lists; empty if it cannot be said so."""
    first: tuple[Move, ...] = ()
    """What the winner plays next, whatever the other side does; then :attr:`pairs` have the answers."""
    cases: tuple[tuple[Move, ...], ...] = ()
    """Or lines of play, one for each way that the other side can go; the winner's moves in them win."""
    regions: tuple[tuple[int, ...], ...] = ()
    """Areas worth shading, each by its cells."""

    @property
    def is_strategy(self) -> bool:
        """Whether it says what the winner plays."""
        return bool(self.first or self.pairs or self.cases)

    def to_json(self, game: Game) -> dict[str, Any]:
        """The reason as JSON, with its cells as people write them and by number."""
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
    """Cells as a sentence lists them: ``(1,2), (3,4)``."""
    return ", ".join(game.show_cell(cell) for cell in cells)


def pair_list(game: Game, pairs: Sequence[tuple[int, int]]) -> str:
    """Pairs of cells as a sentence lists them, the first few of them."""
    listed = ", ".join(f"{game.show_cell(one)}-{game.show_cell(two)}" for one, two in pairs[:_PAIRS])
    more = len(pairs) - _PAIRS
    return listed if more <= 0 else f"{listed} and {count(more, 'more pair')}"


def answer_list(game: Game, answers: Mapping[int, int]) -> str:
    """Moves and their answers as a sentence lists them, those together that have the same, the first few."""
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
    """Cells of which one is meant: ``(1,2), (1,3) or (3,4)``."""
    *most, last = map(game.show_cell, cells)
    return f"{', '.join(most)} or {last}" if most else last


def continued(text: str) -> str:
    """A sentence as it goes on after a few words: only Players begin with a capital there."""
    return text if text.startswith("Player") else text[0].lower() + text[1:]


def after(line: Sequence[Move], reason: Reason, *, reply: bool = False, in_full: bool = False) -> Reason:
    """The same reason, said of the position after some moves of a line; ``reply``: it answers a mistake.

    If there are many they are only counted, unless they are wanted in full, as the line is not shown.
    """
    if not line:
        return reason
    first, *rest = map(str, line)
    moves = f"the reply {first}" if reply else first
    if rest:
        moves += f" and then {' '.join(rest)}"
    if len(line) > _PREFIX and not in_full:
        moves = f"the first {len(line)} moves of this line"
    return reason._replace(text=f"After {moves}, {continued(reason.text)}", at=reason.at + len(line))


def line_text(position: Position, line: Sequence[Move], moves: int) -> str:
    """A line from a position as it is printed, with who moves: ``P1 3,2  P2 4,3``.

    It goes on for so many moves; if that is many, only the first of them are printed.
    """
    told = []
    for move in line[:_LINE]:
        told.append(f"P{position.turn} {move}")
        position = position.play(move)
    return "  ".join(told) + "  ..." * (len(told) < max(moves, len(line)))
