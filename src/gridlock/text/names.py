"""Names for the players in a sentence: you, and your opponent by the letter on the board.

Sentences are written about "Player 1" and "Player 2", each right before its verb. Every interface that knows
who reads a sentence passes it through :func:`for_reader`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gridlock.rules import Game, other

YOU = "You"
"""The name of a person who plays against a bot."""

_VERBS = {
    "has": "have",
    "is": "are",
    "was": "were",
    "goes": "go",
    "passes": "pass",
    "copies": "copy",
    "plays": "play",
    "answers": "answer",
    "wins": "win",
    "loses": "lose",
    "forfeits": "forfeit",
    "moves": "move",
}
_NAME = re.compile(
    r"(?P<start>^|[.!?]\s+)?\bPlayer (?P<side>[12])(?!\d)"
    rf"(?:(?P<of>'s)| (?P<verb>{'|'.join(_VERBS)})\b)?"
)


def reader_of(players: Sequence[str]) -> int | None:
    """Return the side of the player called You; None if nobody is, or both are."""
    sides = [side for side, name in enumerate(players, start=1) if name == YOU]
    return sides[0] if len(sides) == 1 else None


def opponent_name(game: Game, side: int) -> str:
    """Return a side's name for its opponent: its letter on the board, if that is a letter."""
    letter = game.side_letter(side)
    return letter if letter.isalpha() else "your opponent"


def player_names(game: Game, reader: int | None) -> tuple[str, str]:
    """Return the names of both sides for a reader: ``You`` and ``O``; without one, ``Player 1`` and so on."""
    first, second = (for_reader(f"Player {side}", game, reader) for side in (1, 2))
    return first, second


def for_reader(text: str, game: Game, reader: int | None) -> str:
    """Rewrite a sentence for the side that reads it: ``Player 1 has`` becomes ``You have``, or ``X has``."""
    if reader is None:
        return text

    def name(match: re.Match[str]) -> str:
        side, verb, of = int(match["side"]), match["verb"] or "", match["of"] or ""
        if side == reader:
            words = "your" if of else " ".join(filter(None, ("you", _VERBS.get(verb, ""))))
        else:
            words = opponent_name(game, other(reader)) + of + (f" {verb}" if verb else "")
        start = match["start"]
        return words if start is None else start + words[0].upper() + words[1:]

    return _NAME.sub(name, text)


def texts_for(text: str, game: Game) -> list[str]:
    """Return a sentence for nobody in particular, for side 1 and for side 2."""
    return [for_reader(text, game, reader) for reader in (None, 1, 2)]
