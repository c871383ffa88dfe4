"""What is to be seen on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gridlock.rules import Move, Position
from gridlock.rules.trails import Track, last_cells, trails_of
from gridlock.tui.palette import PLAIN


@dataclass(frozen=True)
class Label:
    """A short text in a cell."""

    text: str
    colour: str = PLAIN


@dataclass(frozen=True)
class Scene:
    """A position, and all that is marked on it. Cells are given by their numbers."""

    position: Position
    last: frozenset[int] = frozenset()
    """The cells of the last move, which are outlined."""
    trails: Mapping[int, Track] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    """The cells that may be chosen, which are dotted."""
    labels: Mapping[int, Label] = field(default_factory=dict)
    warned: frozenset[int] = frozenset()
    """The pieces that forbid what was tried."""
    changed: Mapping[int, str] = field(default_factory=dict)
    """The letters of cells that look different, as a part of a move is already made."""
    cursor: int | None = None


def scene_of(positions: Sequence[Position], moves: Sequence[Move]) -> Scene:
    """The last of these positions, with its last move and its trails."""
    last = frozenset(last_cells(positions, moves))
    return Scene(positions[-1], last=last, trails=trails_of(positions, moves))
