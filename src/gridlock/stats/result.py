"""One finished match of a person against a bot, and whether it counts."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from gridlock.players import Human
from gridlock.records import Ending, Record
from gridlock.rules import other

UNCOUNTED = "Uncounted"
"""The tag of a record that is not to count, with the reason in a word."""


class Result(NamedTuple):
    """How one match ended for the person who played it."""

    game: str
    size: str
    variant: str
    """The game's options, such as ``diagonals=all``; empty if it has none."""
    opponent: str
    """The text that names the bot."""
    seat: int
    """The side that the person played."""
    won: bool
    ending: str
    moves: int
    """How many moves both sides made together."""
    date: str
    """When it ended."""
    uncounted: str
    """Why the match does not count for the person's strength, in a word; empty if it counts.

    ``help``: a hint or the analysis was used. ``undo``: moves were taken back. ``position``: it did not begin
    at the game's own start. ``size``: the board is smaller than the standard one. ``forfeit``: a bot failed.
    Other words come from the record: ``copy`` of another match, or other ``players`` than at its beginning.
    """


def result_of(record: Record) -> Result | None:
    """What a finished match says about a person; nothing if it was not one person against one bot.

    Nothing either if the person made no move.
    """
    seats = [record.tags.get(f"Seat{side}", "") for side in (1, 2)]
    people = [side for side, spec in enumerate(seats, start=1) if spec == Human.name]
    if record.winner is None or len(people) != 1:
        return None
    (seat,) = people
    turns = [position.turn for position in record.positions()]
    if seat not in turns[: len(record.moves)]:
        return None
    game = record.game
    return Result(
        game=game.id,
        size=game.size_text,
        variant=" ".join(f"{name}={value}" for name, value in game.options.items()),
        opponent=seats[other(seat) - 1],
        seat=seat,
        won=record.winner == seat,
        ending=str(record.ending),
        moves=len(record.moves),
        date=date.today().isoformat(),
        uncounted=_why_uncounted(record),
    )


def _why_uncounted(record: Record) -> str:
    rows, cols = record.game.size
    reasons = {
        "help": "Hint" in record.tags or "Analysis" in record.tags,
        "undo": "Undo" in record.tags,
        "position": record.start is not None,
        "size": record.game.rows * record.game.cols < rows * cols,
        "forfeit": record.ending == Ending.FORFEIT,
        record.tags.get(UNCOUNTED, ""): UNCOUNTED in record.tags,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
