"""Starting positions for Light cycle puzzles.

In a real game a player never has four ways to go: both start at the edge and leave a wall behind. So these
positions are set up.
"""

from random import Random

from gridlock.board import cells, orthogonal
from gridlock.rules import Game, Position

MOVES = range(5, 28)
"""The length of a puzzle in moves: longer than in other games, as steps are quick to play."""

POSITIONS = 533
"""The number of positions to try when generating puzzles; long ones take time to check."""

_WALLS = range(4, 17)


def set_up(game: Game, random: Random) -> Position:
    """Set up a board with some walls where the side to move has four free neighbours."""
    board = game.board
    places = [cell for cell in range(board.size) if orthogonal(board, 1 << cell).bit_count() == 4]
    own = 1 << random.choice(places)
    others = list(cells(board.full & ~(own | orthogonal(board, own))))
    opp, *walls = random.sample(others, min(1 + random.choice(_WALLS), len(others)))
    return game.settle(random.choice((1, 2)), own, 1 << opp, sum(1 << cell for cell in walls))
