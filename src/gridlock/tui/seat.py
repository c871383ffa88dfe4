"""A seat at the table: a person, or a bot that is asked in another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gridlock.clock import Clock
from gridlock.match import Match
from gridlock.players import Player, make_player
from gridlock.referee import Choice, ask, get_ready
from gridlock.rules import Position
from gridlock.tui.background import in_thread
from gridlock.tui.plan import HUMAN

_make_chosen = partial(make_player, programs=True)  # a plan holds what a person has chosen


class Seat:
    """One of the two players of a match, by its text."""

    def __init__(self, spec: str, make: Callable[[str], Player] = _make_chosen) -> None:
        self.spec = spec
        self._make = make
        self._player = make(spec)
        self._asked = False

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.spec == HUMAN

    @property
    def remark(self) -> str:
        """What the bot has to say about its last choice."""
        return self._player.remark

    @property
    def searches(self) -> bool:
        """Whether a bot sits here that needs the compiled search."""
        return getattr(self._player, "searches", False)

    async def get_ready(self, match: Match) -> None:
        """Let the bot load what it needs, without keeping the screen waiting."""
        await in_thread(get_ready, match, (self._player,))

    async def choose(self, position: Position, clock: Clock | None) -> Choice:
        """Ask the bot, without keeping the screen waiting."""
        self._asked = True
        choice = await in_thread(ask, self._player, position, clock)
        self._asked = False
        return choice

    def interrupt(self) -> None:
        """Stop a bot that is thinking: its choice is of no use any more."""
        if self._asked:
            self.close()
            self._player = self._make(self.spec)
            self._asked = False

    def close(self) -> None:
        """End whatever the bot has running."""
        self._player.close()
