"""The mirror strategy: every move is copied, turned or flipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from gridlock.board import Symmetry, cells, symmetry_name
from gridlock.review.reasons import Finder
from gridlock.review.wording import MIRROR, Reason, example_answers
from gridlock.rules import Game, Move, Position, other

Mirror = Callable[[Position], Mapping[int, int] | None]
"""Maps the cells the side to move can reach to their partners, if it loses to copying; else None."""

_Map = TypeVar("_Map")


def mirror_theorem(relevant_cells: Callable[[Position], int]) -> Finder:
    """Return the theorem for games where a symmetry of the board gives the copy.

    ``relevant_cells`` returns the cells that copied moves may involve.
    """

    def find(position: Position) -> Reason | None:
        from gridlock.search.symmetry import mirror

        start = _start(position, mirror)
        if start is None:
            return None
        child, first, symmetry = start
        partners = {cell: symmetry[cell] for cell in cells(relevant_cells(child))}
        return _reason(child, first, partners, _symmetry_text(position.game, symmetry))

    return find


def copy_theorem(mirror: Mirror, how: str) -> Finder:
    """Return the theorem for games that know the partners; ``how`` says where they are."""

    def find(position: Position) -> Reason | None:
        start = _start(position, mirror)
        return None if start is None else _reason(*start, how)

    return find


def _start(
    position: Position, mirror: Callable[[Position], _Map | None]
) -> tuple[Position, tuple[Move, ...], _Map] | None:
    """Return where the copying starts, the first move if any, and the map; None if it doesn't work."""
    partners = mirror(position)
    if partners is not None:
        return position, (), partners
    for move in position.legal_moves():
        child = position.play(move)
        partners = mirror(child) if child.turn != position.turn and child.legal else None
        if partners is not None:
            return child, (move,), partners
    return None


def _reason(position: Position, first: tuple[Move, ...], partners: Mapping[int, int], how: str) -> Reason:
    """Return the reason for a position in which the side to move is copied."""
    winner = other(position.turn)
    pairs = tuple(
        (cell, partner) for cell, partner in partners.items() if cell < partner or partner not in partners
    )
    begin = f"Player {winner} plays {position.game.move_words(first[0])}. Then " if first else ""
    text = f"{begin}Player {winner} copies every move {how}: {example_answers(position, partners.items())}."
    return Reason("mirror", text, pairs=pairs, lesson=MIRROR, winner=winner, first=first)


def _symmetry_text(game: Game, symmetry: Symmetry) -> str:
    """Say in plain words where the copy of a move is."""
    name = symmetry_name(game.board, symmetry)
    return f"by the {name}" if name else "in the paired cell"
