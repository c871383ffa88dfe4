"""Players by name: the short texts that every interface takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from shutil import which

from gridlock.errors import GridlockError, excerpt
from gridlock.files import user_path
from gridlock.players.level import LEVELS, OLD_TOP, Level, level_number
from gridlock.players.mcts import MOST_PLAYOUTS, Mcts
from gridlock.players.perfect import Perfect
from gridlock.players.player import Human, Player
from gridlock.players.process import EngineBot
from gridlock.players.python_file import python_bot
from gridlock.players.simple import Greedy, RandomMover
from gridlock.search import Limits
from gridlock.search.answers import DEFAULT
from gridlock.words import did_you_mean


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


def is_program(text: str) -> bool:
    """Whether a text names a player that is somebody's program, and not built in."""
    return text.strip().partition(":")[0] in _PROGRAMS


def make_player(
    text: str, *, seed: int | None = None, programs: bool = False, limits: Limits = DEFAULT
) -> Player:
    """The player that a text names; with a seed, it makes the same choices again.

    If it is one that solves positions, the limits say how much memory and how many threads it may use. With
    ``programs``, it may be a program that is started: only for a text that the person at the keyboard
    has chosen, never for one that comes from a file or from another program.
    """
    kind, colon, rest = text.strip().partition(":")
    plain: dict[str, Callable[[Random], Player]] = {
        "human": lambda random: Human(),
        "random": RandomMover,
        "greedy": Greedy,
        "perfect": lambda random: Perfect(random, limits=limits),
    }
    if kind in plain and not colon:
        return plain[kind](Random(seed))
    if kind == "mcts":
        return Mcts(_number(text, rest, MOST_PLAYOUTS), Random(seed))
    if kind == "level":
        return _level(_number(text, rest, len(LEVELS), OLD_TOP), Random(seed), limits)
    if kind in _PROGRAMS and rest:
        if not programs:
            raise InvalidPlayer(f"{excerpt(text, 200)} is a program, and only built-in players play here.")
        return _PROGRAMS[kind](rest)
    meant = did_you_mean(text, (f"{known}:{rest}" if colon else known for known in _kinds()))
    raise InvalidPlayer(f"There is no player {excerpt(text)}. Choose from: {', '.join(EXAMPLES)}.{meant}")


def _kinds() -> list[str]:
    """The first words of the players' texts."""
    return [example.partition(":")[0] for example in EXAMPLES]


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


def _level(written: int, random: Random, limits: Limits) -> Player:
    name, level = f"level:{written}", level_number(written)
    if level == len(LEVELS):
        return Perfect(random, name, limits)
    return Level(name, LEVELS[level - 1], random)


def _number(text: str, written: str, most: int, allowed: int = 0) -> int:
    """The number that is written, from 1 to the most that people are told of, or that is still allowed."""
    highest = max(most, allowed)
    digits = written if written.isascii() and written.isdigit() and len(written) <= len(str(highest)) else "0"
    if not 1 <= int(digits) <= highest:
        kind = text.strip().partition(":")[0]
        raise InvalidPlayer(f"{excerpt(text)} needs a number from 1 to {most}: {kind}:{min(most, 4)}.")
    return int(written)
