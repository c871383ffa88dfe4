"""Names and headings of games, players and matches."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock.players import PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.plural import count
from gridlock.records import Ending, Record
from gridlock.rules import GAMES, Game, other
from gridlock.rules.variant import options_text


def board_text(game: Game) -> str:
    """Return a game's name and size: ``Spread 5x5``."""
    return f"{game.name} {game.size_text}"


def heading(game: Game) -> str:
    """Return a report's heading for a game: ``Crossfire 4x4, diagonals all (GridLock)``."""
    title = _other_title(type(game))
    return f"{board_text(game)}{options_text(game.options)}" + (f" ({title})" if title else "")


def game_title(game: Game) -> str:
    """Return a window title for a game: ``Spread 5x5 · GridLock``."""
    return _add_title(game, board_text(game))


def full_title(game: Game) -> str:
    """Return a window title with the variant: ``Crossfire 4x4, every diagonal · GridLock``."""
    variant = f", {variant_text(type(game), game.options)}" if game.options else ""
    return _add_title(game, board_text(game) + variant)


def _add_title(game: Game, text: str) -> str:
    return " · ".join(filter(None, (text, _other_title(type(game)))))


def _other_title(kind: type[Game]) -> str:
    """Return the title on the game's rule sheet; empty if it equals the name."""
    return "" if kind.title == kind.name else kind.title


def variant_text(kind: type[Game], options: Mapping[str, str]) -> str:
    """Describe a game's options: ``every diagonal``."""
    names = (
        kind.variant_names.get(name, {}).get(value, f"{name}={value}") for name, value in options.items()
    )
    return ", ".join(names) or "standard"


def game_line(kind: type[Game]) -> str:
    """Return a game's line in a list: its name, id, standard size and title.

    ``Spread            spread      5x5  GridLock``
    """
    rows, cols = kind.size
    return f"{kind.name:<16}  {kind.id:<10}  {rows}x{cols}  {_other_title(kind)}".rstrip()


def game_name(id: str) -> str:
    """Return the name of the game with this id, or the id if there is no such game."""
    return GAMES[id].name if id in GAMES else id


def bot_text(spec: str) -> str:
    """Return a bot's display name: ``Level 2 · Learner`` for levels, else the spec itself."""
    level = PlayerSpec.parse(spec).level
    return spec if level is None else f"Level {level} · {LEVELS[level - 1].name}"


def pairing(players: tuple[str, str]) -> str:
    """Return the two players: ``Ann against Bob``."""
    return f"{players[0]} against {players[1]}"


def match_heading(record: Record) -> str:
    """Return a report's heading for a match: ``Spread 5x5 (GridLock): Ann against Bob``."""
    return f"{heading(record.game)}: {pairing(record.players)}"


def match_line(game: Game, players: tuple[str, str], moves: int) -> str:
    """Return a match's line in a list: ``Spread 5x5, Ann against Bob, 5 moves``."""
    return f"{board_text(game)}, {pairing(players)}, {count(moves, 'move')}"


_ENDINGS = {
    Ending.STUCK: "was stuck",
    Ending.RESIGNATION: "resigned",
    Ending.TIME: "ran out of time",
    Ending.FORFEIT: "broke the rules or failed",
}


def result_text(record: Record) -> str:
    """Return a match's result: ``Player 2 won (Player 1 was stuck)`` or ``unfinished``."""
    if record.winner is None:
        return "unfinished"
    how = next((text for ending, text in _ENDINGS.items() if ending == record.ending), "")
    loser = f" (Player {other(record.winner)} {how})" if how else ""
    return f"Player {record.winner} won{loser}"
