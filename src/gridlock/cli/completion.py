"""Shell completion for arguments and options."""

from __future__ import annotations

from gridlock.board import MAX_CELLS
from gridlock.rules import GAMES

EQUAL = "equal"
"""The word that stands for a bot about as strong as you."""

_SQUARES = [f"{side}x{side}" for side in range(3, 9)]


def complete_id(incomplete: str) -> list[str]:
    """Complete a game's id."""
    return [name for name in GAMES if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[str]:
    """Complete a player; of a program, only the prefix."""
    from gridlock.players import EXAMPLES, PlayerSpec
    from gridlock.players.level import LEVELS

    levels = [f"level:{number}" for number in range(1, len(LEVELS) + 1)]
    others = [name for name in EXAMPLES if not name.startswith("level:")]
    specs = {name: PlayerSpec.parse(name) for name in others}
    known = [f"{spec.kind}:" if spec.is_program else name for name, spec in specs.items()]
    return [name for name in [*known, *levels] if name.startswith(incomplete)]


def complete_opponent(incomplete: str) -> list[str]:
    """Complete a player or ``equal``."""
    return [*complete_player(incomplete), *filter(lambda name: name.startswith(incomplete), [EQUAL])]


def complete_size(incomplete: str) -> list[str]:
    """Complete a board size; offer the square ones first."""
    if not incomplete:
        return _SQUARES
    sides = range(1, MAX_CELLS + 1)
    sizes = (f"{rows}x{cols}" for rows in sides for cols in sides if rows * cols <= MAX_CELLS)
    return [size for size in sizes if size.startswith(incomplete.lower())]


def complete_variant(incomplete: str) -> list[str]:
    """Complete a game option with its value."""
    options = {
        f"{name}={value}": None
        for game in GAMES.values()
        for name, values in game.variants.items()
        for value in values
    }
    return [option for option in options if option.startswith(incomplete)]


def complete_difficulty(incomplete: str) -> list[str]:
    """Complete a puzzle difficulty."""
    from gridlock.puzzles import DIFFICULTIES

    return [name for name in DIFFICULTIES if name.startswith(incomplete)]
