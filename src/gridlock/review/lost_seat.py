"""Seats that were lost from the start: how the other side wins, and what made it easier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.plural import count
from gridlock.review.explanations import explain
from gridlock.review.move_values import JudgedMove
from gridlock.review.refutation import refute
from gridlock.review.watch import Watch, watch
from gridlock.review.wording import Reason
from gridlock.rules import Game, Move, Position, other
from gridlock.search import Value, analyze
from gridlock.search.answers import Deadline

_LISTED = 3  # how many slips to list
_EASY = 0.5  # if this share of the replies wins, the winner's choice is easy
_HARDER = 0.5  # a better move leaves at most this fraction of that share


class Replies(NamedTuple):
    """The number of replies to a move, and how many of them win."""

    winning: int
    among: int

    @property
    def share(self) -> float:
        """The share of the replies that win."""
        return self.winning / self.among


class Slip(NamedTuple):
    """A move in a lost position that lost faster, or made it easy for the winner."""

    game: Game
    number: int
    side: int
    move: Move
    better: Move
    """Of the moves that hold out longest, the one with the smallest share of winning replies."""
    cost: int
    """How many moves sooner it loses."""
    replies: Replies
    better_replies: Replies

    @property
    def easy(self) -> bool:
        """Whether it left the winner an easy choice instead of a hard one."""
        return self.replies.share >= _EASY and self.better_replies.share <= self.replies.share * _HARDER

    @property
    def text(self) -> str:
        """The slip in a sentence or two."""
        move, better = map(self.game.move_words, (self.move, self.better))
        longer = f"Player {self.side} could have lasted {count(self.cost, 'move')} longer with {better}."
        if not self.easy:
            return f"Move {self.number}: {longer}"
        (winning, total), (few, of) = self.replies, self.better_replies
        won = f"{winning} of {total} replies" if total > 1 else "the only reply"
        easy = f"{move} made it easy: {won} won. After {better} only {few} of {of} would have."
        return f"Move {self.number}: {easy}" + (f" {longer}" if self.cost else "")


@dataclass
class LostSeat:
    """Why a side lost without giving a win away; filled in while the match is reviewed."""

    position: Position
    """The first position of the match."""
    value: Value
    """The value of that position."""
    line: tuple[Move, ...] = ()
    """Play from there: the winner follows the reason, the loser holds out as long as possible."""
    reasons: tuple[Reason, ...] = ()
    """Why the other side wins."""
    slips: list[Slip] = field(default_factory=list)
    """The loser's slips, in order."""

    @property
    def side(self) -> int:
        """The losing side."""
        return other(self.value.winner)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences about the loss and the reasons."""
        return self.summary, *explain((), self.reasons)

    @property
    def summary(self) -> str:
        """That the seat was lost, and how soon."""
        side, winner, moves = self.side, self.value.winner, self.value.moves or 0
        if not self.position.legal:
            return f"Player {side} was lost from the start."
        whatever = f"whatever Player {side} plays, Player {winner} can win within {count(moves, 'move')}"
        return f"Player {side} was lost from the start: {whatever}."

    @property
    def watch(self) -> Watch:
        """The line with captions."""
        return watch(self.position, self.line, self.reasons)

    @property
    def slip_sentences(self) -> tuple[str, ...]:
        """Sentences about the worst slips, in order, or that there were none."""
        worst = sorted(self.slips, key=lambda slip: (slip.cost, slip.easy), reverse=True)[:_LISTED]
        none = f"Player {self.side} made no move that cost time or made it easy."
        return tuple(slip.text for slip in self.slips if slip in worst) or (none,)


def explain_loss(seat: LostSeat, judged: Sequence[JudgedMove], deadline: Deadline) -> None:
    """Find the line, the reasons and the slips, in a match without mistakes; OutOfTime leaves a part."""
    refutation = refute(seat.position, None, seat.value.winner, deadline)
    seat.line, seat.reasons = refutation.line, refutation.reasons
    refutation.raise_if_cut_short()
    for move in judged:
        if move.before.turn == seat.side:
            slip = _slip(move, deadline)
            if slip.cost or slip.easy:
                seat.slips.append(slip)


def _slip(judged: JudgedMove, deadline: Deadline) -> Slip:
    """Compare a move in a lost position with the best defence."""
    before, longest = judged.before, judged.options[0].value.moves or 0
    candidates = [option.move for option in judged.options if option.value.moves == longest]
    left = {move: _replies(before.play(move), deadline) for move in {*candidates, judged.move}}
    better = min(candidates, key=lambda move: (left[move].share, move != judged.move))
    cost = longest - (judged.value.moves or 0)
    return Slip(
        before.game, judged.number, before.turn, judged.move, better, cost, left[judged.move], left[better]
    )


def _replies(position: Position, deadline: Deadline) -> Replies:
    """Count the moves of a position and those that win."""
    judged = analyze(position, winner_only=True, limits=deadline.left())
    return Replies(sum(option.value.winner == position.turn for option in judged), len(judged))
