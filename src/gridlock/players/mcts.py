"""Monte Carlo tree search as a player."""

from __future__ import annotations

import threading
from random import Random
from time import perf_counter

from gridlock.clock import Clock
from gridlock.players.player import think_time
from gridlock.rules import Game, Move, Position

MOST_PLAYOUTS = 1_000_000
_AT_A_TIME = 10_000  # playouts between two looks at the time


def tried_most(
    position: Position,
    playouts: int,
    random: Random,
    *,
    seconds: float | None = None,
    stopped: threading.Event | None = None,
) -> Move:
    """The move that a tree search favours after so many playouts, or fewer if it has to stop earlier."""
    from gridlock.search.mcts import Tree

    began = perf_counter()
    tree = Tree(position, playouts, random.getrandbits(63))
    left = playouts
    while tree.grow(min(left, _AT_A_TIME)):
        left -= _AT_A_TIME
        late = seconds is not None and perf_counter() - began > seconds
        if left <= 0 or late or (stopped is not None and stopped.is_set()):
            break
    return tree.branches()[0].move


def load_tree_search(game: Game) -> None:
    """Have the tree search of a game compiled or loaded."""
    if game.start().legal:
        tried_most(game.start(), 1, Random(1))


class Mcts:
    """Grows a tree of positions by playing random games from its leaves."""

    remark = ""
    searches = True
    """Whether it needs the compiled search."""

    def __init__(self, playouts: int, random: Random) -> None:
        self.name = f"mcts:{playouts}"
        self._playouts = playouts
        self._random = random
        self._stopped = threading.Event()

    def get_ready(self, game: Game) -> None:
        """Have the search compiled or loaded."""
        load_tree_search(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """The move that was tried most often."""
        self._stopped.clear()
        seconds = think_time(position, clock) if clock else None
        return tried_most(position, self._playouts, self._random, seconds=seconds, stopped=self._stopped)

    def close(self) -> None:
        """Stop a search that is running."""
        self._stopped.set()
