"""Hints, found by a worker process."""

from __future__ import annotations

from typing_extensions import TypedDict

from gridlock.review import find_hint
from gridlock.rules import Position
from gridlock.search import Limits
from gridlock.web.workers.cancellation import raise_if_stopped


class HintJson(TypedDict):
    """A hint in a sentence, with its move and the cells that a person points at to make it."""

    text: str
    move: str | None
    parts: list[int]


def hint(position: Position, *, limits: Limits) -> HintJson:
    """What the solver would do."""
    found = find_hint(position, limits)
    if found.move is None:
        raise_if_stopped(limits)
        return {"text": found.text, "move": None, "parts": []}
    parts = list(position.game.parts(position, found.move))
    return {"text": found.text, "move": str(found.move), "parts": parts}
