"""The value of every move of a match, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gridlock.records import Record
from gridlock.review import JudgedMove
from gridlock.search.report import game_fields


def match_to_json(record: Record, judged: Sequence[JudgedMove], *, complete: bool) -> dict[str, Any]:
    """Return a match and its judged moves as JSON, with the same field names as position reports."""
    head = {**game_fields(record.game), "players": record.players}
    return head | {"moves": [move.to_json() for move in judged], "complete": complete}


def missing_text(record: Record, judged: Sequence[JudgedMove]) -> str:
    """Say how much of a match is missing from its analysis."""
    moves = len(record.moves)
    first = judged[0].number - 1 if judged else moves
    if not first:
        return "Time ran out before everything was known."
    return f"The first {first} of {moves} moves were not judged in time."


def move_rows(judged: Sequence[JudgedMove], remark: Callable[[JudgedMove], str]) -> list[str]:
    """Return a line per move: who wins after it, and a remark."""
    width = max((len(str(row.move)) for row in judged), default=4)
    return [
        f"{row.number:>3}. {row.move!s:<{width}}  Player {row.before.turn}  "
        f"Player {row.value.winner} wins in {row.value.moves}{remark(row)}"
        for row in judged
    ]
