"""Reviews of matches, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridlock.records import Record
from gridlock.review import JudgedMove, Mistake, Reason, Review, graph
from gridlock.search.report import game_fields
from gridlock.telling.headings import match_heading
from gridlock.telling.lines import WIDTH, filled
from gridlock.telling.marks import marked_board
from gridlock.telling.matches import missing_text, move_rows
from gridlock.words import times

__all__ = ["review_text", "review_to_json"]


# As text ----------------------------------------------------------------------------------------


def review_text(found: Review) -> str:
    """A review as people read it: every move, a graph, what gave the win away, and the result."""
    parts = [match_heading(found.record)]
    if found.judged:
        parts += ["\n".join(move_rows(found.judged, _remark)), "\n".join(graph(found, WIDTH))]
    for mistake in found.mistakes:
        parts += _mistake(mistake)
    return "\n\n".join([*parts, filled(_closing(found))])


def _remark(row: JudgedMove) -> str:
    return "   ! gave the win away" if row.changed else ""


def _mistake(mistake: Mistake) -> list[str]:
    """What happened, the board before it with every move marked, and the rest of the sentences."""
    first, *rest = mistake.text.splitlines()
    board = marked_board(mistake.before, mistake.options)
    return [filled(first), board, "\n".join(map(filled, rest))] if rest else [filled(first), board]


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
        "reasons": [_reason_to_json(mistake, reason) for reason in mistake.reasons],
        "text": mistake.text,
    }


def _reason_to_json(mistake: Mistake, reason: Reason) -> dict[str, Any]:
    show = mistake.before.game.cell_text
    return {
        "name": reason.name,
        "text": reason.text,
        "cells": [show(cell) for cell in reason.cells],
        "pairs": [[show(one), show(two)] for one, two in reason.pairs],
    }
