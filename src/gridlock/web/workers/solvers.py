"""The solvers in a worker: loaded before anybody asks, and never more memory than the worker was given."""

from __future__ import annotations

from gridlock.players.mcts import load_tree_search
from gridlock.rules import make
from gridlock.search import Limits
from gridlock.search.answers import forget_solvers, question, solvers_kept

_REMEMBERED = 2  # boards whose tables are kept from one question to the next


def load(game: str, limits: Limits) -> None:
    """Have both searches of a game compiled, or loaded if another process has compiled them before."""
    chosen = make(game)
    with question(chosen, limits):
        pass
    load_tree_search(chosen)
    forget_solvers()  # the table, of a board that nobody has asked for yet, is not needed


def shared_memory(memory: int) -> int:
    """Bytes for one board's table, if a worker has so many for all: a question may add one to those kept."""
    return memory // (_REMEMBERED + 1)


def trim() -> None:
    """Forget all tables if there are more of them than may be kept."""
    if solvers_kept() > _REMEMBERED:
        forget_solvers()
