"""Why the winner of a position wins, and why a move gave the win away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate

from gridlock.review.insights import Insight, Options, judge_parts, see_pattern
from gridlock.review.reasons import reasons_for
from gridlock.review.wording import MAX_WORDS, Reason, after, continuation, word_count
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, best_line

DEFAULT = Limits()

SOON = 2
"""The number of moves after a mistake within which the expensive plans are tried too."""


def better_move(before: Position, move: Move | None, options: Options) -> Move:
    """Choose the winning move to name instead of a mistake, which is None if the side gave up.

    A move that wins at once; else the most similar one, if moves have parts; else one that the game's number
    recommends; else the fastest.
    """
    game, wins = before.game, [option.move for option in options if option.value.winner == before.turn]
    if move is None or not before.play(wins[0]).legal:
        return wins[0]
    advice = reasons_for(game).recommended(before)
    played = game.parts(before, move) if game.part_names else ()

    def rank(win: Move) -> tuple[bool, ...]:
        differs = [part != its for part, its in zip(game.parts(before, win), played, strict=False)]
        return (*differs, win not in advice)

    return min(wins, key=rank)


def find_insights(before: Position, move: Move, options: Options) -> tuple[Insight, ...]:
    """Return what a beginner can see or count in a position where this move is a mistake."""
    known, better = reasons_for(before.game), better_move(before, move, options)
    after_better = before.play(better)
    if not after_better.legal:
        claim = known.stuck(after_better).claim
        return (Insight("at once", f"After {before.game.move_words(better)}, {continuation(claim)}"),)
    insights = (
        judge_parts(before, move, better),
        known.numbers(before, move, better),
        see_pattern(before, options),
    )
    return tuple(filter(None, insights))


def explain(insights: Sequence[Insight], reasons: Sequence[Reason]) -> tuple[str, ...]:
    """Choose the sentences for an explanation: as many as the words allow, what can be seen first.

    A proof by counting is worth more than a rule of thumb or a pattern, and these more than other proofs.
    """
    parts = [insight.text for insight in insights if insight.name == "parts"]
    counted = [reason.text for reason in reasons if reason.counts and reason.at <= 1]
    seen, proofs = [insight.text for insight in insights], [reason.text for reason in reasons]
    chosen = set[str]()
    for text in (*parts, *counted, *seen, *proofs):
        if sum(map(word_count, chosen | {text})) <= MAX_WORDS:
            chosen.add(text)
    return tuple(text for text in (*seen, *proofs) if text in chosen)


def reasons(position: Position, limits: Limits = DEFAULT) -> tuple[Reason, ...]:
    """Explain why the winner of a position wins; OutOfTime if that takes more search than the limits allow.

    A theorem if one decides the position, else a plan, else the first of these along the line of best play.
    """
    known = reasons_for(position.game)
    decided = known.theorem(position) if position.legal else known.stuck(position)
    if decided is not None:
        return (decided,)
    line = best_line(position, limits=limits)
    winner = position.turn if len(line) % 2 else other(position.turn)
    return _along(position, line, winner)


def reasons_along(position: Position, line: Sequence[Move], winner: int) -> tuple[Reason, ...]:
    """Explain a win whose winner and line of best play (or its beginning) are known and shown."""
    return _along(position, line, winner)


def reasons_against(before: Position, move: Move, line: Sequence[Move]) -> tuple[Reason, ...]:
    """Explain why a move gave the win away; the line is best play after it, or its beginning."""
    reason = reasons_for(before.game).at_once(before, move, line)
    return (reason,) if reason else _along(before.play(move), line, other(before.turn), reply=True)


def reasons_played(position: Position, line: Sequence[Move], winner: int) -> tuple[Reason, ...]:
    """Explain how a side won with these moves, without ever giving the win away.

    The reason only names moves that the winner really made.
    """
    for at, here in enumerate(accumulate(line, Position.play, initial=position)):
        for reason in _candidates(here, winner, soon=at <= SOON):
            if _was_played(reason, here, line[at:]):
                lead_in = f"After {here.game.move_words(line[at - 1])}, " if at else ""
                return (reason._replace(at=at, lead_in=lead_in, played=True),)
    return ()


def _candidates(here: Position, winner: int, *, soon: bool) -> Iterator[Reason]:
    """Yield the reasons for a position; a plan only if the loser is to move."""
    known = reasons_for(here.game)
    theorem = known.theorem(here)
    if theorem is not None:
        yield theorem
    plan = known.plan(here, winner, soon=soon) if here.turn != winner else None
    if plan is not None:
        yield plan
    if not here.legal:
        yield known.stuck(here)


def _was_played(reason: Reason, here: Position, line: Sequence[Move]) -> bool:
    """Return whether the winner played the first moves of a reason, as far as the line goes."""
    moves = tuple(line[0 if here.turn == reason.winner else 1 :: 2])
    return all(one == other for one, other in zip(reason.first, moves, strict=False))


def reason_after(position: Position, line: Sequence[Move], winner: int, *, reply: bool) -> Reason | None:
    """Explain why a side wins after these moves of a line; None without a theorem or plan there."""
    known, here = reasons_for(position.game), reduce(Position.play, line, position)
    reason = known.theorem(here) or known.plan(here, winner)
    return None if reason is None else after(line, reason, position.game, reply=reply)


def _along(
    position: Position, line: Sequence[Move], winner: int, *, reply: bool = False
) -> tuple[Reason, ...]:
    """Explain the first position along a line that can be explained; at the end a side is stuck."""
    known = reasons_for(position.game)
    positions = list(accumulate(line, Position.play, initial=position))
    for at, here in enumerate(positions):
        reason = known.theorem(here)
        if reason is None and at == 0 and here.turn == winner and len(positions) > 1:
            reason = known.theorem(positions[1])  # just as good: only the winner has moved
            at += reason is not None
        reason = reason or known.plan(here, winner, soon=at <= SOON)
        if reason is None and not here.legal:
            reason = known.stuck(here)
        if reason is not None:
            return (after(line[:at], reason, position.game, reply=reply),)
    return ()
