"""Reviews of matches, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridlock.plural import times
from gridlock.records import Record
from gridlock.review import JudgedMove, LostSeat, Mistake, Reason, Review, Slip
from gridlock.search.report import game_fields
from gridlock.text.analysis import marked_board
from gridlock.text.headings import match_heading
from gridlock.text.lines import paragraph, wrap

# As text ----------------------------------------------------------------------------------------


def review_text(review: Review) -> str:
    """Format a review: every move, the mistakes, and the result."""
    parts = [match_heading(review.record)]
    if review.judged:
        parts.append("\n".join(_move_rows(review.judged)))
    for mistake in review.mistakes:
        parts += _mistake_parts(mistake)
    if review.lost is not None:
        parts.append(paragraph(lost_lines(review)))
    return "\n\n".join([*parts, wrap(_closing(review))])


def _move_rows(judged: Sequence[JudgedMove]) -> list[str]:
    """Return a line per move: who wins after it, and whether it gave the win away."""
    width = max(len(str(row.move)) for row in judged)
    rows = []
    for row in judged:
        value = f"Player {row.value.winner} wins in {row.value.moves}"
        mistake = "   ! gave the win away" if row.changed else ""
        rows.append(f"{row.number:>3}. {row.move!s:<{width}}  Player {row.before.turn}  {value}{mistake}")
    return rows


def _mistake_parts(mistake: Mistake) -> list[str]:
    """Return what happened, the board with every move marked, and the explanation with its lesson."""
    first, *rest = *mistake.sentences, *lesson_lines(mistake.reasons)
    board = marked_board(mistake.before, mistake.options)
    summary = paragraph([first])
    return [summary, board, paragraph(rest)] if rest else [summary, board]


def lost_lines(review: Review) -> list[str]:
    """Explain a seat that was lost from the start: why, the lesson, and the moves that made it easier."""
    seat = review.lost
    if seat is None:
        return []
    moved = any(judged.before.turn == seat.side for judged in review.judged)
    slips = seat.slip_sentences if (moved and review.complete) or seat.slips else ()
    return [*seat.sentences, *lesson_lines(seat.reasons), *slips]


def lesson_lines(reasons: Sequence[Reason]) -> list[str]:
    """Return a line for each distinct lesson of these reasons."""
    return [f"Lesson: {lesson}" for lesson in dict.fromkeys(reason.lesson for reason in reasons) if lesson]


def _missing_text(record: Record, judged: Sequence[JudgedMove]) -> str:
    """Say how much of a match is missing from its review."""
    moves = len(record.moves)
    first = judged[0].number - 1 if judged else moves
    if not first:
        return "Time ran out before everything was known."
    return f"The first {first} of {moves} moves were not judged in time."


def _closing(review: Review) -> str:
    record = review.record
    sentences = [_missing_text(record, review.judged)] if not review.complete else []
    if review.mistakes:
        sentences.append(_mistakes_text(review.mistakes))
    elif review.complete:
        sentences.append("Neither player gave a win away.")
    if record.winner is not None:
        name = record.players[record.winner - 1]
        called = "" if name == f"Player {record.winner}" else f" ({name})"
        sentences.append(f"Player {record.winner}{called} won the match.")
    return " ".join([*sentences, *_help_used(record)])


def _mistakes_text(mistakes: Sequence[Mistake]) -> str:
    """Say who gave the win away, and when."""
    when = ", ".join(_when(mistake) for mistake in mistakes)
    return f"The win was given away {times(len(mistakes))}: {when}."


def _when(mistake: Mistake) -> str:
    when = "at the end" if mistake.given_up else f"in move {mistake.number}"
    return f"by Player {mistake.side} {when}"


def _help_used(record: Record) -> list[str]:
    """Return a sentence about hints and analysis used during the match, if any."""
    kinds = {"Hint": ("hint", "hints"), "Analysis": ("analysis", "analyses")}
    used = [
        f"{record.tags[tag]} {one if record.tags[tag] == '1' else many}"
        for tag, (one, many) in kinds.items()
        if tag in record.tags
    ]
    return [f"Help used: {' and '.join(used)}."] if used else []


# As JSON ----------------------------------------------------------------------------------------


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON, with the same field names as position reports."""
    record, start = review.record, review.start
    return {
        **game_fields(record.game),
        "players": record.players,
        "result": {"winner": record.winner, "ending": record.ending},
        "help": {tag.lower(): record.tags[tag] for tag in ("Hint", "Analysis") if tag in record.tags},
        "start": None if start is None else {"winner": start.winner, "remoteness": start.moves},
        "moves": [judged.to_json() for judged in review.judged],
        "mistakes": [_mistake_to_json(mistake) for mistake in review.mistakes],
        "lostFromStart": None if review.lost is None else _lost_to_json(review.lost),
        "complete": review.complete,
    }


def _mistake_to_json(mistake: Mistake) -> dict[str, Any]:
    return {
        "number": mistake.number,
        "side": mistake.side,
        "move": None if mistake.move is None else str(mistake.move),
        "givenUp": mistake.given_up or None,
        "better": str(mistake.better),
        "position": mistake.position.text,
        "line": [str(move) for move in mistake.line],
        "reasons": [reason.to_json(mistake.before.game) for reason in mistake.reasons],
        "sentences": list(mistake.sentences),
    }


def _lost_to_json(seat: LostSeat) -> dict[str, Any]:
    return {
        "side": seat.side,
        "position": seat.position.text,
        "line": [str(move) for move in seat.line],
        "reasons": [reason.to_json(seat.position.game) for reason in seat.reasons],
        "slips": [_slip_to_json(slip) for slip in seat.slips],
        "sentences": list(seat.sentences),
    }


def _slip_to_json(slip: Slip) -> dict[str, Any]:
    return {
        "number": slip.number,
        "move": str(slip.move),
        "better": str(slip.better),
        "cost": slip.cost,
        "easy": slip.easy,
        "replies": slip.replies._asdict(),
        "betterReplies": slip.better_replies._asdict(),
        "text": slip.text,
    }
