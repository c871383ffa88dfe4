"""Jobs for the worker processes, and the messages on their pipes."""

from __future__ import annotations

import asyncio
import pickle
import struct
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gridlock.records import Record
from gridlock.rules import Game, Position

_LENGTH = struct.Struct(">Q")

HEADER = _LENGTH.size
"""Size of the length prefix of each message."""


class Load(NamedTuple):
    """To a worker: load the compiled code of a game."""

    game: str


class Call(NamedTuple):
    """To a worker: call a function."""

    number: int
    call: bytes
    """The function and its arguments, pickled separately so a broken pickle fails only this call."""
    seconds: float


class Cancel(NamedTuple):
    """To a worker: stop this call."""

    number: int


class Ready(NamedTuple):
    """From a worker: it has started."""


class Loaded(NamedTuple):
    """From a worker: a game's compiled code is loaded, or ``problem`` says why it can't be."""

    game: str
    problem: str


class Answered(NamedTuple):
    """From a worker: the pickled result of a call."""

    number: int
    result: bytes


class Failed(NamedTuple):
    """From a worker: the pickled exception of a call."""

    number: int
    error: bytes


def frame(message: object) -> bytes:
    """Pickle a message, with its length prefix."""
    body = pickle.dumps(message)
    return _LENGTH.pack(len(body)) + body


def length_of(header: bytes) -> int:
    """Parse a length prefix."""
    length: int = _LENGTH.unpack(header)[0]
    return length


class WorkerError(Exception):
    """An unexpected exception in a worker process, with its traceback as text."""


@dataclass(eq=False)
class Job:
    """A function call to run in a worker."""

    number: int
    """Sequence number."""
    kind: str
    """The function's name."""
    call: bytes
    """The function and its arguments, pickled."""
    seconds: float
    """Time limit, once a worker has it."""
    game: str | None
    """The game whose compiled code it needs, if any."""
    address: str
    """The address that its time is charged to."""
    bot: bool
    """Whether it chooses a bot's move."""
    idle: bool = False
    """Whether it only runs while no other job wants to."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    deaths: int = 0
    """How many workers have died while running it."""
    began: float = 0.0
    """When a worker last started it."""
    until: float = 0.0
    """When its time is up."""
    spent: float = 0.0
    """Seconds that workers spent on it before ``began``."""
    interrupted: bool = False
    """Whether its worker was asked to stop so that the job can continue later."""
    overdue: bool = False
    """Whether its worker was killed for exceeding the time limit."""

    @property
    def stopping(self) -> bool:
        """Whether its worker was asked to stop."""
        return self.interrupted or self.answer.done()

    def fail(self, error: BaseException) -> None:
        """Set an exception, if the result is still awaited."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def succeed(self, result: Any) -> None:
        """Set the result, if it is still awaited."""
        if not self.answer.done():
            self.answer.set_result(result)


def game_in(arguments: tuple[Any, ...]) -> str | None:
    """Return the id of the first game, position or record among arguments."""
    for argument in arguments:
        if isinstance(argument, Position | Record):
            return argument.game.id
        if isinstance(argument, Game):
            return argument.id
    return None
