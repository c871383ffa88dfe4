"""A match record, with everything needed to replay it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from gridlock.rules import Game, Move, Position

RESULTS = {1: "1-0", 2: "0-1", None: "*"}
"""The result token for each winner."""

PLAYED_OUT = "PlayedOut"
"""The tag with the number of last moves that nobody chose."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "}": "\\}", "\n": "\\n", "\r": "\\r"}
"""The escapes in tag values and comments."""

# Undecodable bytes from a command line become lone surrogates, which can't be encoded.
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")
_ESCAPE_TABLE = str.maketrans(ESCAPES) | _SURROGATES


class Ending(StrEnum):
    """How a match ended."""

    STUCK = "stuck"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    UNFINISHED = "unfinished"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Record:
    """The record of a match. ``str`` gives its text, which :func:`parse_records` parses."""

    game: Game
    moves: tuple[Move, ...]
    winner: int | None = None
    ending: str = Ending.UNFINISHED
    players: tuple[str, str] = ("Player 1", "Player 2")
    date: str = "????-??-??"
    start: Position | None = None
    """The starting position, if it isn't the game's own."""
    comments: tuple[tuple[int, str], ...] = ()
    """Comments, each with the number of moves before it."""
    tags: dict[str, str] = field(default_factory=dict)
    """Any other tags, by name."""

    @property
    def played_out(self) -> int:
        """How many of the last moves nobody chose, because the other side was stuck for good."""
        text = self.tags.get(PLAYED_OUT, "")
        return min(int(text), len(self.moves)) if re.fullmatch("[0-9]{1,6}", text, re.ASCII) else 0

    def positions(self) -> Iterator[Position]:
        """Every position of the match, from the first to the last."""
        position = self.start or self.game.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def all_tags(self) -> dict[str, str]:
        """Every tag, in the order they are written."""
        options = " ".join(f"{name}={value}" for name, value in self.game.options.items())
        own = {
            "Game": self.game.id,
            "Size": self.game.size_text,
            "Variant": options or "standard",
            "Player1": self.players[0],
            "Player2": self.players[1],
            "Date": self.date,
            "Result": RESULTS[self.winner],
            "Ending": self.ending,
        }
        start = {"Position": self.start.text} if self.start else {}
        return own | start | self.tags

    def __str__(self) -> str:
        tags = "".join(f'[{name} "{escape(value)}"]\n' for name, value in self.all_tags().items())
        return f"{tags}\n{self._move_text()}\n"

    def _move_text(self) -> str:
        words = self._comments_after(0)
        for number, move in enumerate(self.moves, start=1):
            words += [f"{number}. {move}", *self._comments_after(number)]
        lines: list[str] = []
        for word in [*words, RESULTS[self.winner]]:
            if word.startswith("{"):
                lines.append(word)
            elif lines and not lines[-1].startswith("{") and len(lines[-1]) + len(word) < 79:
                lines[-1] += " " + word
            else:
                lines.append(word)
        return "\n".join(lines)

    def _comments_after(self, number: int) -> list[str]:
        return ["{" + escape(text) + "}" for after, text in self.comments if after == number]


def encodable(text: str) -> str:
    """Replace characters that a file can't hold."""
    return text if text.isascii() else text.translate(_SURROGATES)


def escape(text: str) -> str:
    """Escape a text for use in quotation marks or braces."""
    return text.translate(_ESCAPE_TABLE)
