"""The result of one match of a person against a bot, and whether it counts."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from gridlock.players import Human
from gridlock.records import Ending, Record
from gridlock.rules import other

UNCOUNTED = "Uncounted"
"""The tag of a record that doesn't count; its value is the reason, in a word."""


class Result(NamedTuple):
    """How a match ended for the person who played it."""

    game: str
    size: str
    variant: str
    """The game's options, such as ``diagonals=all``; empty if it has none."""
    opponent: str
    """The name of the bot."""
    seat: int
    """The person's side."""
    won: bool
    ending: str
    moves: int
    """The number of moves, counting both sides."""
    date: str
    """The day it ended, in ISO format."""
    uncounted: str
    """Why the match doesn't count for the rating, in a word; empty if it counts.

    ``help``: a hint or the analysis was used. ``undo``: moves were taken back. ``position``: it didn't begin
    at the standard start. ``size``: the board is smaller than the standard one. ``forfeit``: a bot failed.
    The record can add its own: ``copy`` for a copied match, ``players`` if the players changed.
    """


def result_of(record: Record) -> Result | None:
    """Return the result of a finished match of one person against one bot.

    Return None for any other match, and if the person made no move.
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
