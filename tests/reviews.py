"""Random matches to review, winners by minimax, the moves in reasons, and a short deadline."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from boards import judge_of, state_of
from gridlock import Game, Limits, OutOfTime, Position
from gridlock.match import Match
from gridlock.records import Record
from gridlock.review import Reason
from gridlock.search.answers import Deadline
from minimax import Minimax


@cache
def minimax_of(game: Game) -> Minimax:
    return Minimax(judge_of(game))


def winner(position: Position) -> int:
    """Return the winner, by minimax over the judge."""
    return minimax_of(position.game).value(state_of(position))[0]


def random_record(game: Game, random: Random) -> Record:
    match = Match(game)
    while match.outcome is None:
        match.play(random.choice(match.position.legal_moves()))
    return match.record()


def prefix(reason: Reason) -> list[str]:
    """Return the moves after which a reason holds; empty if it holds at once."""
    match = re.fullmatch(r"After (?:the reply )?(?P<first>.+?)(?: and then (?P<rest>.+))?, ", reason.lead_in)
    words = [match["first"], *(match["rest"] or "").split(", ")] if match else []
    return [re.sub(r"(\w+) \(block (.+)\)", r"\1:\2", word) for word in words if word]


class Few(Deadline):
    """A deadline after a number of calls."""

    def __init__(self, game: Game, questions: int) -> None:
        super().__init__(game, Limits())
        self.questions = questions

    def left(self) -> Limits:
        self.questions -= 1
        if self.questions < 0:
            raise OutOfTime("So much for that.")
        return super().left()
