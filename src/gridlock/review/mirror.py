"""The mirror: every move is copied, turned or flipped."""

from __future__ import annotations

from collections.abc import Callable

from gridlock.board import Symmetry, cells
from gridlock.review.lessons import MIRROR
from gridlock.review.reasons import Finder
from gridlock.review.wording import Reason, pair_list
from gridlock.rules import Game, Move, Position, other

__all__ = ["mirrored"]


def mirrored(answered: Callable[[Position], int]) -> Finder:
    """The theorem, for a game in which these are the cells that a copied move may concern."""

    def find(position: Position) -> Reason | None:
        """Every move is copied, turned or flipped; perhaps after a first move."""
        from gridlock.search.facts import mirror

        turn = position.turn
        symmetry = mirror(position)
        if symmetry is not None:
            return _copying(position, symmetry, f"Player {other(turn)} answers", answered)
        for move in position.legal_moves():
            child = position.play(move)
            symmetry = mirror(child) if child.turn != turn and child.legal else None
            if symmetry is not None:
                begin = f"Player {turn} plays {move} and from then on answers"
                return _copying(child, symmetry, begin, answered, (move,))
        return None

    return find


def _copying(
    position: Position,
    symmetry: Symmetry,
    begin: str,
    answered: Callable[[Position], int],
    first: tuple[Move, ...] = (),
) -> Reason:
    """The sentence about a position in which the side to move is copied."""
    game, word = position.game, answered(position)
    pairs = tuple(
        (cell, symmetry[cell])
        for cell in cells(word)
        if cell < symmetry[cell] or not word >> symmetry[cell] & 1
    )
    text = f"{begin} every move by {_turn_name(game, symmetry)}: {pair_list(game, pairs)}."
    return Reason("mirror", text, pairs=pairs, lesson=MIRROR, winner=other(position.turn), first=first)


def _turn_name(game: Game, symmetry: Symmetry) -> str:
    """A turn or flip of the board in plain words. Quarter turns pair no cells, so none is ever asked for."""
    rows, cols = game.rows, game.cols
    names: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "the flip left to right": lambda r, c: (r, cols - 1 - c),
        "the flip top to bottom": lambda r, c: (rows - 1 - r, c),
        "the half turn about the centre": lambda r, c: (rows - 1 - r, cols - 1 - c),
        "the flip across the diagonal from top left to bottom right": lambda r, c: (c, r),
        "the flip across the diagonal from top right to bottom left": lambda r, c: (
            cols - 1 - c,
            rows - 1 - r,
        ),
    }
    return next(
        name
        for name, image in names.items()
        if all(divmod(symmetry[cell], cols) == image(*divmod(cell, cols)) for cell in range(len(symmetry)))
    )
