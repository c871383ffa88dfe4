"""What the server wants from its worker processes, and what they say to each other through pipes."""

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
"""Bytes before each message that say how long it is."""


class Load(NamedTuple):
    """To a worker: have the compiled code of a game ready."""

    game: str


class Call(NamedTuple):
    """To a worker: call a function."""

    number: int
    call: bytes
    """The function and its arguments, pickled: what cannot be read must not end the conversation."""
    seconds: float


class Cancel(NamedTuple):
    """To a worker: nobody waits for this answer any more."""

    number: int


class Ready(NamedTuple):
    """From a worker: it has started, and can be asked."""


class Loaded(NamedTuple):
    """From a worker: the compiled code of a game is ready, or why it never will be."""

    game: str
    problem: str


class Answered(NamedTuple):
    """From a worker: what a function has returned, pickled."""

    number: int
    result: bytes


class Failed(NamedTuple):
    """From a worker: what a function has raised, pickled."""

    number: int
    error: bytes


def framed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    body = pickle.dumps(message)
    return _LENGTH.pack(len(body)) + body


def length_of(header: bytes) -> int:
    """How many bytes follow."""
    length: int = _LENGTH.unpack(header)[0]
    return length


class WorkerError(Exception):
    """A function has failed in a worker process: a mistake of ours. The text is the traceback there."""


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
