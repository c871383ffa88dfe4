"""Where puzzles of light cycle begin.

In a game nobody ever has four ways to go: both start at the edge, and leave a wall behind. So these
positions are set up.
"""

from random import Random

from gridlock.board import cells, orthogonal
from gridlock.rules import Game, Position

MOVES = range(5, 28)
"""How many moves a puzzle may take: more than in other games, as a step is soon made."""

POSITIONS = 533
"""How many positions are looked at when puzzles are made: it takes long to try those with many moves."""

_WALLS = range(4, 17)


def set_up(game: Game, random: Random) -> Position:
    """A board with some walls, on which the side to move has a free cell on each of its four sides."""
    board = game.board
    places = [cell for cell in range(board.size) if orthogonal(board, 1 << cell).bit_count() == 4]
    own = 1 << random.choice(places)
    others = list(cells(board.full & ~(own | orthogonal(board, own))))
    opp, *walls = random.sample(others, min(1 + random.choice(_WALLS), len(others)))
    return game.settle(random.choice((1, 2)), own, 1 << opp, sum(1 << cell for cell in walls))
