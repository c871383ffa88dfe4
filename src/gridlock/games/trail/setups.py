"""Starting positions for Trail puzzles.

In a real game only the second move can have four ways to go, as the trail comes from somewhere. So these
positions are set up.
"""

from random import Random

from gridlock.board import cells, orthogonal
from gridlock.rules import Game, Position

_TAKEN = range(8, 17)  # number of taken cells, including the last marker


def set_up(game: Game, random: Random) -> Position:
    """Set up a board with some cells taken and four free neighbours of the last marker."""
    board = game.board
    places = [cell for cell in range(board.size) if orthogonal(board, 1 << cell).bit_count() == 4]
    last = 1 << random.choice(places)
    others = list(cells(board.full & ~(last | orthogonal(board, last))))
    taken = random.sample(others, min(random.choice(_TAKEN) - 1, len(others)))
    own = sum(1 << cell for cell in taken[: (len(taken) + 1) // 2])  # the sides take turns
    opp = sum(1 << cell for cell in taken) & ~own | last
    turn = 1 if own.bit_count() == opp.bit_count() else 2
    return game.settle(turn, own, opp, last)
