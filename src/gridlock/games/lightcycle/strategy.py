"""Mirror strategies that win Light cycle. The proofs are in docs/proofs.md."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock.board import cells, flood
from gridlock.rules import Game, Position
from gridlock.rules.notation import DIRECTIONS
from gridlock.rules.strategy import Strategy


def strategy(game: Game) -> Strategy:
    """Player 2 mirrors every step left to right; with an odd number of columns, Player 1 steps right and
    mirrors.

    Player 1's mirror is then one column further right, and the first column has no partner.
    """
    odd = game.cols % 2
    across = [game.cols - 1 + odd - col if col >= odd else None for col in range(game.cols)]
    partners = (
        -1 if partner is None else row * game.cols + partner for row in range(game.rows) for partner in across
    )
    return Strategy(DIRECTIONS.index("right") if odd else None, tuple(partners))


def facing(position: Position) -> Mapping[int, int] | None:
    """The cells the side to move can reach, with their partners, if the other side wins by mirroring every
    step; else None.

    The two must stand in one row or column with the mirror line between two columns or rows, and each cell
    that the side to move can reach on its own side must have a free partner on the other.
    """
    game = position.game
    free = int(game.board.full & ~(position.own | position.opp | position.extra))
    own, opp = (divmod(place.bit_length() - 1, game.cols) for place in (position.own, position.opp))
    axis = 1 if own[0] == opp[0] else 0
    if own[1 - axis] != opp[1 - axis] or (own[axis] + opp[axis]) % 2 == 0:
        return None
    total, limit = own[axis] + opp[axis], (game.rows, game.cols)[axis]
    side = sum(
        1 << cell
        for cell in range(game.board.size)
        if (2 * divmod(cell, game.cols)[axis] > total) == (own[axis] > opp[axis])
    )
    partners = {}
    for cell in cells(flood(game.board, position.own, free & side)):
        place = list(divmod(cell, game.cols))
        place[axis] = total - place[axis]
        partner = place[0] * game.cols + place[1]
        if not 0 <= place[axis] < limit or not free >> partner & 1:
            return None
        partners[cell] = partner
    return partners
