"""Random matches to review, who wins by minimax, and what a reason says of its moves."""

from __future__ import annotations

from functools import cache
from random import Random

from boards import judge_of, state_of
from gridlock import Game, Position
from gridlock.match import Match
from gridlock.records import Record
from gridlock.review import Reason
from minimax import Minimax


@cache
def minimax_of(game: Game) -> Minimax:
    return Minimax(judge_of(game))


def winner(position: Position) -> int:
    """Who wins, by minimax over the judge."""
    return minimax_of(position.game).value(state_of(position))[0]


def random_record(game: Game, random: Random) -> Record:
    match = Match(game)
    while match.outcome is None:
        match.play(random.choice(match.position.legal_moves()))
    return match.record()


def prefix(reason: Reason) -> list[str]:
    """The moves after which a reason holds; none if they are only counted, or if it holds at once."""
    begin, comma, _ = reason.text.partition(", Player")
    if not comma or not begin.startswith("After ") or begin.startswith("After the first"):
        return []
    return begin.removeprefix("After ").split()
