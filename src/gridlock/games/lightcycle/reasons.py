"""Reasons why Light cycle positions are won, in sentences that can be checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gridlock.board import cells, flood
from gridlock.games.lightcycle import LightCycle
from gridlock.games.lightcycle.strategy import facing
from gridlock.games.lightcycle.walls import find_wall
from gridlock.plural import count
from gridlock.review.insights import Tally
from gridlock.review.mirror import copy_theorem, mirror_theorem
from gridlock.review.reasons import SteppingReasons, if_equal
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
    winner, longer, shorter = (turn, own, opp) if own_wins else (rival, opp, own)
    more = f"{_at('least', longer)}{count(longer.least, 'more step')}"
    less = f"{_at('most', shorter)}{shorter.most}"
    text = f"Walled off, Player {winner} can make {more} and Player {other(winner)} {less}"
    end = if_equal(other(winner), longer.least, shorter.most)
    short = f"{more.replace(' more', '')} against {less}{end}"
    regions = _reach(position)
    return Reason(
        "apart", f"{text}{end}.", lesson=APART, winner=winner, short=short, regions=regions, counts=True
    )


def _reach(position: Position) -> tuple[tuple[int, ...], ...]:
    """The cells each side can still reach."""
    board, free = position.game.board, free_cells(position)
    return tuple(tuple(cells(flood(board, place, free) & ~place)) for place in position.sides)


def _at(bound: str, walk: Walk) -> str:
    """Return ``at least`` or ``at most`` for a walk whose length isn't known exactly."""
    return "" if walk.least == walk.most else f"at {bound} "


def _walling_off(position: Position, winner: int) -> Reason | None:
    """Explain a walk that the other side can neither cross nor outlast."""
    wall = find_wall(position, winner)
    if wall is None:
        return None
    loser, moves = other(winner), tuple(_steps(position, winner, wall.walk))
    steps, end = count(len(moves), "step"), if_equal(loser, len(moves), wall.left)
    text = (
        f"Player {winner} has a walk of {steps} that Player {loser} can't cross or stop; "
        f"Player {loser} has at most {wall.left}{end}."
    )
    short = f"at least {steps} against at most {wall.left}{end}"
    return Reason("wall", text, wall.walk, lesson=WALL, winner=winner, short=short, first=moves, counts=True)


def _steps(position: Position, side: int, walk: Sequence[int]) -> Iterator[Move]:
    """The moves of a side along a walk."""
    game, place = position.game, position.sides[side - 1]
    assert isinstance(game, Stepping)
    for cell in walk:
        aim = divmod(cell, game.cols)
        yield next(game.name_move(place, n) for n in range(game.actions) if game.beside(place, n) == aim)
        place = 1 << cell


def _first_at(position: Position, side: int) -> int:
    """Count the cells that a side would reach before the other if neither got in the other's way."""
    game = position.game
    assert isinstance(game, LightCycle)
    own, opp = game.territories(*position.words)
    return own if side == position.turn else opp


class LightCycleReasons(SteppingReasons):
    """Reasons by comparing walks once the sides are or can be walled off, or by copied moves."""

    tally = Tally("{loser} first to {own}, {rival} to {opp}", "cell", _first_at)
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
