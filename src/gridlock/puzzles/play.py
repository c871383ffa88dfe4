"""Playing a puzzle: winning moves, the opponent's replies, verdicts and hints.

All of it depends on the position alone, so a puzzle plays the same on every machine.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gridlock.players.simple import Greedy
from gridlock.review import Reason
from gridlock.review.refutation import refute
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, analyze, solve
from gridlock.search.answers import Deadline

NO_LIMITS = Limits()
MOVE_HINT = 2
"""The number of the first hint that names the move; after it the puzzle counts as not solved."""


def winning_moves(position: Position, limits: Limits = NO_LIMITS) -> tuple[Move, ...]:
    """Return the moves that win for the side to move."""
    judged = analyze(position, winner_only=True, limits=limits)
    return tuple(sorted(move for move, value in judged if value.winner == position.turn))


def reply_to(position: Position, limits: Limits = NO_LIMITS) -> Move:
    """Return the best defence in a lost position.

    That is the move that delays the end longest. Of several, it's the one that leaves the smallest share of
    right answers, and of those, the first.
    """
    judged = analyze(position, limits=limits)
    longest = [move for move, value in judged if value == judged[0].value]
    if len(longest) == 1:
        return longest[0]
    return min(longest, key=lambda move: (_winning_share(position.play(move), limits), move))


def _winning_share(position: Position, limits: Limits) -> float:
    """Return the share of moves that win; 1 if the game is over."""
    moves = position.legal.bit_count()
    return len(winning_moves(position, limits)) / moves if moves else 1.0


def is_over(position: Position, side: int) -> bool:
    """Return whether the other side is stuck, so that this one has won."""
    return not position.legal or position.turn == side


def solution(position: Position, limits: Limits = NO_LIMITS) -> tuple[Move, ...]:
    """Return the fastest win of a won position against the best defence, to the end."""
    side, line = position.turn, list[Move]()
    while True:
        line.append(analyze(position, limits=limits)[0].move)
        position = position.play(line[-1])
        if is_over(position, side):
            return tuple(line)
        line.append(reply_to(position, limits))
        position = position.play(line[-1])


# Verdicts ---------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """The verdict on a move in a puzzle."""

    right: bool
    """Whether it keeps the win."""
    text: str
    """What happened, in a sentence or two."""
    reply: Move | None = None
    """The opponent's reply; None after a wrong move, and at the end."""
    line: tuple[Move, ...] = ()
    """The refutation of a wrong move, to the end."""
    reasons: tuple[Reason, ...] = ()
    """Why that line wins for the opponent."""

    @property
    def solved(self) -> bool:
        """Whether this move solves the puzzle."""
        return self.right and self.reply is None


def check(position: Position, move: Move, limits: Limits = NO_LIMITS) -> Verdict:
    """Check a legal move in a won position of a puzzle."""
    after, words = position.play(move), position.game.move_words
    if is_over(after, position.turn):
        return Verdict(True, "Solved: your opponent cannot move.")
    if solve(after, winner_only=True, limits=limits).winner == position.turn:
        reply = reply_to(after, limits)
        return Verdict(True, f"Right. Your opponent plays {words(reply)}. Your move.", reply)
    refutation = refute(position, move, other(position.turn), Deadline(position.game, limits))
    refutation.raise_if_cut_short()
    line, reasons = refutation.line, refutation.reasons
    text = f"Not quite: after {words(move)} your opponent wins with {words(line[0])}."
    return Verdict(False, text, line=line, reasons=reasons)


# Hints ------------------------------------------------------------------------------------------


def hint(position: Position, number: int, limits: Limits = NO_LIMITS) -> tuple[str, Move | None]:
    """Return a hint for a won position, numbered from 1: a sentence, and the move if it names one."""
    judged = analyze(position, limits=limits)
    best = judged[0]
    if number >= MOVE_HINT:
        return f"Hint: {position.game.move_words(best.move)} wins.", best.move
    right = [move for move, value in judged if value.winner == position.turn]
    if len(right) == len(judged):
        return "Hint: any move wins.", None
    own_moves = (best.value.moves or 0) // 2 + 1
    return f"Hint: you can win {_soon(own_moves)}. {_clue(position, right)}.", None


def _soon(own_moves: int) -> str:
    return "with your next move" if own_moves == 1 else f"in {own_moves} of your moves"


def _clue(position: Position, right: list[Move]) -> str:
    """Return a clue: the row of a right move, or if that says too much or too little, a wrong move."""
    game = position.game
    legal = position.legal_moves()
    wrong = [move for move in legal if move not in right]
    rows = [game.parts(position, move)[0] // game.cols for move in legal]
    row = game.parts(position, right[0])[0] // game.cols
    if 1 < rows.count(row) < len(rows):
        return f"Look at row {row + game.origin}"
    natural = Greedy(Random(0)).choose(position, None)
    tempting = game.move_words(natural if natural in wrong else wrong[0])
    return f"{tempting[0].upper()}{tempting[1:]} doesn't win"
