"""A seat of a match: a person, or a bot that runs in another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gridlock.clock import Clock
from gridlock.match import Match
from gridlock.players import Player, make_player
from gridlock.referee import Choice, ask, get_ready
from gridlock.rules import Position
from gridlock.tui.background import run_in_thread
from gridlock.tui.plan import HUMAN

_make_any_player = partial(make_player, programs=True)  # programs are allowed: the user chose them


class Seat:
    """One of the two players of a match."""

    def __init__(self, spec: str, make: Callable[[str], Player] = _make_any_player) -> None:
        self.spec = spec
        self._make = make
        self._player = make(spec)
        self._thinking = False

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return self.spec == HUMAN

    @property
    def remark(self) -> str:
        """The bot's remark on its last move."""
        return self._player.remark

    @property
    def searches(self) -> bool:
        """Whether the bot needs the compiled search."""
        return getattr(self._player, "searches", False)

    async def get_ready(self, match: Match) -> None:
        """Prepare the bot in the background."""
        await run_in_thread(get_ready, match, (self._player,))

    async def choose(self, position: Position, clock: Clock | None) -> Choice:
        """Ask the bot for a move in the background."""
        self._thinking = True
        choice = await run_in_thread(ask, self._player, position, clock)
        self._thinking = False
        return choice

    def interrupt(self) -> None:
        """Stop a bot that is thinking, and start it again for the next move."""
        if self._thinking:
            self.close()
            self._player = self._make(self.spec)
            self._thinking = False

    def close(self) -> None:
        """Close the bot."""
        self._player.close()
