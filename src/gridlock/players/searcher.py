"""What the players share that search."""

from __future__ import annotations

import threading
from random import Random

from gridlock.players.mcts import load_tree_search, tried_most
from gridlock.rules import Game, Move, Position
from gridlock.search.answers import load_solver

__all__ = ["Searcher"]


class Searcher:
    """A player that solves what it can, and searches as a tree what it cannot."""

    searches = True
    """Whether it needs the compiled search."""

    def __init__(self, name: str, random: Random) -> None:
        self.name = name
        self.remark = ""
        self.random = random
        self.stopped = threading.Event()

    def get_ready(self, game: Game) -> None:
        """Have both searches compiled or loaded."""
        load_solver(game)
        load_tree_search(game)

    def favourite(self, position: Position, playouts: int, seconds: float) -> Move:
        """The move that a tree search favours."""
        return tried_most(position, playouts, self.random, seconds=seconds, stopped=self.stopped)

    def close(self) -> None:
        """Stop a search that is running: its choice is made at once."""
        self.stopped.set()
