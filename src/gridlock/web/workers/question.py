"""A question on its way: asked, waiting, in somebody's hands, answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from gridlock.records import Record
from gridlock.rules import Game, Position


@dataclass(eq=False)
class Question:
    """Something that a worker is to find out."""

    number: int
    """In the order in which they were asked."""
    kind: str
    """The name of the function that answers it."""
    call: bytes
    """The function and its arguments, pickled."""
    seconds: float
    """How long it may take at most, once a worker has it."""
    game: str | None
    """The game whose compiled code it needs, if any."""
    address: str
    """The address that its time is charged to."""
    bot: bool
    """Whether it asks for a bot's move."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    deaths: int = 0
    """How many workers have died while running it."""
    began: float = 0.0
    """When it was given to a worker for the last time."""
    until: float = 0.0
    """When its time is up, after that."""
    spent: float = 0.0
    """The seconds that workers had spent on it before that."""
    interrupted: bool = False
    """Whether its worker was told to stop, to go on with it later."""
    overdue: bool = False
    """Whether it has taken far too long."""

    @property
    def stopping(self) -> bool:
        """Whether its worker was told to stop."""
        return self.interrupted or self.answer.done()

    def fail(self, error: BaseException) -> None:
        """Tell whoever still waits that there will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def succeed(self, result: Any) -> None:
        """Tell whoever still waits."""
        if not self.answer.done():
            self.answer.set_result(result)


def game_in(arguments: tuple[Any, ...]) -> str | None:
    """The game that arguments are about: that of the first game, position or record among them."""
    for argument in arguments:
        if isinstance(argument, Position | Record):
            return argument.game.id
        if isinstance(argument, Game):
            return argument.id
    return None
