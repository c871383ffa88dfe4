"""Whether an answer to a puzzle is right, and why."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.puzzles.catalogue import Puzzle
from gridlock.rules import Move
from gridlock.search import Limits, analyze, best_line
from gridlock.words import count

__all__ = ["Verdict", "check"]

_AS_LONG_AS_IT_TAKES = Limits()


class Verdict(NamedTuple):
    """What is to be said of an answer."""

    right: bool
    text: str
    """The reason, in a sentence."""
    line: tuple[Move, ...]
    """Best play by both sides to the end, the answer first."""


def check(puzzle: Puzzle, move: Move, limits: Limits = _AS_LONG_AS_IT_TAKES) -> Verdict:
    """Judge a legal move as the answer to a puzzle."""
    after = puzzle.position.play(move)
    line = (move, *best_line(after, limits=limits))
    if move == puzzle.solution:
        text = f"Right: {move} is the only move that wins, in {count(puzzle.moves, 'move')}."
        return Verdict(True, text, line)
    reply = analyze(after, limits=limits)[0]
    left = count((reply.value.moves or 0) + 1, "move")
    text = f"No: after {move} Player {reply.value.winner} wins in {left} by {reply.move}."
    return Verdict(False, text, line)
