"""What every move of a match was worth, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gridlock.plural import times
from gridlock.records import Ending, Record
from gridlock.review import JudgedMove
from gridlock.search.report import game_fields
from gridlock.text.headings import match_heading
from gridlock.text.values import marked_board


def match_to_json(record: Record, judged: Sequence[JudgedMove], *, complete: bool) -> dict[str, Any]:
    """A match with its judged moves, in the field names that the reports on positions use."""
    head = {**game_fields(record.game), "players": record.players}
    return head | {"moves": [move.to_json() for move in judged], "complete": complete}


def match_table(record: Record, judged: Sequence[JudgedMove], *, boards: bool, complete: bool) -> str:
    """A match with a line for each judged move, if wanted below the board on which it was made."""
    lines = [match_heading(record)]
    if not complete:
        lines.append(missing_text(record, judged))
    for row, told in zip(judged, move_rows(judged, _remark), strict=True):
        if boards:
            lines.append("\n" + marked_board(row.before, row.options))
        lines.append(told)
    return "\n".join([*lines, *_closing(record, judged)] if complete else lines)


def _closing(record: Record, judged: Sequence[JudgedMove]) -> list[str]:
    """What is to be said of the match as a whole."""
    given_away = f"The win was given away {times(sum(row.changed for row in judged))}."
    if record.ending == Ending.RESIGNATION and judged and judged[-1].value.winner != record.winner:
        return [f"Player {judged[-1].value.winner} resigned, but could have won.", given_away]
    return [given_away]


def missing_text(record: Record, judged: Sequence[JudgedMove]) -> str:
    """How much of a match was not found out, in a sentence."""
    moves = len(record.moves)
    first = judged[0].number - 1 if judged else moves
    if not first:
        return "Time ran out before everything was known."
    return f"The first {first} of {moves} moves were not judged in time."


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
