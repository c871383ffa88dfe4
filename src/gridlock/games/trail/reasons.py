"""Reasons why Trail positions are won, in sentences that can be checked."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.board import cells, flood
from gridlock.plural import count
from gridlock.review.insights import Insight
from gridlock.review.reasons import Reasons
from gridlock.review.wording import PAIRS, STUCK, Reason, cell_list, example_answers
from gridlock.rules import Move, Position, other


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
        text = f"Player {other(turn)} goes to the paired cell every time: {example_answers(position, pairs)}."
        return Reason("pairs", text, pairs=pairs, lesson=PAIRS, winner=other(turn))
    pairs = ((last, partner[last]), *pairs)
    move = position.move(partner[last])
    text = f"Player {turn} plays {move}.{_then(position.play(move), pairs[1:])}"
    return Reason("pairs", text, (partner[last],), pairs, PAIRS, winner=turn, first=(move,))


def _then(position: Position, pairs: tuple[tuple[int, int], ...]) -> str:
    """Describe how the winner goes on after the first move."""
    examples = example_answers(position, pairs)
    return (
        f" Then Player {other(position.turn)} goes to the paired cell every time: {examples}."
        if examples
        else ""
    )


def _paired_start(position: Position, partner: tuple[int, ...]) -> Reason:
    """Explain the empty board: Player 2 wins by the pairs, unless a cell is left over to begin with."""
    turn = position.turn
    pairs = tuple((cell, its) for cell, its in enumerate(partner) if cell < its)
    if -1 not in partner:
        text = f"Player {other(turn)} goes to the paired cell every time: {example_answers(position, pairs)}."
        return Reason("pairs", text, pairs=pairs, lesson=PAIRS, winner=other(turn))
    alone = partner.index(-1)
    first = position.move(alone)
    text = f"Player {turn} plays {first}, which has no pair.{_then(position.play(first), pairs)}"
    return Reason("pairs", text, (alone,), pairs, PAIRS, winner=turn, first=(first,))


def _count_pairs(position: Position) -> tuple[int, bool]:
    """Count the pairs among the free cells within reach and the last marker; return whether it is in one."""
    from gridlock.games.trail.theory import pairs_of

    game, partner, last = position.game, pairs_of(position), position.extra.bit_length() - 1
    free = int(game.board.full & ~(position.own | position.opp))
    near = flood(game.board, position.extra, free) | position.extra
    return sum(cell < partner[cell] for cell in cells(near)), partner[last] >= 0


class TrailReasons(Reasons):
    """Reasons by pairs of cells, which decide every position."""

    theorems = (_paired,)

    def numbers(self, before: Position, move: Move, better: Move) -> Insight | None:
        """Compare the pairs with and without the new marker: this is a theorem, not a rule of thumb."""
        (pairs, adds), (_, lacks) = _count_pairs(before.play(move)), _count_pairs(before.play(better))
        if not adds or lacks:
            return None
        text = (
            f"Pair up free neighbours: {move} turns {count(pairs - 1, 'pair')} into {pairs}, so Player "
            f"{other(before.turn)} has a partner to go to every time; {better} makes no new pair."
        )
        return Insight("numbers", text, (int(better),))

    def recommended(self, before: Position) -> Sequence[Move]:
        moves = before.legal_moves()
        return [move for move in moves if not _count_pairs(before.play(move))[1]] or moves

    def stuck(self, position: Position) -> Reason:
        last = cell_list(position.game, cells(position.extra))
        text = f"Player {position.turn} has no free cell next to the last marker at {last}."
        return Reason("stuck", text, tuple(cells(position.extra)), lesson=STUCK, winner=other(position.turn))


REASONS = TrailReasons()
