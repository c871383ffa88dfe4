"""Reasons why Light cycle positions are won, in sentences that can be checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gridlock.board import cells, flood
from gridlock.games.lightcycle.strategy import facing
from gridlock.games.lightcycle.walls import find_wall
from gridlock.plural import count
from gridlock.review.mirror import copy_theorem, mirror_theorem
from gridlock.review.reasons import SteppingReasons
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position, other
from gridlock.rules.stepping import Stepping, free_cells

if TYPE_CHECKING:
    from gridlock.games.lightcycle.theory import Walk

APART = "Before you wall yourself off, count the steps on either side: the longer walk wins."
WALL = "Get to the middle first: cut the board in two and take the larger side."


def _walled_off(position: Position) -> Reason | None:
    """Explain that no cell is in reach of both, and that one walk is longer."""
    from gridlock.games.lightcycle.theory import walks

    lengths = walks(position)
    if lengths is None:
        return None
    own, opp = lengths
    turn, rival = position.turn, other(position.turn)
    own_wins, opp_wins = own.least > opp.most, opp.least >= own.most
    if not own_wins and not opp_wins:
        return None
    text = (
        f"Player {turn} and Player {rival} are walled off from each other: Player {turn}, who is to move, "
        f"can make {_bound_word(own, own_wins)}{count(_certain_length(own, own_wins), 'more step')} "
        f"and Player {rival} {_bound_word(opp, opp_wins)}{_certain_length(opp, opp_wins)}, "
        f"so Player {rival if own_wins else turn} is stuck first."
    )
    winner, longer, shorter = (turn, own, opp) if own_wins else (rival, opp, own)
    short = _comparison(winner, longer.least, shorter.most)
    return Reason("apart", text, lesson=APART, winner=winner, short=short, regions=_reach(position))


def _reach(position: Position) -> tuple[tuple[int, ...], ...]:
    """The cells each side can still reach."""
    board, free = position.game.board, free_cells(position)
    return tuple(tuple(cells(flood(board, place, free) & ~place)) for place in position.sides)


def _comparison(winner: int, least: int, most: int) -> str:
    """Compare the steps of the winner and the loser, in a few words."""
    first = f", and Player {other(winner)} is first to move" if least == most else ""
    return f"{count(least, 'step')} against {most}{first}"


def _bound_word(walk: Walk, wins: bool) -> str:
    """The word before a number that is only a bound."""
    return "" if walk.least == walk.most else "at least " if wins else "at most "


def _certain_length(walk: Walk, wins: bool) -> int:
    """How far a side can walk: at least if it wins, at most if it loses."""
    return walk.least if wins else walk.most


def _walling_off(position: Position, winner: int) -> Reason | None:
    """Explain a walk that the other side can neither cross nor outlast."""
    wall = find_wall(position, winner)
    if wall is None:
        return None
    loser, moves = other(winner), tuple(_steps(position, winner, wall.walk))
    first = ", and is first to move" if wall.left == len(moves) else ""
    text = (
        f"Player {winner} goes {' '.join(map(str, moves))}: no cell of this walk can be reached by "
        f"Player {loser} in time. It takes {count(len(moves), 'step')}, and Player {loser}, who cannot cross "
        f"it, has at most {wall.left}{first}."
    )
    short = _comparison(winner, len(moves), wall.left)
    return Reason("wall", text, wall.walk, lesson=WALL, winner=winner, short=short, first=moves)


def _steps(position: Position, side: int, walk: Sequence[int]) -> Iterator[Move]:
    """The moves of a side along a walk."""
    game, place = position.game, position.sides[side - 1]
    assert isinstance(game, Stepping)
    for cell in walk:
        aim = divmod(cell, game.cols)
        yield next(game.name_move(place, n) for n in range(game.actions) if game.beside(place, n) == aim)
        place = 1 << cell


class LightCycleReasons(SteppingReasons):
    """Reasons by comparing walks once the sides are or can be walled off, or by copied moves."""

    theorems = (
        _walled_off,
        mirror_theorem(free_cells),
        copy_theorem(facing, "in the mirror between the two"),
    )

    def immediate(self, position: Position, winner: int) -> Reason | None:
        return super().immediate(position, winner) or (
            _walling_off(position, winner) if position.legal else None
        )


REASONS = LightCycleReasons()
