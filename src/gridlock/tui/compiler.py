"""A program that compiles the games' searches ahead of time, started by the app.

``python -m gridlock.tui.compiler ID...`` compiles one game after the other into the code cache. It prints
``begin ID`` and ``done ID``. An id on standard input moves to the front. The end of the input ends the
program, so that it never outlives the app.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from gridlock.errors import GridlockError

_NICENESS = 10  # the app and its bots have priority


def compile_game(id: str) -> bool:
    """Compile both searches of a game; return False if there is no code cache."""
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


def compile_order(ids: Iterable[str], requests: Callable[[], list[str]]) -> Iterator[str]:
    """Yield each id once; requested ids come first, the latest request before the others."""
    left = list(ids)
    while left:
        requested = [each for each in reversed(requests()) if each in left]
        name = requested[0] if requested else left[0]
        left.remove(name)
        yield name


def _read_requests(requests: list[str]) -> None:
    """Collect ids from standard input; exit when the app does."""
    with suppress(OSError, ValueError):
        for line in sys.stdin:
            requests.append(line.strip())
    os._exit(0)


def main(ids: list[str]) -> None:
    """Compile the searches of these games."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    requests: list[str] = []
    threading.Thread(target=_read_requests, args=(requests,), daemon=True).start()
    for name in compile_order(ids, lambda: requests):
        print("begin", name, flush=True)
        with suppress(GridlockError):  # the app reports it at the first search
            if not compile_game(name):
                break
        print("done", name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
