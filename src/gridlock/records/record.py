"""A record: one match, with all that is needed to replay it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from gridlock.rules import Game, Move, Position

RESULTS = {1: "1-0", 2: "0-1", None: "*"}
"""The result for each winner, as it is written."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "}": "\\}", "\n": "\\n", "\r": "\\r"}
"""What a tag's value or a comment holds, and how it is written."""

# Bytes of a command line that are not text become halves of characters, which cannot be written at all.
_HALVES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")
_WRITTEN = str.maketrans(ESCAPES) | _HALVES


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
    """One match written down. ``str`` gives its text, and :func:`parse_records` reads it back."""

    game: Game
    moves: tuple[Move, ...]
    winner: int | None = None
    ending: str = Ending.UNFINISHED
    players: tuple[str, str] = ("Player 1", "Player 2")
    date: str = "????-??-??"
    start: Position | None = None
    """Where the match began, if not at the game's own start."""
    comments: tuple[tuple[int, str], ...] = ()
    """Remarks, each with the number of moves after which it stands."""
    tags: dict[str, str] = field(default_factory=dict)
    """Further tags, by name."""

    def positions(self) -> Iterator[Position]:
        """Every position of the match, from the first to the last."""
        position = self.start or self.game.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def all_tags(self) -> dict[str, str]:
        """Every tag in the order in which they are written."""
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
    """A text as a file can hold it."""
    return text if text.isascii() else text.translate(_HALVES)


def escape(text: str) -> str:
    """A text as it stands between quotation marks or braces."""
    return text.translate(_WRITTEN)
