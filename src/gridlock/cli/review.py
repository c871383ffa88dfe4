"""The command that reviews a recorded match: which moves gave the win away, and why."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridlock.cli.options import File, Json, Memory, Threads, Time
from gridlock.errors import GridlockError

if TYPE_CHECKING:
    from gridlock.records import Record
    from gridlock.review import JudgedMove, Mistake, Review
    from gridlock.search import Limits

__all__ = ["EXAMPLES", "review"]

EXAMPLES = (
    "gridlock review last",
    "gridlock review ours.txt",
    "gridlock review ours.txt --game 2 --time 60 --json",
)
"""For the end of the help text."""

_WIDTH = 79


def review(
    file: File,
    number: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Only the Nth record of the file.")
    ] = None,
    threads: Threads = None,
    memory: Memory = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Tell which moves of the recorded matches gave the win away, and why.

    The time is for each match. The exit status is 3 if it did not suffice.
    """
    from gridlock.cli.solve import OPEN, limits_from
    from gridlock.review import Review

    limits = limits_from(threads, memory, time)
    told, status = [], 0
    for record in _records(file, number):
        found = Review(record)
        interrupted = _fill(found, limits)
        told.append(_to_json(found))
        if not as_json:
            print("\n\n".join(_told(found)) + "\n")
        if interrupted:
            status = 130
            break
        status = status if found.complete else OPEN
    if as_json:
        print(json.dumps(told))
    return status


def _records(path: Path, number: int | None) -> list[Record]:
    from gridlock.records import read_records

    records = read_records(path)
    if not records:
        raise GridlockError(f"{path} holds no match.")
    if number is None:
        return records
    if number > len(records):
        raise GridlockError(f"{path} holds {len(records)} of them, so there is no match {number}.")
    return [records[number - 1]]


def _fill(found: Review, limits: Limits) -> bool:
    """Find out what there is to say, with progress shown; whether somebody has pressed Ctrl-C."""
    from gridlock.dialogue.watch import watched
    from gridlock.review import fill

    try:
        watched(lambda given: fill(found, given), limits)
    except KeyboardInterrupt:
        return True
    return False


# As text ----------------------------------------------------------------------------------------


def _told(found: Review) -> list[str]:
    """The paragraphs of a review."""
    from gridlock.cli.solve import move_rows
    from gridlock.review import graph

    parts = [_header(found.record)]
    if found.judged:
        parts += ["\n".join(move_rows(found.judged, _remark)), "\n".join(graph(found, _WIDTH))]
    for mistake in found.mistakes:
        parts += _mistake(mistake)
    return [*parts, _filled(_closing(found))]


def _remark(row: JudgedMove) -> str:
    return "   ! gave the win away" if row.changed else ""


def _header(record: Record) -> str:
    game = record.game
    options = "".join(f", {name} {value}" for name, value in game.options.items())
    return (
        f"{game.title} ({game.id} {game.size_text}{options}): {record.players[0]} against {record.players[1]}"
    )


def _mistake(mistake: Mistake) -> list[str]:
    """What happened, the board before it with every move marked, and the rest of the sentences."""
    from gridlock.dialogue.marks import marked_board

    first, *rest = mistake.text.splitlines()
    board = marked_board(mistake.judged.before, mistake.judged.options)
    return [_filled(first), board, "\n".join(map(_filled, rest))] if rest else [_filled(first), board]


def _closing(found: Review) -> str:
    record = found.record
    sentences = [_missing(found)] if not found.complete else []
    if found.mistakes:
        sentences.append(_given_away(found.mistakes))
    elif found.complete:
        sentences.append("Nobody gave a win away.")
    if record.winner is not None:
        name = record.players[record.winner - 1]
        called = "" if name == f"Player {record.winner}" else f" ({name})"
        sentences.append(f"Player {record.winner}{called} won the match.")
    return " ".join([*sentences, *_help_used(record)])


def _missing(found: Review) -> str:
    moves = len(found.record.moves)
    first = found.judged[0].number - 1 if found.judged else moves
    if not first:
        return "Not everything was found out in time."
    return f"The first {first} of {moves} moves were not judged in time."


def _given_away(mistakes: list[Mistake]) -> str:
    """Who gave the win away, and when."""
    times = {1: "once", 2: "twice"}.get(len(mistakes), f"{len(mistakes)} times")
    when = ", ".join(_when(mistake) for mistake in mistakes)
    return f"The win was given away {times}: {when}."


def _when(mistake: Mistake) -> str:
    judged = mistake.judged
    if mistake.given_up:
        return f"by Player {judged.options[0].value.winner} at the end"
    return f"by Player {judged.before.turn} in move {judged.number}"


def _help_used(record: Record) -> list[str]:
    """A sentence about help that was asked for during the match, if it was."""
    kinds = {"Hint": ("hint", "hints"), "Analysis": ("analysis", "analyses")}
    used = [
        f"{record.tags[tag]} {one if record.tags[tag] == '1' else many}"
        for tag, (one, many) in kinds.items()
        if tag in record.tags
    ]
    return [f"Help was asked for: {' and '.join(used)}."] if used else []


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_on_hyphens=False, break_long_words=False)


# As JSON ----------------------------------------------------------------------------------------


def _to_json(found: Review) -> dict[str, Any]:
    record, start = found.record, found.start
    return {
        "game": record.game.id,
        "size": record.game.size_text,
        **record.game.options,
        "players": record.players,
        "result": {"winner": record.winner, "ending": record.ending},
        "help": {tag.lower(): record.tags[tag] for tag in ("Hint", "Analysis") if tag in record.tags},
        "start": None if start is None else {"winner": start.winner, "remoteness": start.moves},
        "moves": [judged.to_json() for judged in found.judged],
        "mistakes": [_mistake_to_json(mistake) for mistake in found.mistakes],
        "complete": found.complete,
    }


def _mistake_to_json(mistake: Mistake) -> dict[str, Any]:
    show = mistake.judged.before.game.cell_text
    return {
        "number": mistake.judged.number,
        "side": mistake.judged.options[0].value.winner,
        "move": None if mistake.given_up else str(mistake.judged.move),
        "givenUp": str(mistake.judged.move) if mistake.given_up else None,
        "better": str(mistake.better),
        "position": mistake.position.text,
        "line": [str(move) for move in mistake.line],
        "reasons": [
            {
                "name": reason.name,
                "text": reason.text,
                "cells": [show(cell) for cell in reason.cells],
                "pairs": [[show(one), show(two)] for one, two in reason.pairs],
            }
            for reason in mistake.reasons
        ],
        "text": mistake.text,
    }
