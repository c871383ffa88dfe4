"""The mirror: every move is copied, turned or flipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from gridlock.board import Symmetry, cells
from gridlock.review.reasons import Finder
from gridlock.review.wording import MIRROR, Reason, pair_list
from gridlock.rules import Game, Move, Position, other

Mirror = Callable[[Position], Mapping[int, int] | None]
"""The cells that the side to move can get to, each with its partner, if it loses because it is copied."""

_Map = TypeVar("_Map")


def mirrored(answered: Callable[[Position], int]) -> Finder:
    """The theorem, for a game in which these are the cells that a copied move may concern."""

    def find(position: Position) -> Reason | None:
        """Every move is copied, turned or flipped; perhaps after a first move."""
        from gridlock.search.symmetry import mirror

        begun = _begun(position, mirror)
        if begun is None:
            return None
        child, first, symmetry = begun
        partners = {cell: symmetry[cell] for cell in cells(answered(child))}
        return _told(child, first, partners, _turn_name(position.game, symmetry))

    return find


def copied(mirror: Mirror, how: str) -> Finder:
    """The theorem, for a game that knows the partners itself; ``how`` tells where they are."""

    def find(position: Position) -> Reason | None:
        """Every move is copied; perhaps after a first move."""
        begun = _begun(position, mirror)
        return None if begun is None else _told(*begun, how)

    return find


def _begun(
    position: Position, mirror: Callable[[Position], _Map | None]
) -> tuple[Position, tuple[Move, ...], _Map] | None:
    """Where the copying begins, here or after a first move, and the map; None if nobody can copy."""
    found = mirror(position)
    if found is not None:
        return position, (), found
    for move in position.legal_moves():
        child = position.play(move)
        found = mirror(child) if child.turn != position.turn and child.legal else None
        if found is not None:
            return child, (move,), found
    return None


def _told(position: Position, first: tuple[Move, ...], partners: Mapping[int, int], how: str) -> Reason:
    """The sentence about a position in which the side to move is copied."""
    winner = other(position.turn)
    pairs = tuple(
        (cell, partner) for cell, partner in partners.items() if cell < partner or partner not in partners
    )
    begin = f"Player {winner} {f'plays {first[0]} and from then on ' if first else ''}answers"
    text = f"{begin} every move {how}: {pair_list(position.game, pairs)}."
    return Reason("mirror", text, pairs=pairs, lesson=MIRROR, winner=winner, first=first)


def _turn_name(game: Game, symmetry: Symmetry) -> str:
    """A turn or flip of the board in plain words, or that it is none of them.

    Quarter turns pair no cells, so none is ever asked for.
    """
    rows, cols = game.rows, game.cols
    names: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "by the flip left to right": lambda r, c: (r, cols - 1 - c),
        "by the flip top to bottom": lambda r, c: (rows - 1 - r, c),
        "by the half turn about the centre": lambda r, c: (rows - 1 - r, cols - 1 - c),
        "by the flip across the diagonal from top left to bottom right": lambda r, c: (c, r),
        "by the flip across the diagonal from top right to bottom left": lambda r, c: (
            cols - 1 - c,
            rows - 1 - r,
        ),
    }
    fitting = (
        name
        for name, image in names.items()
        if all(divmod(symmetry[cell], cols) == image(*divmod(cell, cols)) for cell in range(len(symmetry)))
    )
    return next(fitting, "in the paired cell")
