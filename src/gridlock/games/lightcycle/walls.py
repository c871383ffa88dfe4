"""Find a walk that can't be stopped and that outlasts the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gridlock.board import Board, flood, orthogonal
from gridlock.review.reasons import Budget
from gridlock.rules import Position, other
from gridlock.rules.stepping import free_cells

_STEPS = 2000  # steps to try before giving up


class Wall(NamedTuple):
    """A side's walk, each cell of which it reaches before the other side can."""

    walk: tuple[int, ...]
    left: int
    """The most steps the other side can make without crossing the walk."""


def find_wall(position: Position, side: int) -> Wall | None:
    """Find a walk by which a side wins whatever the other does.

    The other side can't reach a cell sooner than by its current shortest path, and the walk gets to each of
    its cells before that.
    """
    board, free = position.game.board, free_cells(position)
    place, rival = position.sides[side - 1], position.sides[other(side) - 1]
    first, budget = int(position.turn == side), Budget(_STEPS)
    for walk in _walks(board, place, free, _in_time(board, rival, free, first), budget):
        enough = len(walk) + 1 - first  # with this many steps the other side wouldn't be stuck first
        left = longest_walk(board, rival, free & ~sum(walk), enough, budget)
        if left is not None and left < enough:
            return Wall(tuple(cell.bit_length() - 1 for cell in walk), left)
    return None


def _in_time(board: Board, rival: int, free: int, first: int) -> list[int]:
    """For each step of a walk, the cells that the other side can't have reached before."""
    near, reached, ahead = rival, 0, []
    for step in range(1, free.bit_count() + 1):
        if step > first:
            near = orthogonal(board, near) & free & ~reached
            reached |= near
        ahead.append(free & ~reached)
    return ahead


def _walks(board: Board, place: int, free: int, in_time: list[int], budget: Budget) -> Iterator[list[int]]:
    """Yield the maximal walks that stay ahead of the other side, while the budget lasts."""
    todo: list[tuple[int, int, list[int]]] = [(place, free, [])]
    while todo and budget.spend():
        here, left, walk = todo.pop()
        steps = orthogonal(board, here) & left & in_time[len(walk)] if left else 0
        if not steps and walk:
            yield walk
        while steps:
            step = steps & -steps
            steps ^= step
            todo.append((step, left & ~step, [*walk, step]))


def longest_walk(board: Board, place: int, free: int, enough: int, budget: Budget) -> int | None:
    """The length of the longest walk, capped at ``enough``; None if the budget runs out."""
    best, todo = 0, [(place, free, 0)]
    while todo:
        here, left, length = todo.pop()
        best = max(best, length)
        if best >= enough:
            return enough
        if not budget.spend():
            return None
        region = flood(board, here, left)
        if length + _longest_possible(board, here, region) <= best:
            continue
        steps = orthogonal(board, here) & region
        while steps:
            step = steps & -steps
            steps ^= step
            todo.append((step, region & ~step, length + 1))
    return best


def _longest_possible(board: Board, place: int, region: int) -> int:
    """An upper bound on walks in a region: each step changes the colour, so the rarer one limits them."""
    changed: int = (region & (~board.dark if place & board.dark else board.dark)).bit_count()
    same = region.bit_count() - changed
    return 2 * changed if changed <= same else 2 * same + 1
