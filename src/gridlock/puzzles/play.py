"""Playing a puzzle: which moves keep the win, what the opponent replies, verdicts and hints.

All of it follows from the position alone, so a puzzle goes the same way on every machine.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gridlock.players.simple import Greedy
from gridlock.plural import count
from gridlock.rules import Move, Position
from gridlock.search import Limits, analyze, best_line, solve

AS_LONG_AS_IT_TAKES = Limits()
FIRST_TELLING = 2
"""The number of the first hint that names the move; after it a puzzle is no longer solved without help."""


def winning_moves(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[Move, ...]:
    """The moves that win for the side to move: each of them is right."""
    judged = analyze(position, winner_only=True, limits=limits)
    return tuple(sorted(move for move, value in judged if value.winner == position.turn))


def reply_to(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> Move:
    """The best resistance in a lost position.

    It puts off the end as long as possible. Of the moves that do so alike it is the first of those after
    which the smallest part of the answers is right.
    """
    judged = analyze(position, limits=limits)
    longest = [move for move, value in judged if value == judged[0].value]
    if len(longest) == 1:
        return longest[0]
    return min(longest, key=lambda move: (_part_right(position.play(move), limits), move))


def _part_right(position: Position, limits: Limits) -> float:
    """Which part of the moves wins; all, if the position is over."""
    moves = position.legal.bit_count()
    return len(winning_moves(position, limits)) / moves if moves else 1.0


def is_over(position: Position, side: int) -> bool:
    """Whether the other side was stuck at its turn: this one has won, though it may have moves left."""
    return not position.legal or position.turn == side


def solution(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[Move, ...]:
    """The fastest win from a won position against the best resistance, to the end."""
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


# Hints ------------------------------------------------------------------------------------------


def hint(position: Position, number: int, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[str, Move | None]:
    """The first hint in a won position, the second and so on: a sentence, and the move once it is named."""
    judged = analyze(position, limits=limits)
    best = judged[0]
    if number >= FIRST_TELLING:
        return f"Hint: {best.move} wins.", best.move
    right = [move for move, value in judged if value.winner == position.turn]
    moves = count((best.value.moves or 0) + 1, "move")
    return f"Hint: the win takes {moves}, counting both sides', and {_clue(position, right)}.", None


def _clue(position: Position, right: list[Move]) -> str:
    """The row that the best move goes to; if that says all or nothing, a move that is wrong."""
    game = position.game
    legal = position.legal_moves()
    wrong = [move for move in legal if move not in right]
    if not wrong:
        return "no move is wrong here"
    rows = [game.parts(position, move)[0] // game.cols for move in legal]
    row = game.parts(position, right[0])[0] // game.cols
    if 1 < rows.count(row) < len(rows):
        return f"a right move goes to row {row + game.origin}"
    natural = Greedy(Random(0)).choose(position, None)
    return f"{natural if natural in wrong else wrong[0]} is wrong"
