"""Theorems that decide a position at once, each told with its numbers and cells.

The numbers come from the functions that the search itself decides by, in :mod:`gridlock.search.facts`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridlock.board import Symmetry, cells, king
from gridlock.games import Game, Position, other
from gridlock.review.standing import flood, open_cells
from gridlock.review.wording import Reason, cell_list, count, pair_list

if TYPE_CHECKING:
    from gridlock.search.facts import Walk

__all__ = ["theorem"]


def theorem(position: Position) -> Reason | None:
    """Why the winner of a position wins, if a theorem that is known of this game decides it."""
    if not position.legal:
        return None
    for find in _THEOREMS.get(position.game.id, ()):
        reason = find(position)
        if reason is not None:
            return reason
    return None


# Moves in reserve -------------------------------------------------------------------------------


def _counted(position: Position) -> Reason | None:
    """Spread: more moves in reserve than the other side can make tokens."""
    from gridlock.search.facts import covers

    turn = position.turn
    own_most, opp_most = covers(position)
    own_open, opp_open = open_cells(position, turn), open_cells(position, other(turn))
    own, opp = (_apart(position.game, word) for word in (own_open & ~opp_open, opp_open & ~own_open))
    if len(own) > opp_most:
        return _outlasting("count", position, turn, own, _tokens(opp_most))
    if len(opp) >= own_most:
        return _outlasting("count", position, other(turn), opp, _tokens(own_most))
    return None


def _tokens(most: int) -> str:
    return f"can place at most {count(most, 'more token')}" if most else ""


def _open(number: int) -> str:
    return f"has only {count(number, 'open cell')}" if number else ""


def _apart(game: Game, word: int) -> tuple[int, ...]:
    """Cells of a set no two of which touch, taken in order."""
    found = []
    while word:
        cell = word & -word
        found.append(cell.bit_length() - 1)
        word &= ~king(game.board, cell)
    return tuple(found)


def _safe(position: Position) -> Reason | None:
    """Crossfire: more safe moves than the other side has open cells."""
    from gridlock.search.facts import safe_cells

    turn = position.turn
    own, opp = (tuple(cells(word)) for word in safe_cells(position))
    own_open, opp_open = (open_cells(position, side).bit_count() for side in (turn, other(turn)))
    if len(own) > opp_open:
        return _outlasting("safe", position, turn, own, _open(opp_open))
    if len(opp) >= own_open:
        return _outlasting("safe", position, other(turn), opp, _open(own_open))
    return None


def _outlasting(name: str, position: Position, winner: int, kept: tuple[int, ...], loss: str) -> Reason:
    """The sentence about moves that nothing can take away; ``loss`` is what the other side can do at most."""
    loser = other(winner)
    if not loss:
        text = f"Player {loser} has no open cell left, and Player {winner} can still place."
        return Reason(name, text, kept)
    at = cell_list(position.game, kept)
    to_move = ", who is to move," if position.turn == loser else ""
    text = (
        f"Player {winner} has {count(len(kept), 'move')} that nothing can take away, at {at}, "
        f"and Player {loser}{to_move} {loss}."
    )
    return Reason(name, text, kept)


# Walled off -------------------------------------------------------------------------------------


def _walled_off(position: Position) -> Reason | None:
    """Lightcycle: nothing can be reached by both, and one walk is longer."""
    from gridlock.search.facts import walks

    found = walks(position)
    if found is None:
        return None
    own, opp = found
    turn, rival = position.turn, other(position.turn)
    own_wins, opp_wins = own.least > opp.most, opp.least >= own.most
    if not own_wins and not opp_wins:
        return None
    own_most, opp_most = _bound(own, own_wins), _bound(opp, opp_wins)
    text = (
        f"Player {turn} and Player {rival} are walled off from each other: Player {turn}, who is to move, "
        f"can make {own_most} more step{'s' * (own_most != '1')} and Player {rival} {opp_most}."
    )
    return Reason("apart", text)


def _bound(walk: Walk, wins: bool) -> str:
    """How far a side can walk, or as much as is known of that."""
    if walk.least == walk.most:
        return str(walk.most)
    return f"at least {walk.least}" if wins else f"at most {walk.most}"


# Pairs ------------------------------------------------------------------------------------------


def _paired(position: Position) -> Reason | None:
    """Trail: a largest matching tells who always has a cell to go to."""
    from gridlock.search.facts import partners

    game, turn, partner = position.game, position.turn, partners(position)
    free = int(game.board.full & ~(position.own | position.opp))
    if not position.extra:
        return _paired_start(position, partner)
    last = position.extra.bit_length() - 1
    near = flood(game, position.extra, free)
    pairs = tuple((cell, partner[cell]) for cell in cells(near) if cell < partner[cell] != last)
    if partner[last] < 0:
        text = f"Player {other(turn)} answers every move in the paired cell: {pair_list(game, pairs)}."
        return Reason("pairs", text, pairs=pairs)
    pairs = ((last, partner[last]), *pairs)
    then = f", and from then on answers every move in the paired cell: {pair_list(game, pairs[1:])}"
    text = (
        f"Player {turn} goes from {game.show_cell(last)} to {game.show_cell(partner[last])}"
        f"{then if pairs[1:] else ''}."
    )
    return Reason("pairs", text, (partner[last],), pairs)


def _paired_start(position: Position, partner: tuple[int, ...]) -> Reason:
    """The empty board: Player 2 wins by the pairs, unless a cell is left over to begin with."""
    game, turn = position.game, position.turn
    pairs = tuple((cell, its) for cell, its in enumerate(partner) if cell < its)
    if -1 not in partner:
        text = f"Player {other(turn)} answers every move in the paired cell: {pair_list(game, pairs)}."
        return Reason("pairs", text, pairs=pairs)
    alone = partner.index(-1)
    then = f", and then answers every move in the paired cell: {pair_list(game, pairs)}" if pairs else ""
    text = f"Player {turn} begins at {game.show_cell(alone)}, which has no pair{then}."
    return Reason("pairs", text, (alone,), pairs)


# The mirror -------------------------------------------------------------------------------------


def _mirrored(position: Position) -> Reason | None:
    """Spread, crossfire, lightcycle: every move is copied, turned or flipped; perhaps after a first move."""
    from gridlock.search.facts import mirror

    turn = position.turn
    symmetry = mirror(position)
    if symmetry is not None:
        return _copying(position, symmetry, f"Player {other(turn)} answers")
    for move in position.legal_moves():
        child = position.play(move)
        symmetry = mirror(child) if child.turn != turn and child.legal else None
        if symmetry is not None:
            return _copying(child, symmetry, f"Player {turn} plays {move} and from then on answers")
    return None


def _copying(position: Position, symmetry: Symmetry, begin: str) -> Reason:
    """The sentence about a position in which the side to move is copied."""
    game = position.game
    if game.id in _FREE_CELLS:
        word = int(game.board.full & ~(position.own | position.opp | position.extra))
    else:
        word = open_cells(position, position.turn)
    pairs = tuple(
        (cell, symmetry[cell])
        for cell in cells(word)
        if cell < symmetry[cell] or not word >> symmetry[cell] & 1
    )
    text = f"{begin} every move by {_turn_name(game, symmetry)}: {pair_list(game, pairs)}."
    return Reason("mirror", text, pairs=pairs)


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


_FREE_CELLS = {"lightcycle"}  # where any free cell may be stepped on; elsewhere only the open ones matter

_THEOREMS: dict[str, tuple[Callable[[Position], Reason | None], ...]] = {
    "spread": (_counted, _mirrored),
    "crossfire": (_safe, _mirrored),
    "lightcycle": (_walled_off, _mirrored),
    "trail": (_paired,),
}
