"""A seat that was lost from the start: by what idea the other side wins, and what made it easier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.plural import count
from gridlock.review.move_values import JudgedMove
from gridlock.review.refutation import refute
from gridlock.review.wording import Reason, line_text
from gridlock.rules import Move, Position, other
from gridlock.search import Value, analyze
from gridlock.search.answers import Deadline

_LISTED = 3  # slips to list, the worst
_EASY = 0.5  # of the replies win: then the winner could hardly go wrong
_HARDER = 0.5  # of that part: another move would have been a real test


class Replies(NamedTuple):
    """How many replies there are to a move, and how many of them win."""

    winning: int
    among: int

    @property
    def part(self) -> float:
        """How likely it is that a reply picked blindly wins."""
        return self.winning / self.among


class Slip(NamedTuple):
    """A move in a lost position that shortened the resistance, or made it easy for the winner."""

    number: int
    move: Move
    better: Move
    """Of the moves that hold out longest, the one that leaves the fewest of its replies winning."""
    cost: int
    """By how many moves it brought the end nearer than it had to."""
    replies: Replies
    better_replies: Replies

    @property
    def easy(self) -> bool:
        """Whether it left the winner an easy choice where there was a hard one."""
        return self.replies.part >= _EASY and self.better_replies.part <= self.replies.part * _HARDER

    @property
    def text(self) -> str:
        """The slip in a sentence or two."""
        cost = f"cost {count(self.cost, 'move')}" if self.cost else ""
        how = " and ".join(filter(None, (cost, "made it easy" if self.easy else "")))
        if not self.easy:
            return f"Move {self.number}, {self.move}, {how}: {self.better} would have held out longer."
        (winning, among), (few, of) = self.replies, self.better_replies
        won = f"{winning} of {among} replies" if among > 1 else "the only reply"
        return (
            f"Move {self.number}, {self.move}, {how}: {won} won. "
            f"After {self.better} only {few} of {of} would have."
        )


@dataclass
class LostSeat:
    """Why a side that never gave a win away lost all the same; it grows while the match is reviewed."""

    position: Position
    """The first position of the match."""
    value: Value
    """Its value."""
    line: tuple[Move, ...] = ()
    """Play from there on: the winner follows the reason, the other holds out as long as it can."""
    reasons: tuple[Reason, ...] = ()
    """By what idea the other side wins."""
    slips: list[Slip] = field(default_factory=list)
    """The moves of the side that made it easier, in order."""

    @property
    def side(self) -> int:
        """The side that was lost."""
        return other(self.value.winner)

    @property
    def sentences(self) -> tuple[str, ...]:
        """That the seat was lost, the line, and the reasons."""
        return *self._loss_and_line(), *(reason.text for reason in self.reasons)

    @property
    def slip_sentences(self) -> tuple[str, ...]:
        """The worst slips, in order; that there was none, if there was none."""
        worst = sorted(self.slips, key=lambda slip: (slip.cost, slip.easy), reverse=True)[:_LISTED]
        none = f"No move of Player {self.side} cost time or made it easy."
        return tuple(slip.text for slip in self.slips if slip in worst) or (none,)

    def _loss_and_line(self) -> Iterator[str]:
        side, winner, moves = self.side, self.value.winner, self.value.moves or 0
        if not self.position.legal:
            yield f"Player {side} was lost from the start."
            return
        whatever = f"whatever Player {side} plays, Player {winner} can win within {count(moves, 'move')}"
        yield f"Player {side} was lost from the start: {whatever}."
        if self.line:
            fastest = len(self.line) <= moves
            how = "How it goes" if fastest else "By a plan that always works, if not the fastest"
            yield f"{how}: {line_text(self.position, self.line, moves)}"


def explain_loss(seat: LostSeat, judged: Sequence[JudgedMove], deadline: Deadline) -> None:
    """Find the idea and the slips, in a match in which nobody gave a win away; OutOfTime leaves a part."""
    idea = refute(seat.position, None, seat.value.winner, deadline)
    seat.line, seat.reasons = idea.line, idea.reasons
    idea.raise_if_cut_short()
    for found in judged:
        if found.before.turn == seat.side:
            slip = _slip(found, deadline)
            if slip.cost or slip.easy:
                seat.slips.append(slip)


def _slip(judged: JudgedMove, deadline: Deadline) -> Slip:
    """A move in a lost position beside the best that could be done."""
    longest = judged.options[0].value.moves or 0
    candidates = [option.move for option in judged.options if option.value.moves == longest]
    left = {move: _replies(judged.before.play(move), deadline) for move in {*candidates, judged.move}}
    better = min(candidates, key=lambda move: (left[move].part, move != judged.move))
    cost = longest - (judged.value.moves or 0)
    return Slip(judged.number, judged.move, better, cost, left[judged.move], left[better])


def _replies(position: Position, deadline: Deadline) -> Replies:
    """How many replies the winner of a position has, which is to move, and how many of them win."""
    judged = analyze(position, winner_only=True, limits=deadline.left())
    return Replies(sum(option.value.winner == position.turn for option in judged), len(judged))
