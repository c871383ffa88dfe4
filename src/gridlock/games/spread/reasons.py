"""Reasons why Spread positions are won, in sentences that can be checked."""

from __future__ import annotations

from fractions import Fraction

from gridlock.board import Board, cells, king
from gridlock.games.spread.regions import Region, Worth, find_regions
from gridlock.games.spread.room import most_tokens
from gridlock.plural import count
from gridlock.review.answer_plan import AnswerPlan
from gridlock.review.insights import Tally
from gridlock.review.mirror import mirror_theorem
from gridlock.review.reasons import OpenCellReasons, outlast_reason
from gridlock.review.wording import Reason
from gridlock.rules import Game, Position, other
from gridlock.rules.placement import open_cells

COUNT = "Cells that only you can still use are moves in the bank: create them, and save them for the end."
REGIONS = "Look at each region by itself, count by how many moves a side is ahead there, and add up."

_REGIONS = 5  # to list in a sentence
_LISTED = 6  # cells of a region to list


def _counted(position: Position) -> Reason | None:
    """Explain that a side has more moves in reserve than the other can place tokens."""
    from gridlock.games.spread.theory import covers

    turn = position.turn
    own_most, opp_most = covers(position)
    own_open, opp_open = open_cells(position, turn), open_cells(position, other(turn))
    own, opp = (_apart(position.game, word) for word in (own_open & ~opp_open, opp_open & ~own_open))
    if len(own) > opp_most:
        return outlast_reason("count", position, turn, own, _tokens(opp_most), opp_most, COUNT)
    if len(opp) >= own_most:
        return outlast_reason("count", position, other(turn), opp, _tokens(own_most), own_most, COUNT)
    return None


def _tokens(most: int) -> str:
    return f"can place at most {count(most, 'more token')}"


def _apart(game: Game, word: int) -> tuple[int, ...]:
    """Pick cells of a set greedily so that no two touch."""
    picked = []
    while word:
        cell = word & -word
        picked.append(cell.bit_length() - 1)
        word &= ~king(game.board, cell)
    return tuple(picked)


def in_regions(position: Position) -> Reason | None:
    """Explain the value of independent regions and of their sum."""
    game, turn = position.game, position.turn
    parts = find_regions(game.board, open_cells(position, 1), open_cells(position, 2))
    if parts is None or not 2 <= len(parts) <= _REGIONS or any(_fine(region) for region in parts):
        return None
    moves, star = sum(region.worth.moves for region in parts), sum(region.worth.star for region in parts) % 2
    if moves:
        winner = 1 if moves > 0 else 2
        end = f"in all, Player {winner} is {_amount(abs(moves))} ahead"
    elif star:
        winner, end = (
            turn,
            f"in all they are even but for one move, and it is Player {turn}'s turn",
        )
    else:
        winner, end = other(turn), f"in all they are even, and it is Player {turn}'s turn"
    worths = ", ".join(_worth(region.worth) for region in parts)
    text = f"The open cells fall into {len(parts)} regions, worth in moves: {worths}; {end}."
    regions = tuple(tuple(cells(region.cells)) for region in parts)
    return Reason(
        "regions", text, sum(regions, ()), lesson=REGIONS, winner=winner, regions=regions, counts=True
    )


def _fine(region: Region) -> bool:
    """Whether a region is too large to list, or its value isn't a multiple of a half."""
    return region.cells.bit_count() > _LISTED or region.worth.moves.denominator > 2


def _worth(worth: Worth) -> str:
    """Describe the value of a region in words."""
    moves, star = worth
    ahead = f"{_number(abs(moves))} to Player {1 if moves > 0 else 2}" if moves else ""
    first = "1 to the first there" if star else ""
    return " and ".join(filter(None, (ahead, first))) or "0"


def _amount(moves: Fraction | int) -> str:
    """Format a number of moves with its noun: ``half a move``, ``1 move``, ``1½ moves``."""
    if moves == Fraction(1, 2):
        return "half a move"
    return f"{_number(moves)} move{'s' * (moves != 1)}"


def _number(moves: Fraction | int) -> str:
    """Format a number of moves: ``2``, ``½`` or ``1½``."""
    whole, half = divmod(Fraction(moves), 1)
    return f"{whole or ''}½" if half else f"{whole}"


class _Answers(AnswerPlan):
    """A token closes the cells it touches to its own side."""

    def closed_by(self, board: Board, cell: int) -> int:
        return int(king(board, cell))

    def alone(self, closed: tuple[int, ...], move: int) -> int:
        return 1 << move

    def spoilt(self, closed: tuple[int, ...], move: int, answer: int, another: int) -> int:
        """Moves that touch can't both be made; otherwise the answers mustn't touch or be taken."""
        if closed[move] >> another & 1:
            return 0
        return ~(1 << move) if answer == another else closed[answer] | 1 << move


def _room(position: Position, side: int) -> int:
    """Count the tokens that a side could still place if the other never moved again."""
    return most_tokens(position.game.board, open_cells(position, side))


class SpreadReasons(OpenCellReasons):
    """Reasons by moves in reserve, sums of regions, copied moves or answered moves."""

    theorems = (_counted, in_regions, mirror_theorem(lambda position: open_cells(position, position.turn)))
    plans = (_Answers(),)
    tally = Tally("{loser} room for {own} to {rival}'s {opp}", "token", _room)


REASONS = SpreadReasons()
