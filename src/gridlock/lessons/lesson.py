"""The lessons of a game: short steps, written in the file ``lessons.txt`` of its room.

A lesson is a paragraph. Its first line is ``# TITLE``; lines that begin with a word and a colon say what is
on the board and what is to be done; the others are what the person reads::

    # Win in one move
    board: 4x4
    at: X..O/..../..../.... 1
    goal: win
    Your opponent has one cell left. Take it.
    right: O cannot move, so you have won.

The goal is ``any`` (any legal move), ``forbidden`` (try a cell that the rules forbid), ``win`` (a move after
which the opponent is stuck) or ``follow`` with moves, those of the person in parentheses:
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
    """A lesson that cannot be read."""


class Goal(StrEnum):
    """What is to be done in a lesson."""

    ANY = "any"
    """Make any legal move."""
    FORBIDDEN = "forbidden"
    """Try something that the rules forbid, to see why."""
    WIN = "win"
    """Make a move after which the opponent is stuck."""
    FOLLOW = "follow"
    """Make each of these moves; the opponent answers in between."""


@dataclass(frozen=True)
class Lesson:
    """One step: a position, something to read, and something to do."""

    title: str
    text: str
    """What to know and to do."""
    at: Position
    goal: Goal
    right: str
    """What is said once it is done."""
    wrong: str
    """What is said after another move than the one that is wanted."""
    before: tuple[Move, ...] = ()
    """Moves of the opponent that come first."""
    moves: tuple[Move, ...] = ()
    """What is to be followed: the person's moves and the answers, by turns."""


@cache
def lessons_of(kind: type[Game]) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order; none if its room has none."""
    text = resource(kind, "lessons.txt") or ""
    return tuple(_read(kind, paragraph) for paragraph in text.split("\n\n") if paragraph.strip())


def _read(kind: type[Game], paragraph: str) -> Lesson:
    title, *lines = paragraph.strip().splitlines()
    fields = dict.fromkeys(_FIELDS, "")
    said = []
    for line in lines:
        name, colon, value = line.partition(": ")
        if colon and name in fields:
            fields[name] = value.strip()
        else:
            said.append(line.strip())
    if not (title.startswith("# ") and said and fields["goal"]):
        raise InvalidLesson(f"A lesson of {kind.id} has no title, text or goal: {title}")
    game = make(kind.id, *read_size(fields["board"])) if fields["board"] else make(kind.id)
    at = game.position(fields["at"]) if fields["at"] else game.start()
    goal, _, moves = fields["goal"].partition(" ")
    before, followed = _line(at, moves.split())
    return Lesson(
        title=title.removeprefix("# "),
        text=" ".join(said),
        at=at,
        goal=Goal(goal),
        right=fields["right"],
        wrong=fields["wrong"],
        before=before,
        moves=followed,
    )


def _line(at: Position, words: list[str]) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves before the person's first one, and all from there."""
    moves = []
    for word in words:
        move = at.parse_move(word.strip("()"))
        moves.append(move)
        at = at.play(move)
    first = next((number for number, word in enumerate(words) if word.startswith("(")), 0)
    return tuple(moves[:first]), tuple(moves[first:])
