"""Who plays a side, and how the side stands on the board."""

from __future__ import annotations

from gridlock.players.level import LEVELS, level_number
from gridlock.rules import Game


def seat_text(game: Game, side: int) -> str:
    """The letter under which a side stands on the board."""
    wanted = (1, 0, 0) if side == 1 else (0, 1, 0)
    return next(letter for letter, bits in game.letters.items() if bits == wanted)


def bot_text(spec: str) -> str:
    """A bot as people call it: ``level 2 · Learner``; others by their text."""
    kind, _, number = spec.partition(":")
    if kind != "level" or not (number.isascii() and number.isdigit() and len(number) <= 3 and int(number)):
        return spec
    return f"level {number} · {LEVELS[level_number(int(number)) - 1].name}"
