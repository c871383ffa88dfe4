"""What the server and its worker processes say to each other, through pipes."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

_LENGTH = struct.Struct(">Q")

HEADER = _LENGTH.size
"""Bytes before each message that say how long it is."""


class Load(NamedTuple):
    """To a worker: have the compiled code of a game ready."""

    game: str


class Pose(NamedTuple):
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


Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""


def framed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    body = pickle.dumps(message)
    return _LENGTH.pack(len(body)) + body


def length_of(header: bytes) -> int:
    """How many bytes follow."""
    length: int = _LENGTH.unpack(header)[0]
    return length
