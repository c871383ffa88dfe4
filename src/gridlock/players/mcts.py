"""Monte Carlo tree search as a player."""

from __future__ import annotations

import threading
from random import Random
from time import perf_counter

from gridlock.clock import Clock
from gridlock.players.player import think_time
from gridlock.rules import Game, Move, Position

MAX_PLAYOUTS = 1_000_000


def most_visited(
    position: Position,
    playouts: int,
    random: Random,
    *,
    seconds: float | None = None,
    stopped: threading.Event | None = None,
) -> Move:
    """Return the most visited move of a tree search after this many playouts, or fewer if stopped early."""
    from gridlock.search.uncompiled import make_tree

    began = perf_counter()
    tree = make_tree(position, playouts, random.getrandbits(63))
    left = playouts
    while tree.grow(min(left, tree.batch)):
        left -= tree.batch
        late = seconds is not None and perf_counter() - began > seconds
        if left <= 0 or late or (stopped is not None and stopped.is_set()):
            break
    return tree.branches()[0].move


def load_tree_search(game: Game) -> None:
    """Compile the tree search for a game, or load it from the cache."""
    if game.start().legal:
        most_visited(game.start(), 1, Random(1))


class Mcts:
    """Monte Carlo tree search: random games from the leaves of a growing tree."""

    remark = ""
    searches = True
    """Whether it needs the compiled search."""

    def __init__(self, playouts: int, random: Random) -> None:
        self.name = f"mcts:{playouts}"
        self._playouts = playouts
        self._random = random
        self._stopped = threading.Event()

    def get_ready(self, game: Game) -> None:
        """Compile or load the search."""
        load_tree_search(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return the most visited move."""
        self._stopped.clear()
        seconds = think_time(position, clock) if clock else None
        return most_visited(position, self._playouts, self._random, seconds=seconds, stopped=self._stopped)

    def close(self) -> None:
        """Stop a search that is running."""
        self._stopped.set()
