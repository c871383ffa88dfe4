"""Reasons why Trail positions are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import cells, flood
from gridlock.review.reasons import Reasons
from gridlock.review.wording import PAIRS, STUCK, Reason, cell_list, pair_list
from gridlock.rules import Position, other


def _paired(position: Position) -> Reason | None:
    """Explain by a maximum matching which side always has a cell to go to."""
    from gridlock.games.trail.theory import pairs_of

    game, turn, partner = position.game, position.turn, pairs_of(position)
    free = int(game.board.full & ~(position.own | position.opp))
    if not position.extra:
        return _paired_start(position, partner)
    last = position.extra.bit_length() - 1
    near = flood(game.board, position.extra, free)
    pairs = tuple((cell, partner[cell]) for cell in cells(near) if cell < partner[cell] != last)
    if partner[last] < 0:
        text = f"Player {other(turn)} answers every move in the paired cell: {pair_list(game, pairs)}."
        return Reason("pairs", text, pairs=pairs, lesson=PAIRS, winner=other(turn))
    pairs = ((last, partner[last]), *pairs)
    then = f", and from then on answers every move in the paired cell: {pair_list(game, pairs[1:])}"
    text = (
        f"Player {turn} goes from {game.show_cell(last)} to {game.show_cell(partner[last])}"
        f"{then if pairs[1:] else ''}."
    )
    return Reason(
        "pairs", text, (partner[last],), pairs, PAIRS, winner=turn, first=(position.move(partner[last]),)
    )


def _paired_start(position: Position, partner: tuple[int, ...]) -> Reason:
    """Explain the empty board: Player 2 wins by the pairs, unless a cell is left over to begin with."""
    game, turn = position.game, position.turn
    pairs = tuple((cell, its) for cell, its in enumerate(partner) if cell < its)
    if -1 not in partner:
        text = f"Player {other(turn)} answers every move in the paired cell: {pair_list(game, pairs)}."
        return Reason("pairs", text, pairs=pairs, lesson=PAIRS, winner=other(turn))
    alone = partner.index(-1)
    then = f", and then answers every move in the paired cell: {pair_list(game, pairs)}" if pairs else ""
    text = f"Player {turn} begins at {game.show_cell(alone)}, which has no pair{then}."
    return Reason("pairs", text, (alone,), pairs, PAIRS, winner=turn, first=(position.move(alone),))


class TrailReasons(Reasons):
    """Reasons by pairs of cells, which decide every position."""

    theorems = (_paired,)

    def stuck(self, position: Position) -> Reason:
        last = cell_list(position.game, cells(position.extra))
        text = f"Player {position.turn} has no free cell next to the last marker at {last}."
        return Reason("stuck", text, tuple(cells(position.extra)), lesson=STUCK, winner=other(position.turn))


REASONS = TrailReasons()
