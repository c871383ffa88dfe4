"""What is to be played: a game, who plays it, and how long they may think."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock.clock import TimeControl
from gridlock.games import Game, Position, other
from gridlock.match import Match
from gridlock.records import Record
from gridlock.saves import specs_of

__all__ = ["GENTLE", "HUMAN", "Plan", "against", "plan_of"]

HUMAN = "human"
GENTLE = "level:2"
"""The bot that a quick game is played against."""


@dataclass(frozen=True)
class Plan:
    """A match that has not begun."""

    game: Game
    specs: tuple[str, str] = (HUMAN, HUMAN)
    """The two players, by the texts that :func:`gridlock.players.make_player` reads."""
    control: TimeControl | None = None
    start: Position | None = None
    """Where the match begins, if not at the game's own start."""

    def swapped(self) -> Plan:
        """The same with the seats swapped."""
        return replace(self, specs=(self.specs[1], self.specs[0]))

    def match(self) -> Match:
        """The match, ready to begin."""
        return Match(self.game, names_of(self.specs), start=self.start, control=self.control)


def names_of(specs: tuple[str, str]) -> tuple[str, str]:
    """What the players are called: a person who plays against a bot is You."""
    if specs == (HUMAN, HUMAN):
        return "Player 1", "Player 2"
    first, second = ("You" if spec == HUMAN else spec for spec in specs)
    return first, second


def against(bot: str, game: Game, seat: int, start: Position | None = None) -> Plan:
    """A person in this seat against a bot in the other."""
    specs = {seat: HUMAN, other(seat): bot}
    return Plan(game, (specs[1], specs[2]), start=start)


def plan_of(record: Record) -> Plan:
    """The plan by which the match of a record was played."""
    match = Match.resume(record)
    control = match.clock.control if match.clock else None
    return Plan(record.game, specs_of(record), control=control, start=record.start)
