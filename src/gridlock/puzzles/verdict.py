"""Whether a move is right in a puzzle, and how it goes on."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.puzzles.course import AS_LONG_AS_IT_TAKES, is_over, reply_to
from gridlock.rules import Move, Position
from gridlock.search import Limits, best_line, solve


class Verdict(NamedTuple):
    """What is to be said of a move in a puzzle."""

    right: bool
    """Whether it keeps the win."""
    text: str
    """What has happened, in a sentence or two."""
    reply: Move | None = None
    """What the opponent plays; None after a wrong move, and at the end."""
    line: tuple[Move, ...] = ()
    """How a wrong move is refuted: best play by both sides after it, to the end."""

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved by this move."""
        return self.right and self.reply is None


def check(position: Position, move: Move, limits: Limits = AS_LONG_AS_IT_TAKES) -> Verdict:
    """Judge a legal move in a won position: that of a puzzle, or one further on."""
    after = position.play(move)
    if is_over(after, position.turn):
        return Verdict(True, "Solved: your opponent cannot move.")
    if solve(after, winner_only=True, limits=limits).winner == position.turn:
        reply = reply_to(after, limits)
        return Verdict(True, f"Right. Your opponent plays {reply}. Your move.", reply)
    line = best_line(after, limits=limits)
    return Verdict(False, f"No: after {move} your opponent wins by {line[0]}.", line=line)
