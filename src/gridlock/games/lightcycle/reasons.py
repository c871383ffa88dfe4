"""Why positions of lightcycle are won, in sentences that can be checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gridlock.games.lightcycle.walls import find_wall
from gridlock.review.mirror import mirrored
from gridlock.review.standing import free_cells
from gridlock.review.walking import Walking
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position, other
from gridlock.rules.stepping import Stepping
from gridlock.words import count

if TYPE_CHECKING:
    from gridlock.games.lightcycle.theory import Walk

__all__ = ["REASONS", "LightCycleReasons"]

APART = "Before you wall yourself off, count the steps on either side: the longer walk wins."
WALL = "Get to the middle first: who cuts the board in two chooses the larger side."


def _walled_off(position: Position) -> Reason | None:
    """Nothing can be reached by both, and one walk is longer."""
    from gridlock.games.lightcycle.theory import walks

    found = walks(position)
    if found is None:
        return None
    own, opp = found
    turn, rival = position.turn, other(position.turn)
    own_wins, opp_wins = own.least > opp.most, opp.least >= own.most
    if not own_wins and not opp_wins:
        return None
    text = (
        f"Player {turn} and Player {rival} are walled off from each other: Player {turn}, who is to move, "
        f"can make {_bound(own, own_wins)}{count(_known(own, own_wins), 'more step')} "
        f"and Player {rival} {_bound(opp, opp_wins)}{_known(opp, opp_wins)}."
    )
    return Reason("apart", text, lesson=APART)


def _bound(walk: Walk, wins: bool) -> str:
    """What is said before the number, if not all is known."""
    return "" if walk.least == walk.most else "at least " if wins else "at most "


def _known(walk: Walk, wins: bool) -> int:
    """How far a side can walk at least, if it wins, or at most."""
    return walk.least if wins else walk.most


def _walling_off(position: Position, winner: int) -> Reason | None:
    """A walk that the other side can neither cross nor outlast."""
    wall = find_wall(position, winner)
    if wall is None:
        return None
    loser = other(winner)
    moves = tuple(_steps(position, winner, wall.walk))
    first = ", who has to move first" if position.turn == loser and wall.left == len(moves) else ""
    text = (
        f"Player {winner} goes {' '.join(map(str, moves))}, {count(len(moves), 'step')} on which "
        f"Player {loser} cannot come in time, and on its side of that wall Player {loser} "
        f"has at most {count(wall.left, 'step')}{first}."
    )
    return Reason("wall", text, wall.walk, lesson=WALL, first=moves)


def _steps(position: Position, side: int, walk: Sequence[int]) -> Iterator[Move]:
    """The moves of a side along a walk."""
    game, place = position.game, position.sides[side - 1]
    assert isinstance(game, Stepping)
    for cell in walk:
        aim = divmod(cell, game.cols)
        yield next(game.name_move(place, n) for n in range(game.actions) if game.beside(place, n) == aim)
        place = 1 << cell


class LightCycleReasons(Walking):
    """Walks are compared once the two are walled off or can be, or every move is copied."""

    theorems = (_walled_off, mirrored(free_cells))
    plans = (_walling_off,)


REASONS = LightCycleReasons()
