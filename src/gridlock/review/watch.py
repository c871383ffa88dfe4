"""Lines to watch: play after a mistake, with a caption for each move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from gridlock.review.reasons import reasons_for
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position, other


class Watch(NamedTuple):
    """A line that shows how a side wins."""

    position: Position
    """Where it begins."""
    moves: tuple[Move, ...]
    captions: tuple[str, ...]
    """What to see before the first move, and after each move."""
    stop: int
    """After how many moves the reason can be seen, so that a player of the line stops there."""


def watch(position: Position, line: Sequence[Move], reasons: Sequence[Reason]) -> Watch:
    """Caption a line of play and its reasons."""
    positions = list(accumulate(line, Position.play, initial=position))
    captions = [
        [] if not at else [_move_text(positions[at - 1], line[at - 1])] for at in range(len(positions))
    ]
    for at, (before, after) in enumerate(pairwise(positions), start=1):
        if after.legal and before.turn == after.turn:
            captions[at].append(f"Player {other(after.turn)} passes, having no legal move.")
    for reason in reasons:
        if reason.at < len(captions):
            _caption_reason(captions, reason, _stop(reason, line))
    stuck = reasons_for(position.game).stuck(positions[-1]).claim if not positions[-1].legal else ""
    if stuck and stuck not in captions[-1]:
        captions[-1].append(stuck)
    stop = min([_stop(reason, line) for reason in reasons], default=len(line))
    return Watch(position, tuple(line), tuple(" ".join(texts) for texts in captions), stop)


def _caption_reason(captions: list[list[str]], reason: Reason, stop: int) -> None:
    """Caption the position where a reason holds, and again the one after an example of its answers.

    A reason that begins with the winner's move replaces the caption of that move.
    """
    after = captions[reason.at + 1 :][:1]
    if after and reason.claim.startswith(after[0][0].removesuffix(".")):
        after[0][0] = reason.claim
    else:
        captions[reason.at].append(reason.claim)
    if reason.pairs and stop > reason.at + len(reason.first):
        answers = reason.claim.rpartition(" Then ")[2].partition(": if ")[0]
        captions[stop].append(f"{answers.removesuffix('.')}.")


def _move_text(before: Position, move: Move) -> str:
    return f"Player {before.turn} plays {before.game.move_words(move)}."


def _stop(reason: Reason, line: Sequence[Move]) -> int:
    """Return after how many moves a reason can be seen: with an example answer if it's about answers."""
    rest = tuple(line[reason.at :])
    if reason.cases:
        shown = max((len(case) for case in reason.cases if rest[: len(case)] == case), default=len(rest))
    elif reason.pairs:
        shown = len(reason.first) + 2
    else:
        shown = len(reason.first[:1]) if len(reason.first) < 2 else len(rest)
    return min(reason.at + shown, len(line)) or len(line)
