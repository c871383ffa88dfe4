"""A game's lessons, read from the file ``lessons.txt`` in its package.

A lesson is a paragraph. Its first line is ``# TITLE``. Lines that begin with a field name and a colon set up
the board and the goal. All other lines are the text to read::

    # Win in one move
    board: 4x4
    at: X..O/..../..../.... 1
    goal: win
    Your opponent has one cell left. Take it.
    right: O cannot move, so you have won.

The goal is ``any`` (any legal move), ``forbidden`` (try a cell that the rules forbid), ``win`` (leave the
opponent without a move) or ``follow`` with a line of moves, the learner's in parentheses:
``follow 1,1 (4,4)``.

Words that depend on the screen stand in braces: ``{choose}`` and ``{drive}`` say how to make a move,
``{one}`` and ``{two}`` name the sides as they look there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from gridlock.board import read_size
from gridlock.errors import GridlockError
from gridlock.rules import Game, Move, Position, make
from gridlock.rules.resources import resource

_FIELDS = ("board", "at", "goal", "right", "wrong")


class InvalidLesson(GridlockError):
    """A lesson file has an error."""


class Screen(StrEnum):
    """Where a lesson is read."""

    APP = "app"
    """The terminal app."""
    LINES = "lines"
    """The dialogue in plain text."""
    DESK = "desk"
    """The page, with a mouse and a keyboard."""
    TOUCH = "touch"
    """The page, on a phone."""


_SEATS = {"one": "Player 1", "two": "Player 2"}
_PIECES = {"one": "X", "two": "O"}  # as the page draws every game's pieces
_WORDS: dict[Screen, dict[str, str]] = {
    Screen.APP: _SEATS
    | {
        "choose": "go there with the arrow keys and press Enter, click it, or type its row and column",
        "drive": "Drive one cell with an arrow key, or choose a cell next to you.",
    },
    Screen.LINES: _SEATS
    | {"choose": "type its row and column", "drive": "Type a direction to drive one cell: up, say."},
    Screen.DESK: _PIECES
    | {
        "choose": "click it, or go there with the arrow keys and press Enter",
        "drive": "Drive one cell with an arrow key, or click a cell next to you.",
    },
    Screen.TOUCH: _PIECES | {"choose": "tap it", "drive": "Tap a cell next to you to drive there."},
}


class Goal(StrEnum):
    """The goal of a lesson."""

    ANY = "any"
    """Make any legal move."""
    FORBIDDEN = "forbidden"
    """Try something that the rules forbid, to see why."""
    WIN = "win"
    """Leave the opponent without a move."""
    FOLLOW = "follow"
    """Play a given line; the opponent answers in between."""


@dataclass(frozen=True)
class Lesson:
    """One step: a position, something to read, and something to do."""

    title: str
    text: str
    """The text to read."""
    at: Position
    goal: Goal
    right: str
    """The text after reaching the goal."""
    wrong: str
    """The text after a wrong move."""
    before: tuple[Move, ...] = ()
    """The moves before the learner's first."""
    moves: tuple[Move, ...] = ()
    """The line to follow: the learner's moves and the answers, in turn."""


@cache
def lessons_of(kind: type[Game], screen: Screen = Screen.APP) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order, in the words for a screen; empty if it has none."""
    words = _WORDS[screen]
    text = re.sub(
        r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), resource(kind, "lessons.txt") or ""
    )
    return tuple(_parse(kind, paragraph) for paragraph in text.split("\n\n") if paragraph.strip())


def _parse(kind: type[Game], paragraph: str) -> Lesson:
    title, *lines = paragraph.strip().splitlines()
    fields = dict.fromkeys(_FIELDS, "")
    text = []
    for line in lines:
        name, colon, value = line.partition(": ")
        if colon and name in fields:
            fields[name] = value.strip()
        else:
            text.append(line.strip())
    if not (title.startswith("# ") and text and fields["goal"]):
        raise InvalidLesson(f"A lesson of {kind.id} has no title, text or goal: {title}")
    game = make(kind.id, *read_size(fields["board"])) if fields["board"] else make(kind.id)
    at = game.position(fields["at"]) if fields["at"] else game.start()
    goal, _, moves = fields["goal"].partition(" ")
    before, line_to_follow = _parse_line(at, moves.split())
    return Lesson(
        title=title.removeprefix("# "),
        text=" ".join(text),
        at=at,
        goal=Goal(goal),
        right=fields["right"],
        wrong=fields["wrong"],
        before=before,
        moves=line_to_follow,
    )


def _parse_line(at: Position, words: list[str]) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Split a line into the moves before the learner's first, and the rest."""
    moves = []
    for word in words:
        move = at.parse_move(word.strip("()"))
        moves.append(move)
        at = at.play(move)
    first = next((number for number, word in enumerate(words) if word.startswith("(")), 0)
    return tuple(moves[:first]), tuple(moves[first:])
