"""Which blocked cells are trails, whose, and which way they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gridlock.board import cells
from gridlock.games import Move, Position

__all__ = ["Trail", "trails_of"]


class Trail(NamedTuple):
    """A cell that a side has left and blocked by leaving it."""

    side: int
    links: tuple[int, ...]
    """The cells before and after it on the way; the very first has only one after it."""


def trails_of(positions: Sequence[Position], moves: Sequence[Move]) -> dict[int, Trail]:
    """The trails after these moves, by cell. A cell that a player has pointed at to block it is none."""
    found: dict[int, Trail] = {}
    came_from: dict[int, int] = {}
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        pointed = before.game.parts(before, move)
        left_behind = (after.extra & ~before.extra & before.own) & ~(1 << pointed[-1])
        for cell in cells(left_behind):
            links = (came_from[cell], pointed[0]) if cell in came_from else (pointed[0],)
            found[cell] = Trail(before.turn, links)
            came_from[pointed[0]] = cell
    return found
