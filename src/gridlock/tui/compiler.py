"""A program that compiles the searches of games ahead of time, for the app that started it.

``python -m gridlock.tui.compiler ID...`` compiles for one game after the other, so that the machine code
lies in the cache. It prints ``begin ID`` and ``done ID``. An id that comes in on standard input is done next;
the end of the input ends the program, so that it never outlives the app.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from gridlock.errors import GridlockError

_NICENESS = 10  # the app and its bots come first


def compile_for(id: str) -> bool:
    """Have both searches of a game compiled; False if they cannot be kept for others."""
    from gridlock.players.mcts import load_tree_search
    from gridlock.rules import make
    from gridlock.search.answers import load_solver
    from gridlock.search.jit import code_folder

    if code_folder() is None:
        return False
    game = make(id)
    load_solver(game)
    load_tree_search(game)
    return True


def in_order(ids: Iterable[str], wishes: Callable[[], list[str]]) -> Iterator[str]:
    """Each id once, those first that were wished for meanwhile, the latest wish before the others."""
    left = list(ids)
    while left:
        wished = [name for name in reversed(wishes()) if name in left]
        chosen = wished[0] if wished else left[0]
        left.remove(chosen)
        yield chosen


def _listen(wishes: list[str]) -> None:
    """Note what is wished for, until the app is gone."""
    with suppress(OSError, ValueError):
        for line in sys.stdin:
            wishes.append(line.strip())
    os._exit(0)


def main(ids: list[str]) -> None:
    """Compile for these games."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    wishes: list[str] = []
    threading.Thread(target=_listen, args=(wishes,), daemon=True).start()
    for name in in_order(ids, lambda: wishes):
        print("begin", name, flush=True)
        with suppress(GridlockError):  # the app says so when somebody searches
            if not compile_for(name):
                break
        print("done", name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
