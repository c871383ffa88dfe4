"""Games and matches by name: what stands above a board, in a list, or at the beginning of a report."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock.records import Record
from gridlock.rules import GAMES, Game
from gridlock.words import count, options_text

__all__ = [
    "board_text",
    "game_line",
    "game_text",
    "heading",
    "kind_text",
    "label",
    "match_heading",
    "match_line",
    "pairing",
    "variant_text",
]


def board_text(game: Game) -> str:
    """A game by its id and size: ``spread 5x5``."""
    return f"{game.id} {game.size_text}"


def heading(game: Game) -> str:
    """A game as reports are headed: ``GridLock (crossfire 4x4, diagonals all)``."""
    return f"{game.title} ({board_text(game)}{options_text(game.options)})"


def label(game: Game) -> str:
    """A game as a window is titled: ``spread · GridLock 5x5``."""
    return f"{game.id} · {game.title} {game.size_text}"


def game_text(game: Game) -> str:
    """A game as a window is titled, with its variant: ``crossfire · GridLock 4x4, every diagonal``."""
    variant = f", {variant_text(type(game), game.options)}" if game.options else ""
    return label(game) + variant


def variant_text(kind: type[Game], options: Mapping[str, str]) -> str:
    """What is chosen of a game's variants, in words: ``every diagonal``."""
    names = (
        kind.variant_names.get(name, {}).get(value, f"{name}={value}") for name, value in options.items()
    )
    return ", ".join(names) or "standard"


def game_line(kind: type[Game]) -> str:
    """A game on its standard board, as lists have it: ``spread      5x5  GridLock``."""
    rows, cols = kind.size
    return f"{kind.id:<11} {rows}x{cols}  {kind.title}"


def kind_text(id: str) -> str:
    """A game of which only the id is known, and which may no longer exist: ``GridLock (spread)``."""
    return f"{GAMES[id].title} ({id})" if id in GAMES else id


def pairing(players: tuple[str, str]) -> str:
    """Who plays whom: ``Ann against Bob``."""
    return f"{players[0]} against {players[1]}"


def match_heading(record: Record) -> str:
    """A match as reports are headed: ``GridLock (spread 5x5): Ann against Bob``."""
    return f"{heading(record.game)}: {pairing(record.players)}"


def match_line(game: Game, players: tuple[str, str], moves: int) -> str:
    """A match as lists have it: ``spread 5x5, Ann against Bob, 5 moves``."""
    return f"{board_text(game)}, {pairing(players)}, {count(moves, 'move')}"
