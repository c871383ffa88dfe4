"""Reasons why Crossfire positions are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import Board, cells, lines
from gridlock.plural import count
from gridlock.review.answer_plan import AnswerPlan
from gridlock.review.insights import Tally
from gridlock.review.mirror import mirror_theorem
from gridlock.review.reasons import OpenCellReasons, outlast_reason
from gridlock.review.wording import Reason
from gridlock.rules import Game, Position, other
from gridlock.rules.placement import open_cells

SAFE = "A safe cell is one that nothing can take from you: count them before you close anything."


def _safe(position: Position) -> Reason | None:
    """Explain that a side has more safe moves than the other has open cells."""
    from gridlock.games.crossfire.theory import safe_cells

    turn = position.turn
    own, opp = (tuple(cells(word)) for word in safe_cells(position))
    own_open, opp_open = (open_cells(position, side).bit_count() for side in (turn, other(turn)))
    if len(own) > opp_open:
        return outlast_reason("safe", position, turn, own, _open(opp_open), opp_open, SAFE)
    if len(opp) >= own_open:
        return outlast_reason("safe", position, other(turn), opp, _open(own_open), own_open, SAFE)
    return None


def _open(number: int) -> str:
    return f"has only {count(number, 'open cell')}"


class _Answers(AnswerPlan):
    """A marker closes its lines to the other side."""

    def closed_by(self, board: Board, cell: int) -> int:
        return int(lines(board, cell))

    def alone(self, closed: tuple[int, ...], move: int) -> int:
        return closed[move]

    def spoilt(self, closed: tuple[int, ...], move: int, answer: int, another: int) -> int:
        """The answer to the earlier move may close the later one; otherwise the earlier mustn't close its
        answer.
        """
        word = 0
        if not closed[answer] >> another & 1:
            word = closed[move] | 1 << answer
        unclosed = 1 << answer if not closed[another] >> answer & 1 else -1
        return word | unclosed & ~closed[move]


def _count_safe(position: Position, side: int) -> int:
    """Count the cells open to a side that can no longer be closed to it."""
    from gridlock.games.crossfire.theory import safe_cells

    own, opp = safe_cells(position)
    return (own if side == position.turn else opp).bit_count()


def _count_open(position: Position, side: int) -> int:
    """Count the cells open to a side."""
    return open_cells(position, side).bit_count()


_SAFE = Tally("{loser} with {own} that nothing can close, {rival} with {opp}", "cell", _count_safe)
_OPEN = Tally("{loser} with {own} to {rival}'s {opp}", "open cell", _count_open)


class CrossfireReasons(OpenCellReasons):
    """Reasons by safe moves, copied moves or answered moves."""

    theorems = (_safe, mirror_theorem(lambda position: open_cells(position, position.turn)))
    plans = (_Answers(),)

    def tally_of(self, game: Game) -> Tally | None:
        """Compare safe cells; if every diagonal counts, there are hardly any, so compare open cells."""
        return _OPEN if game.board.short_diagonals else _SAFE


REASONS = CrossfireReasons()
