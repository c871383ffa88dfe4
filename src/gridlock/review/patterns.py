"""Patterns: what the winning moves of a position have in common on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gridlock.board import cells, king
from gridlock.rules import Game, Position, other

_MIN_WINS = 2
_MAX_SHARE = 0.25  # of the losing cells may have the property, too

Test = Callable[[int], bool]
"""Whether a cell has a property."""


class Pattern(NamedTuple):
    """A property that every winning cell has, and few losing ones."""

    words: str
    """The end of a sentence that begins "Every winning cell": ``is in a corner``."""
    test: Test


def find_pattern(position: Position, winning: Sequence[int], losing: Sequence[int]) -> Pattern | None:
    """Return the property of these winning cells that the fewest losing cells share; None if there is none.

    Among equals, the first of the list wins, so the simple ones come first.
    """
    if len(set(winning)) < _MIN_WINS or not losing:
        return None
    shared = (pattern for pattern in _patterns(position) if all(map(pattern.test, winning)))
    rated = [(sum(map(pattern.test, losing)), pattern) for pattern in shared]
    exceptions, best = min(rated, key=lambda pair: pair[0], default=(len(losing), None))
    return best if is_rare(exceptions, losing) else None


def is_rare(number: int, losing: Sequence[object]) -> bool:
    """Return whether so few of the losing moves have a property that it's worth telling."""
    return bool(losing) and number <= _MAX_SHARE * len(losing)


def _patterns(position: Position) -> Iterator[Pattern]:
    """Yield the properties a cell can have, simple ones first."""
    yield from _places(position.game)
    yield from _parities(position.game)
    yield from _lines(position.game)
    theirs = position.sides[other(position.turn) - 1]
    if theirs:
        rival, near = other(position.turn), set(cells(int(king(position.game.board, theirs))))
        yield Pattern(f"touches a piece of Player {rival}", near.__contains__)
        yield Pattern(f"touches no piece of Player {rival}", lambda cell: cell not in near)


def _places(game: Game) -> Iterator[Pattern]:
    def on_edge(cell: int) -> int:
        row, col = divmod(cell, game.cols)
        return (row in (0, game.rows - 1)) + (col in (0, game.cols - 1))

    yield Pattern("is in a corner", lambda cell: on_edge(cell) == 2)
    yield Pattern("is on the edge", lambda cell: on_edge(cell) > 0)
    yield Pattern("is off the edge", lambda cell: on_edge(cell) == 0)


def _parities(game: Game) -> Iterator[Pattern]:
    def row(cell: int) -> int:
        return cell // game.cols + game.origin

    def col(cell: int) -> int:
        return cell % game.cols + game.origin

    yield Pattern("is in an odd row and column", lambda cell: row(cell) % 2 == col(cell) % 2 == 1)
    yield Pattern("is in an even row and column", lambda cell: row(cell) % 2 == col(cell) % 2 == 0)
    yield Pattern("is in an odd row", lambda cell: row(cell) % 2 == 1)
    yield Pattern("is in an even row", lambda cell: row(cell) % 2 == 0)
    yield Pattern("is in an odd column", lambda cell: col(cell) % 2 == 1)
    yield Pattern("is in an even column", lambda cell: col(cell) % 2 == 0)


def _lines(game: Game) -> Iterator[Pattern]:
    for row in range(game.rows):
        yield Pattern(f"is in row {row + game.origin}", lambda cell, row=row: cell // game.cols == row)  # type: ignore[misc]
    for col in range(game.cols):
        yield Pattern(f"is in column {col + game.origin}", lambda cell, col=col: cell % game.cols == col)  # type: ignore[misc]
    yield Pattern("is in the top half", lambda cell: 2 * (cell // game.cols) < game.rows - 1)
    yield Pattern("is in the bottom half", lambda cell: 2 * (cell // game.cols) > game.rows - 1)
    yield Pattern("is in the left half", lambda cell: 2 * (cell % game.cols) < game.cols - 1)
    yield Pattern("is in the right half", lambda cell: 2 * (cell % game.cols) > game.cols - 1)
