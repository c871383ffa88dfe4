"""What moves leave visible on the board: the last move's cells, and trails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gridlock.board import cells
from gridlock.rules.position import Move, Position


class Track(NamedTuple):
    """A cell that a side blocked by leaving it."""

    side: int
    links: tuple[int, ...]
    """The cells before and after it on the path; the very first has only the one after."""


def growing_trails(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Mapping[int, Track]]:
    """Yield the trails by cell, before and after each move; always the same mapping, updated in place."""
    trails: dict[int, Track] = {}
    came_from: dict[int, int] = {}
    yield trails
    for before, move in zip(positions, moves, strict=False):
        pointed = before.game.parts(before, move)
        for cell in cells(before.game.left_behind(before)):
            links = (came_from[cell], pointed[0]) if cell in came_from else (pointed[0],)
            trails[cell] = Track(before.turn, links)
            came_from[pointed[0]] = cell
        yield trails


def trails_of(positions: Sequence[Position], moves: Sequence[Move]) -> Mapping[int, Track]:
    """The trails after these moves, by cell."""
    *_, trails = growing_trails(positions, moves)
    return trails


def last_cells(positions: Sequence[Position], moves: Sequence[Move]) -> tuple[int, ...]:
    """The cells of the last move; without moves, the last marker of the position if the game stores it."""
    if moves:
        before = positions[len(moves) - 1]
        return before.game.parts(before, moves[-1])
    position = positions[-1]
    return tuple(cells(position.game.last_placed(position)))
