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
"""

from __future__ import annotations

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
def lessons_of(kind: type[Game]) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order; empty if it has none."""
    text = resource(kind, "lessons.txt") or ""
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
