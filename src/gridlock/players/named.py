"""Players by name: the short texts that every interface accepts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from shutil import which
from typing import NamedTuple

from gridlock.errors import GridlockError, did_you_mean, excerpt
from gridlock.files import user_path
from gridlock.players.engine_bot import EngineBot, python_bot
from gridlock.players.level import LEVELS, Level
from gridlock.players.mcts import MAX_PLAYOUTS, Mcts
from gridlock.players.perfect import Perfect
from gridlock.players.player import Human, Player
from gridlock.players.simple import Greedy, RandomMover
from gridlock.search import Limits
from gridlock.search.answers import DEFAULT


class InvalidPlayer(GridlockError):
    """The text doesn't name a player."""


EXAMPLES: dict[str, str] = {
    "human": "a person at the keyboard",
    "random": "takes any legal move",
    "greedy": "looks one move ahead",
    "mcts:800": "tries 800 games from each position (Monte Carlo tree search)",
    "level:1": f"looks a few moves ahead; from level:1 up to level:{len(LEVELS)}, which is perfect",
    "perfect": "never gives a win away, and sets traps when it has lost",
    "python:mybot.py": "your own bot, a file with a function choose(position)",
    "engine:COMMAND": "a program that speaks UGI",
}
"""An example of each kind of player, with a description."""


class PlayerSpec(NamedTuple):
    """The text that names a player, split at its first colon: ``level:3`` is a ``level`` with argument 3."""

    kind: str
    argument: str | None
    """The part after the colon; None without a colon."""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Split any text; :func:`make_player` checks whether there is such a player."""
        kind, colon, argument = text.strip().partition(":")
        return cls(kind, argument if colon else None)

    @property
    def is_program(self) -> bool:
        """Whether this player is an external program rather than built in."""
        return self.kind in _PROGRAMS

    @property
    def level(self) -> int | None:
        """The level's number; None for another player, or if there is no such level."""
        return self.number(len(LEVELS)) if self.kind == "level" else None

    def number(self, most: int) -> int | None:
        """Return the argument as a number from 1 to ``most``; None if it isn't one."""
        digits = self.argument or ""
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
            return None
        return int(digits) if 1 <= int(digits) <= most else None


def make_player(
    text: str, *, seed: int | None = None, programs: bool = False, limits: Limits = DEFAULT
) -> Player:
    """Create the player named by a text; with a seed, its choices are reproducible.

    The limits set how much memory and how many threads a solver may use. ``programs`` allows external
    programs: only for a text that the user chose, never for one from a file or another program.
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
        return Mcts(_number(text, spec, MAX_PLAYOUTS), Random(seed))
    if spec.kind == "level":
        return _level(_number(text, spec, len(LEVELS)), Random(seed), limits)
    if spec.is_program and spec.argument:
        if not programs:
            raise InvalidPlayer(f"{excerpt(text, 200)} is a program; only built-in players can play here.")
        return _PROGRAMS[spec.kind](spec.argument)
    rest = "" if spec.argument is None else f":{spec.argument}"
    meant = did_you_mean(text, (f"{known}{rest}" for known in _kinds()))
    if text.endswith(".py"):
        meant = f" Did you mean {excerpt(f'python:{text}')}?"
    raise InvalidPlayer(f"There is no player {excerpt(text)}. Choose from: {', '.join(EXAMPLES)}.{meant}")


def _kinds() -> list[str]:
    """Return the kinds of players."""
    return [PlayerSpec.parse(example).kind for example in EXAMPLES]


def _python_file(rest: str) -> Player:
    try:
        exists = user_path(rest).is_file()
    except OSError:
        exists = False
    if not exists:
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
