"""Players by name: the short texts that every interface takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from shutil import which
from typing import NamedTuple

from gridlock.errors import GridlockError, did_you_mean, excerpt
from gridlock.files import user_path
from gridlock.players.engine_bot import EngineBot, python_bot
from gridlock.players.level import LEVELS, Level
from gridlock.players.mcts import MOST_PLAYOUTS, Mcts
from gridlock.players.perfect import Perfect
from gridlock.players.player import Human, Player
from gridlock.players.simple import Greedy, RandomMover
from gridlock.search import Limits
from gridlock.search.answers import DEFAULT


class InvalidPlayer(GridlockError):
    """A text that names no player."""


EXAMPLES: dict[str, str] = {
    "human": "a person at the keyboard",
    "random": "takes any legal move",
    "greedy": "looks one move ahead",
    "mcts:800": "tries 800 games from each position (Monte Carlo tree search)",
    "level:1": f"sees only so far ahead; from level:1 to level:{len(LEVELS)}, which is perfect",
    "perfect": "never gives a win away, and sets traps when it has lost",
    "python:mybot.py": "your own bot, a file with a function choose(position)",
    "engine:COMMAND": "a program that speaks UGI",
}
"""An example of each kind of player, with what it is."""


class PlayerSpec(NamedTuple):
    """The text that names a player, split at its first colon: ``level:3`` is a ``level`` with argument 3."""

    kind: str
    argument: str | None
    """What follows the colon; None if there is none."""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Split any text; :func:`make_player` tells whether there is such a player."""
        kind, colon, argument = text.strip().partition(":")
        return cls(kind, argument if colon else None)

    @property
    def is_program(self) -> bool:
        """Whether this player is somebody's own program, and not built in."""
        return self.kind in _PROGRAMS

    @property
    def level(self) -> int | None:
        """The number of the level; None if this is another player, or there is no such level."""
        return self.number(len(LEVELS)) if self.kind == "level" else None

    def number(self, most: int) -> int | None:
        """The argument as a number from 1 to ``most``; None if it is not one."""
        digits = self.argument or ""
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
            return None
        return int(digits) if 1 <= int(digits) <= most else None


def make_player(
    text: str, *, seed: int | None = None, programs: bool = False, limits: Limits = DEFAULT
) -> Player:
    """The player that a text names; with a seed, it makes the same choices again.

    If it is one that solves positions, the limits say how much memory and how many threads it may use. With
    ``programs``, it may be a program that is started: only for a text that the person at the keyboard
    has chosen, never for one that comes from a file or from another program.
    """
    spec = PlayerSpec.parse(text)
    plain: dict[str, Callable[[Random], Player]] = {
        "human": lambda random: Human(),
        "random": RandomMover,
        "greedy": Greedy,
        "perfect": lambda random: Perfect(random, limits=limits),
    }
    if spec.kind in plain and spec.argument is None:
        return plain[spec.kind](Random(seed))
    if spec.kind == "mcts":
        return Mcts(_number(text, spec, MOST_PLAYOUTS), Random(seed))
    if spec.kind == "level":
        return _level(_number(text, spec, len(LEVELS)), Random(seed), limits)
    if spec.is_program and spec.argument:
        if not programs:
            raise InvalidPlayer(f"{excerpt(text, 200)} is a program, and only built-in players play here.")
        return _PROGRAMS[spec.kind](spec.argument)
    rest = "" if spec.argument is None else f":{spec.argument}"
    meant = did_you_mean(text, (f"{known}{rest}" for known in _kinds()))
    raise InvalidPlayer(f"There is no player {excerpt(text)}. Choose from: {', '.join(EXAMPLES)}.{meant}")


def _kinds() -> list[str]:
    """The first words of the players' texts."""
    return [PlayerSpec.parse(example).kind for example in EXAMPLES]


def _python_file(rest: str) -> Player:
    try:
        found = user_path(rest).is_file()
    except OSError:
        found = False
    if not found:
        raise InvalidPlayer(f"There is no file {excerpt(rest, 200)}.")
    return python_bot(rest)


def _engine(rest: str) -> Player:
    program = rest.split()[:1]
    if not rest.startswith(("'", '"')) and not (program and which(program[0])):
        raise InvalidPlayer(f"There is no program {excerpt(' '.join(program), 200)}.")
    return EngineBot(rest)


_PROGRAMS: dict[str, Callable[[str], Player]] = {"python": _python_file, "engine": _engine}


def _level(level: int, random: Random, limits: Limits) -> Player:
    name = f"level:{level}"
    if level == len(LEVELS):
        return Perfect(random, name, limits)
    return Level(name, LEVELS[level - 1], random)


def _number(text: str, spec: PlayerSpec, most: int) -> int:
    number = spec.number(most)
    if number is None:
        example = f"{spec.kind}:{min(most, 4)}"
        raise InvalidPlayer(f"{excerpt(text)} needs a number from 1 to {most}: {example}.")
    return number
