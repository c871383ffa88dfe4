"""Boards that are only looked at: without their moves, which are most of what is sent."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.rules import Move, Position
from gridlock.web.views.scene import SceneJson, scenes


def stills(positions: Sequence[Position], moves: Sequence[Move], since: int = 0) -> list[SceneJson]:
    """The position with this number and the one after each move from there, to be looked at."""
    found = scenes(positions, moves, since)
    for board in found:
        _without_moves(board)
    return found


def stills_and_board(positions: Sequence[Position], moves: Sequence[Move], since: int = 0) -> list[SceneJson]:
    """The same, but the last one can be played on."""
    found = scenes(positions, moves, since)
    for board in found[:-1]:
        _without_moves(board)
    return found


def _without_moves(board: SceneJson) -> None:
    board["moves"], board["halfway"] = [], {}
