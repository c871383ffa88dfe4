"""What is to be played: a game, who plays it, and how long they may think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from gridlock.clock import TimeControl
from gridlock.match import Match
from gridlock.records import Record
from gridlock.rules import Game, Position, other
from gridlock.saves import specs_of
from gridlock.text.quick_game import GENTLE, quick_game, quick_seat

HUMAN = "human"


@dataclass(frozen=True)
class Plan:
    """A match that has not begun."""

    game: Game
    specs: tuple[str, str] = (HUMAN, HUMAN)
    """The two players, by the texts that :func:`gridlock.players.make_player` reads.

    A program among them is started: it must have been chosen by the person at the keyboard.
    """
    control: TimeControl | None = None
    start: Position | None = None
    """Where the match begins, if not at the game's own start."""
    names: tuple[str, str] = ("", "")
    """What two people who play each other want to be called, if they say."""

    def swapped(self) -> Plan:
        """The same with the seats swapped."""
        return replace(self, specs=self.specs[::-1], names=self.names[::-1])

    def match(self) -> Match:
        """The match, ready to begin."""
        return Match(self.game, self.called(), start=self.start, control=self.control)

    def called(self) -> tuple[str, str]:
        """What the players are called: a person who plays against a bot is You."""
        if self.specs == (HUMAN, HUMAN):
            return self.names[0] or "Player 1", self.names[1] or "Player 2"
        first, second = ("You" if spec == HUMAN else spec for spec in self.specs)
        return first, second


def quick_plan(kind: type[Game], bot: str = GENTLE) -> Plan:
    """A quick game against a bot, in the seat that can be won if that is known."""
    game = quick_game(kind)
    return against(bot, game, quick_seat(game))


def against(bot: str, game: Game, seat: int, start: Position | None = None) -> Plan:
    """A person in this seat against a bot in the other."""
    specs = {seat: HUMAN, other(seat): bot}
    return Plan(game, (specs[1], specs[2]), start=start)


def plan_of(record: Record, programs: Mapping[int, str] = MappingProxyType({})) -> Plan:
    """The plan by which the match of a record is resumed.

    Players that are programs become people, except for those, by side, that a person has confirmed.
    """
    match = Match.resume(record)
    control = match.clock.control if match.clock else None
    first, second = (programs.get(side, spec) for side, spec in enumerate(specs_of(record), start=1))
    return Plan(record.game, (first, second), control=control, start=record.start, names=record.players)
