"""Theory of Trail, which is Undirected Vertex Geography (Fraenkel, Scheinerman and Ullman, 1993)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import cells, flood, orthogonal
from gridlock.games.trail.matching import matching
from gridlock.rules import Game, Position
from gridlock.search.compiled_rules import legal
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.scores import bounds_within, with_sign

MATCHING = np.uint64(2)
REACH = np.uint64(4)

_ZERO = np.uint64(0)


@inner
def form(board: Any, own: Any, opp: Any, last: Any) -> Any:
    """The taken cells of both sides, and the last marker."""
    return own | opp, _ZERO, last


@inner
def reduce(board: Any, own: Any, opp: Any, last: Any, theorems: Any) -> Any:
    """Treat cells that the trail can no longer reach as taken."""
    taken = own | opp
    if last and theorems & REACH:
        reached = flood(board, last, board.full & ~taken)
        taken = board.full & ~reached
    return taken, _ZERO, last, 0


def near(game: Game) -> list[list[int]]:
    """The neighbours of each cell."""
    return [[int(orthogonal(game.board, 1 << cell)) for cell in range(game.board.size)]]


@inner
def move_score(board: Any, taken: Any, unused: Any, last: Any, move: Any) -> Any:
    """Prefer moves that leave few cells to go to."""
    return -count_bits(board.near[0, move] & ~taken)


@inner
def bounds(
    board: Any, taken: Any, unused: Any, last: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """The mover wins exactly if every maximum matching of the free cells plus the last marker's cell covers
    that cell. It then moves to a cell that some maximum matching of the free cells leaves out.

    Whenever the other side moves on from there, the mover goes to the partner of that cell in this matching;
    without a partner, the matching could be enlarged. If there is no such cell, take any maximum matching of
    the free cells: wherever the mover goes, the other side has a partner to go to.

    One side takes only dark cells, the other only light ones, so the rarer colour bounds the number of moves.
    """
    free = board.full & ~taken
    colour = ~board.dark if last & board.dark else board.dark
    if theorems & MATCHING and sign >= 0:
        winning = matching(board, free, colour)[2]
        if not last:
            winning |= matching(board, free, ~colour)[2]
        winning &= moves
        sign = 1 if winning else -1
        moves = winning if winning else moves
    ours, theirs = count_bits(free & colour), count_bits(free & ~colour)
    longest = 2 * ours if ours <= theirs else 2 * theirs + 1
    lower, upper, lost, won = bounds_within(longest if last else board.size)
    if theorems & MATCHING:
        lower, upper = with_sign(sign, lower, upper, lost, won)
    return lower, upper, lost, won, moves


KNOWLEDGE = Knowledge(
    form=form,
    reduce=reduce,
    move_score=move_score,
    bounds=bounds,
    theorems={"matching": int(MATCHING)},
    reductions={"reach": int(REACH)},
    decisive=True,
    near=near,
)


@njit
def _pairs(board: Any, taken: Any, last: Any) -> Any:
    """A maximum matching of the free cells plus the last marker's, leaving out the latter if possible."""
    free = board.full & ~taken
    colour = ~board.dark if last & board.dark else board.dark
    right, below, left_out = matching(board, free, colour)
    if legal(board, taken, _ZERO, last) & left_out:
        right, below, _ = matching(board, free | last, colour)
    return right, below


def pairs_of(position: Position) -> tuple[int, ...]:
    """The partner of each cell, or -1, in a maximum matching of the free cells plus the last marker's.

    The last marker's cell has a partner only if it has one in every maximum matching.
    """
    board, own, opp, last = compiled_position(position)
    right, below = map(int, _pairs(board, own | opp, last))
    partner = [-1] * position.game.board.size
    for pairs, step in ((right, 1), (below, position.game.cols)):
        for cell in cells(pairs):
            partner[cell], partner[cell + step] = cell + step, cell
    return tuple(partner)
