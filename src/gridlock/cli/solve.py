"""The commands that ask the solver: about a position, and about every move of a match."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gridlock.cli.marks import coloured, mark, marked_board
from gridlock.dialogue.watch import watched
from gridlock.errors import GridlockError, InvalidGame, excerpt
from gridlock.games import Game, Move, Position
from gridlock.records import Ending, Record, read_records
from gridlock.search import Limits, MoveValue, OutOfTime, Value, analyze, solve
from gridlock.search.report import Report, investigate

__all__ = ["analyze_file", "limits_from", "position_from", "solve_position"]

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
        raise InvalidGame(f"Memory is a number with K, M or G, such as 2G, not {excerpt(text)}.")
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
    print(json.dumps(report.to_json()) if as_json else _told(report))
    return status


def _told(report: Report) -> str:
    position = report.position
    game = position.game
    options = "".join(f", {name} {value}" for name, value in game.options.items())
    parts = [f"{game.title} ({game.id} {game.size_text}{options}), Player {position.turn} to move"]
    parts.append(marked_board(position, report.judged))
    parts.append(_verdict(report))
    if report.judged:
        marks = [(mark(position, judged), str(judged.move)) for judged in report.judged]
        width = max(len(text) for text, _ in marks)
        parts.append("\n".join(f"{coloured(text.ljust(width))}  {move}" for text, move in marks))
        parts.append("+W wins and -L loses, in so many moves with best play, this one included.")
    parts.append(f"{report.nodes:,} node{'s' * (report.nodes != 1)}, {report.seconds:.2f} seconds.")
    return "\n\n".join(parts)


def _verdict(report: Report) -> str:
    position = report.position
    if report.winner is None:
        return "Not solved in the time given: who wins is not known."
    if not position.legal:
        return f"Player {report.winner} wins: Player {position.turn} cannot move."
    moves = "" if report.moves is None else f" in {report.moves} move{'s' * (report.moves != 1)}"
    how = "" if report.proof == "search" else f" (by the theorem '{report.proof}')"
    how = " (from the complete table)" if report.proof == "table" else how
    rest = "" if report.complete else "\nNot everything was found out in the time given."
    return f"Player {report.winner} wins{moves}{how}.{rest}"


class JudgedMove(NamedTuple):
    """A move of a match, with what it and the others were worth."""

    number: int
    before: Position
    move: Move
    value: Value
    changed: bool
    """Whether the other side wins now."""
    options: Sequence[MoveValue]

    def to_json(self) -> dict[str, Any]:
        """The move in the field names that the reports on positions use."""
        best = self.options[0]
        return {
            "number": self.number,
            "side": self.before.turn,
            "position": self.before.text,
            "move": str(self.move),
            "winner": self.value.winner,
            "remoteness": self.value.moves,
            "changedWinner": self.changed,
            "bestMove": str(best.move),
            "bestRemoteness": best.value.moves,
        }


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
            watched(partial(_judge, record, judged), limits)
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


def _judge(record: Record, judged: list[JudgedMove], limits: Limits) -> None:
    """Judge the moves of a match one after the other."""
    positions = list(record.positions())
    winner = solve(positions[0], winner_only=True, limits=limits).winner
    for number, move in enumerate(record.moves, start=1):
        before = positions[number - 1]
        options = analyze(before, limits=limits)
        value = next(option.value for option in options if option.move == move)
        judged.append(JudgedMove(number, before, move, value, value.winner != winner, options))
        winner = value.winner


def _table(record: Record, judged: list[JudgedMove], *, boards: bool, complete: bool) -> str:
    game = record.game
    lines = [f"{game.title} ({game.id} {game.size_text}): {record.players[0]} against {record.players[1]}"]
    width = max((len(str(row.move)) for row in judged), default=4)
    for row in judged:
        if boards:
            lines.append("\n" + marked_board(row.before, row.options))
        told = f"Player {row.value.winner} wins in {row.value.moves}{_remark(row)}"
        lines.append(f"{row.number:>3}. {row.move!s:<{width}}  Player {row.before.turn}  {told}")
    if not complete:
        return "\n".join([*lines, "The rest was not found out in time."])
    if record.ending == Ending.RESIGNATION and judged and judged[-1].value.winner != record.winner:
        lines.append(f"Player {judged[-1].value.winner} resigned, but could have won.")
    given_away = sum(row.changed for row in judged)
    times = {0: "never", 1: "once"}.get(given_away, f"{given_away} times")
    return "\n".join([*lines, f"The win was given away {times}."])


def _remark(row: JudgedMove) -> str:
    """What would have been better."""
    best = row.options[0]
    if row.changed:
        return f"   <-- gave the win away: {best.move} wins"
    if row.value.moves == best.value.moves:
        return ""
    word = "faster" if row.value.winner == row.before.turn else "longer"
    return f"   ({best.move} is {word}: {best.value.moves})"
