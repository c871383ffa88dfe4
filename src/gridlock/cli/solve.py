"""The commands that ask the solver: about a position, and about every move of a match."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gridlock.dialogue.marks import marked_board
from gridlock.dialogue.reports import report_text
from gridlock.dialogue.watch import watched
from gridlock.errors import GridlockError, InvalidChoice, excerpt
from gridlock.records import Ending, Record, read_records
from gridlock.review import JudgedMove, judge
from gridlock.rules import Game, Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate

__all__ = ["OPEN", "analyze_file", "limits_from", "move_rows", "position_from", "solve_position"]

OPEN = 3
"""The exit status of a question that was not answered in time."""


def limits_from(threads: int | None, memory: str | None, seconds: float | None) -> Limits:
    """The limits that the options name."""
    limits = Limits(seconds=seconds)
    if threads is not None:
        limits = replace(limits, threads=threads)
    if memory is not None:
        limits = replace(limits, memory=_bytes(memory))
    return limits


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([kmgt]?)b?", text.strip().lower())
    if found is None:
        raise InvalidChoice(f"Memory is a number with K, M or G, such as 2G, not {excerpt(text)}.")
    return max(1, int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " ")))


def position_from(game: Game, text: str | None, moves: str | None) -> Position:
    """The position that the options name."""
    position = game.start() if text is None else game.position(text)
    for number, move in enumerate((moves or "").split(), start=1):
        try:
            position = position.play(move)
        except GridlockError as error:
            raise GridlockError(f"Move {number}, {excerpt(move)}: {error}") from None
    return position


def solve_position(position: Position, limits: Limits, *, winner_only: bool, as_json: bool) -> int:
    """Print all that can be found out about a position; the exit status."""
    report = Report(position)
    status = 0
    try:
        watched(lambda given: investigate(report, given, winner_only=winner_only), limits)
    except OutOfTime:
        status = OPEN
    except KeyboardInterrupt:
        status = 130
    print(json.dumps(report.to_json()) if as_json else report_text(report))
    return status


def analyze_file(path: Path, limits: Limits, *, boards: bool, as_json: bool) -> int:
    """Print what every move of the matches in a file was worth; the exit status."""
    records = read_records(path)
    if not records:
        raise GridlockError(f"{path} holds no match.")
    status = 0
    told = []
    for record in records:
        judged: list[JudgedMove] = []
        try:
            watched(partial(judge, record, judged), limits)
        except OutOfTime:
            status = OPEN
        except KeyboardInterrupt:
            status = 130
        told.append(_record_to_json(record, judged, complete=status == 0))
        if not as_json:
            print(_table(record, judged, boards=boards, complete=status == 0) + "\n")
        if status == 130:
            break
    if as_json:
        print(json.dumps(told))
    return status


def _record_to_json(record: Record, judged: list[JudgedMove], *, complete: bool) -> dict[str, Any]:
    game = record.game
    head = {"game": game.id, "size": game.size_text, **game.options, "players": record.players}
    return head | {"moves": [move.to_json() for move in judged], "complete": complete}


def _table(record: Record, judged: list[JudgedMove], *, boards: bool, complete: bool) -> str:
    game = record.game
    lines = [f"{game.title} ({game.id} {game.size_text}): {record.players[0]} against {record.players[1]}"]
    if not complete:
        lines.append(_missing(record, judged))
    for row, told in zip(judged, move_rows(judged, _remark), strict=True):
        if boards:
            lines.append("\n" + marked_board(row.before, row.options))
        lines.append(told)
    if not complete:
        return "\n".join(lines)
    if record.ending == Ending.RESIGNATION and judged and judged[-1].value.winner != record.winner:
        lines.append(f"Player {judged[-1].value.winner} resigned, but could have won.")
    given_away = sum(row.changed for row in judged)
    times = {0: "never", 1: "once"}.get(given_away, f"{given_away} times")
    return "\n".join([*lines, f"The win was given away {times}."])


def _missing(record: Record, judged: Sequence[JudgedMove]) -> str:
    first = judged[0].number if judged else len(record.moves) + 1
    return f"The first {first - 1} of {len(record.moves)} moves were not judged in time."


def move_rows(judged: Sequence[JudgedMove], remark: Callable[[JudgedMove], str]) -> list[str]:
    """A line for each move: who wins after it, and a remark."""
    width = max((len(str(row.move)) for row in judged), default=4)
    return [
        f"{row.number:>3}. {row.move!s:<{width}}  Player {row.before.turn}  "
        f"Player {row.value.winner} wins in {row.value.moves}{remark(row)}"
        for row in judged
    ]


def _remark(row: JudgedMove) -> str:
    """What would have been better."""
    best = row.options[0]
    if row.changed:
        return f"   <-- gave the win away: {best.move} wins"
    if row.value.moves == best.value.moves:
        return ""
    word = "faster" if row.value.winner == row.before.turn else "longer"
    return f"   ({best.move} is {word}: {best.value.moves})"
