"""What can be seen on a board: what is open to a side, and what to both."""

from __future__ import annotations

from gridlock.rules import Position


def open_cells(position: Position, side: int) -> int:
    """The set of cells on which a side could place, were it to move; for games whose moves are cells."""
    own, opp = position.own, position.opp
    if side != position.turn:
        own, opp = opp, own
    return int(position.game.legal_word(position.game.board, own, opp, position.extra))


def free_cells(position: Position) -> int:
    """The set of cells on which nothing stands."""
    return int(position.game.board.full & ~(position.own | position.opp | position.extra))
