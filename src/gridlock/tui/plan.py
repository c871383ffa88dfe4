"""Plans for matches: the game, the players, the clock."""

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

_MAX_FILE = 64 << 10  # bytes; a plan takes a few hundred


@dataclass(frozen=True)
class Plan:
    """A match to be played."""

    game: Game
    specs: tuple[str, str] = (HUMAN, HUMAN)
    """The two players, as texts for :func:`gridlock.players.make_player`.

    Programs among them will be started, so the user must have chosen them.
    """
    control: TimeControl | None = None
    start: Position | None = None
    """A custom start position."""
    names: tuple[str, str] = ("", "")
    """The names of two people who play each other."""
    score: tuple[int, int] = (0, 0)
    """The wins of each player in the matches before this one."""

    def swapped(self) -> Plan:
        """Return the plan with the seats swapped."""
        return replace(self, specs=self.specs[::-1], names=self.names[::-1], score=self.score[::-1])

    def score_after(self, winner: int | None) -> tuple[int, int]:
        """Return the wins of each player, counting this match if it has a winner."""
        first, second = self.score
        return first + (winner == 1), second + (winner == 2)

    def match(self) -> Match:
        """Make the match."""
        return Match(self.game, self.player_names(), start=self.start, control=self.control)

    def player_names(self) -> tuple[str, str]:
        """Return the players' names; a person who plays against a bot is You."""
        if self.specs == (HUMAN, HUMAN):
            return self.names[0] or "Player 1", self.names[1] or "Player 2"
        first, second = ("You" if spec == HUMAN else spec for spec in self.specs)
        return first, second


def quick_plan(kind: type[Game], bot: str = EASY_BOT) -> Plan:
    """Plan a quick game against a bot, in the seat that can win."""
    game = quick_game(kind)
    return against(bot, game, quick_seat(game))


def against(bot: str, game: Game, seat: int, start: Position | None = None) -> Plan:
    """Plan a match of a person in this seat against a bot."""
    specs = {seat: HUMAN, other(seat): bot}
    return Plan(game, (specs[1], specs[2]), start=start)


def plan_of(record: Record, programs: Mapping[int, str] = MappingProxyType({})) -> Plan:
    """Plan how to resume a record.

    Programs become people, except for the confirmed ones in ``programs``, by side.
    """
    match = Match.resume(record)
    control = match.clock.control if match.clock else None
    first, second = (programs.get(side, spec) for side, spec in enumerate(specs_of(record), start=1))
    return Plan(record.game, (first, second), control=control, start=record.start, names=record.players)


# The last plan, the setup form's defaults -------------------------------------------------------


def _file() -> Path:
    return data_folder() / "setup.json"


def save_plan(plan: Plan) -> None:
    """Save a plan as the form's defaults; a failure is harmless."""
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
    """Load the last plan; None if there is no valid one."""
    try:
        fields = json.loads(read_text(_file(), _MAX_FILE))
        game = make_with(fields["game"], int(fields["rows"]), int(fields["cols"]), dict(fields["options"]))
        control = read_time(str(fields["clock"])) if fields["clock"] else None
        return Plan(game, _pair(fields["players"]), control, names=_pair(fields["names"]))
    except (OSError, GridlockError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def _pair(texts: object) -> tuple[str, str]:
    match texts:
        case [str(first), str(second)]:
            return first, second
    raise ValueError("not a pair of strings")
