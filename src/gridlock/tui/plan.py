"""What is to be played: a game, who plays it, and how long they may think."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from gridlock.clock import TimeControl, read_time
from gridlock.errors import GridlockError
from gridlock.files import data_folder, read_text, write_whole
from gridlock.match import Match
from gridlock.records import Record
from gridlock.rules import Game, Position, make_with, other
from gridlock.saves import specs_of
from gridlock.text.quick_game import EASY_BOT, quick_game, quick_seat

HUMAN = "human"

_LARGEST = 64 << 10  # bytes of the file with the last plan; it has a few hundred


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


def quick_plan(kind: type[Game], bot: str = EASY_BOT) -> Plan:
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


# The last plan, with which the form begins ------------------------------------------------------


def _file() -> Path:
    return data_folder() / "setup.json"


def save_plan(plan: Plan) -> None:
    """Save a plan; if that fails, the form begins with an older one, and nothing is lost."""
    game = plan.game
    fields = {
        "game": game.id,
        "rows": game.rows,
        "cols": game.cols,
        "options": game.options,
        "players": plan.specs,
        "names": plan.names,
        "clock": str(plan.control or ""),
    }
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps(fields, indent=1) + "\n")


def last_plan() -> Plan | None:
    """The plan that was saved last; None if there is none that can be played."""
    try:
        fields = json.loads(read_text(_file(), _LARGEST))
        game = make_with(fields["game"], int(fields["rows"]), int(fields["cols"]), dict(fields["options"]))
        control = read_time(str(fields["clock"])) if fields["clock"] else None
        return Plan(game, _two(fields["players"]), control, names=_two(fields["names"]))
    except (OSError, GridlockError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def _two(texts: object) -> tuple[str, str]:
    match texts:
        case [str(first), str(second)]:
            return first, second
    raise ValueError("There should be two texts.")
