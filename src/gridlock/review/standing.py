"""What can be seen on a board: open cells, ways out, who is stuck and where."""

from __future__ import annotations

from gridlock.board import cells, orthogonal
from gridlock.games import Game, Position, other
from gridlock.review.wording import Reason, cell_list, count

__all__ = ["balance", "flood", "open_cells", "shut_in", "stuck"]


def open_cells(position: Position, side: int) -> int:
    """The set of cells on which a side of spread or crossfire could place, were it to move."""
    own, opp = position.own, position.opp
    if side != position.turn:
        own, opp = opp, own
    return int(position.game.legal_word(position.game.board, own, opp, position.extra))


def flood(game: Game, start: int, free: int) -> int:
    """The free cells that can be reached from a set of cells, step by step."""
    reached = 0
    while True:
        more = orthogonal(game.board, start | reached) & free
        if more | reached == reached:
            return reached
        reached |= more


def stuck(position: Position) -> Reason:
    """That the side to move cannot, and where that can be seen."""
    return _STUCK.get(position.game.id, _no_open_cell)(position)


def _no_open_cell(position: Position) -> Reason:
    return Reason("stuck", f"Player {position.turn} has no open cell left.")


def _no_step(position: Position) -> Reason:
    return _no_way_out(position, position.turn)


def _no_way_out(position: Position, side: int) -> Reason:
    place = position.sides[side - 1]
    text = f"Player {side}, at {_places(position, place)}, has no empty cell to step to."
    return Reason("stuck", text, tuple(cells(place)))


def _no_neighbour(position: Position) -> Reason:
    last = _places(position, position.extra)
    text = f"Player {position.turn} has no free cell next to the last marker at {last}."
    return Reason("stuck", text, tuple(cells(position.extra)))


def _places(position: Position, word: int) -> str:
    return cell_list(position.game, cells(word))


def balance(position: Position, loser: int) -> tuple[Reason, ...]:
    """How much is left to the side that loses, if that is little."""
    return _BALANCES.get(position.game.id, _nothing)(position, loser)


def _nothing(position: Position, loser: int) -> tuple[Reason, ...]:
    return ()


def _open_balance(position: Position, loser: int) -> tuple[Reason, ...]:
    """Not half as many open cells as the other side has, or just half."""
    left = open_cells(position, loser)
    few, many = left.bit_count(), open_cells(position, other(loser)).bit_count()
    if 2 * few > many:
        return ()
    text = f"Player {loser} has only {count(few, 'open cell')} left, Player {other(loser)} has {many}."
    return (Reason("last cells", text, tuple(cells(left))),)


def _step_balance(position: Position, loser: int) -> tuple[Reason, ...]:
    """Blockade: shut in, or a single cell to step to."""
    closed = shut_in(position, loser)
    if closed is not None:
        return (closed,)
    place = position.sides[loser - 1]
    steps = orthogonal(position.game.board, place) & _free(position)
    if steps.bit_count() != 1:
        return ()
    text = f"Player {loser} has only one cell to step to, {_places(position, steps)}."
    return (Reason("last cells", text, tuple(cells(steps))),)


def shut_in(position: Position, side: int) -> Reason | None:
    """Blockade: a side that cannot get out of a few cells, while the other has more of them.

    Its cells must not border on the other's place: that is empty again as soon as the other moves on.
    """
    game, free = position.game, _free(position)
    place, rival = position.sides[side - 1], position.sides[other(side) - 1]
    region, theirs = flood(game, place, free), flood(game, rival, free)
    few, many = region.bit_count(), theirs.bit_count()
    if few >= many or orthogonal(game.board, region | place) & rival:
        return None
    if not few:
        return _no_way_out(position, side)
    text = f"Player {side} is shut in: it can reach only {count(few, 'cell')}, Player {other(side)} {many}."
    return Reason("shut in", text, tuple(cells(region)))


def _free(position: Position) -> int:
    return int(position.game.board.full & ~(position.own | position.opp | position.extra))


_STUCK = {"lightcycle": _no_step, "trail": _no_neighbour, "blockade": _no_step}
_BALANCES = {"spread": _open_balance, "crossfire": _open_balance, "blockade": _step_balance}
