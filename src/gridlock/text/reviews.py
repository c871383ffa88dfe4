"""Reviews of matches, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridlock.plural import times
from gridlock.records import Record
from gridlock.review import JudgedMove, LostSeat, Mistake, Reason, Review, Slip
from gridlock.search.report import game_fields
from gridlock.text.headings import match_heading
from gridlock.text.lines import WIDTH, paragraph, wrap
from gridlock.text.matches import missing_text, move_rows
from gridlock.text.value_graph import value_graph
from gridlock.text.values import marked_board

# As text ----------------------------------------------------------------------------------------


def review_text(found: Review) -> str:
    """A review as people read it: every move, a graph, what gave the win away, and the result."""
    parts = [match_heading(found.record)]
    if found.judged:
        parts += ["\n".join(move_rows(found.judged, _remark)), "\n".join(value_graph(found, WIDTH))]
    for mistake in found.mistakes:
        parts += _mistake(mistake)
    if found.lost is not None:
        parts.append(paragraph(lost_lines(found)))
    return "\n\n".join([*parts, wrap(_closing(found))])


def _remark(row: JudgedMove) -> str:
    return "   ! gave the win away" if row.changed else ""


def _mistake(mistake: Mistake) -> list[str]:
    """What happened, the board before it with every move marked, the rest of the sentences and the lesson."""
    first, *rest = *mistake.sentences, *lesson_lines(mistake.reasons)
    board = marked_board(mistake.before, mistake.options)
    told = paragraph([first])
    return [told, board, paragraph(rest)] if rest else [told, board]


def lost_lines(found: Review) -> list[str]:
    """What is said of a seat that was lost from the start: the idea, the lesson, what made it easier."""
    seat = found.lost
    if seat is None:
        return []
    moved = any(judged.before.turn == seat.side for judged in found.judged)
    slips = seat.slip_sentences if (moved and found.complete) or seat.slips else ()
    return [*seat.sentences, *lesson_lines(seat.reasons), *slips]


def lesson_lines(reasons: Sequence[Reason]) -> list[str]:
    """What helps next time: a line for each thing that these reasons teach."""
    return [f"Lesson: {lesson}" for lesson in dict.fromkeys(reason.lesson for reason in reasons) if lesson]


def _closing(found: Review) -> str:
    record = found.record
    sentences = [missing_text(record, found.judged)] if not found.complete else []
    if found.mistakes:
        sentences.append(_given_away(found.mistakes))
    elif found.complete:
        sentences.append("Nobody gave a win away.")
    if record.winner is not None:
        name = record.players[record.winner - 1]
        called = "" if name == f"Player {record.winner}" else f" ({name})"
        sentences.append(f"Player {record.winner}{called} won the match.")
    return " ".join([*sentences, *_help_used(record)])


def _given_away(mistakes: Sequence[Mistake]) -> str:
    """Who gave the win away, and when."""
    when = ", ".join(_when(mistake) for mistake in mistakes)
    return f"The win was given away {times(len(mistakes))}: {when}."


def _when(mistake: Mistake) -> str:
    when = "at the end" if mistake.given_up else f"in move {mistake.number}"
    return f"by Player {mistake.side} {when}"


def _help_used(record: Record) -> list[str]:
    """A sentence about help that was asked for during the match, if it was."""
    kinds = {"Hint": ("hint", "hints"), "Analysis": ("analysis", "analyses")}
    used = [
        f"{record.tags[tag]} {one if record.tags[tag] == '1' else many}"
        for tag, (one, many) in kinds.items()
        if tag in record.tags
    ]
    return [f"Help was asked for: {' and '.join(used)}."] if used else []


# As JSON ----------------------------------------------------------------------------------------


def review_to_json(found: Review) -> dict[str, Any]:
    """A review in the field names that the reports on positions use."""
    record, start = found.record, found.start
    return {
        **game_fields(record.game),
        "players": record.players,
        "result": {"winner": record.winner, "ending": record.ending},
        "help": {tag.lower(): record.tags[tag] for tag in ("Hint", "Analysis") if tag in record.tags},
        "start": None if start is None else {"winner": start.winner, "remoteness": start.moves},
        "moves": [judged.to_json() for judged in found.judged],
        "mistakes": [_mistake_to_json(mistake) for mistake in found.mistakes],
        "lostFromStart": None if found.lost is None else _lost_to_json(found.lost),
        "complete": found.complete,
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
        "text": "\n".join(mistake.sentences),
    }


def _lost_to_json(seat: LostSeat) -> dict[str, Any]:
    return {
        "side": seat.side,
        "position": seat.position.text,
        "line": [str(move) for move in seat.line],
        "reasons": [reason.to_json(seat.position.game) for reason in seat.reasons],
        "slips": [_slip_to_json(slip) for slip in seat.slips],
        "text": "\n".join(seat.sentences),
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
