"""Batches: million moves per second of CPU time, on one core unless it says two."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from time import process_time
from typing import Any

from gridlock import Batch, Game, batch
from gridlock.rules import make_with

WANTED = {
    "spread": 120,
    "trail": 120,
    "lightcycle": 120,
    "crossfire": 40,
    "crossfire all": 25,
    "blockade": 25,
}
"""Million moves a second of random play that a typical machine should reach."""

GAMES_PLAYED = 100_000
SIZE = 1024
STEPS = 50
RUNS = 12  # short ones, so that other programs don't disturb all of them


def make_variant(name: str) -> Game:
    """Return the game with this name and, after a space, this kind of diagonals."""
    kind, _, diagonals = name.partition(" ")
    return make_with(kind, None, None, {"diagonals": diagonals} if diagonals else {})


def best(work: Callable[[], int]) -> float:
    """Million moves a second: the best of several runs of work that returns its number of moves."""
    work()
    speeds = []
    for _ in range(RUNS):
        began = process_time()
        moves = work()
        speeds.append(moves / (process_time() - began) / 1e6)
    return max(speeds)


def random_play(game: Game, threads: int = 1) -> float:
    """The speed of random games in compiled code."""
    games = batch(game, 1, seed=1, threads=threads)
    return best(lambda: games.random_play(GAMES_PLAYED * threads).moves)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep the process on one core, so that libraries started meanwhile use one thread."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def driven(games: Batch, *outputs: Callable[[], Any]) -> float:
    """The speed of steps from Python, each followed by these outputs."""

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
            for output in outputs:
                output()
        return STEPS * len(games)

    return best(work)


def pgx_connect_four() -> float | None:
    """The speed of Pgx's connect four with mask and observation in NumPy, or None if it isn't installed."""
    if not find_spec("pgx"):
        return None
    import jax
    import numpy as np
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make("connect_four")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(act_randomly)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), SIZE))
    keys = jax.random.split(jax.random.PRNGKey(2), SIZE)

    def work() -> int:
        nonlocal state
        for number in range(STEPS // 5):
            actions = choose(jax.random.PRNGKey(number), state.legal_action_mask)
            state = step(state, actions, keys)
            np.asarray(state.legal_action_mask), np.asarray(state.observation)
        return STEPS // 5 * SIZE

    return best(work)


def main() -> None:
    """Print the table."""
    with one_core():
        pgx = pgx_connect_four()
    print(f"Pgx's connect four, a batch of {SIZE:,}: " + (f"{pgx:.2f}" if pgx else "not installed"))
    heads = ("random play", "wanted", "2 cores", f"{SIZE:,} games", "+ mask", "+ planes", "times Pgx")
    print(f"{'game':<14}" + "".join(f"{head:>13}" for head in heads))
    for name, wanted in WANTED.items():
        game = make_variant(name)
        one = random_play(game)
        two = 2 * random_play(game, threads=2) / one  # from CPU time, because the machine may be busy
        games = batch(game, SIZE, seed=1)
        plain, masked = driven(games), driven(games, games.mask)
        full = driven(games, games.mask, games.observe)
        ratio = f"{full / pgx:.1f}" if pgx else "-"
        figures = (
            f"{one:.0f}",
            wanted,
            f"x {two:.2f}",
            f"{plain:.0f}",
            f"{masked:.0f}",
            f"{full:.0f}",
            ratio,
        )
        print(f"{name:<14}" + "".join(f"{column:>13}" for column in figures), flush=True)


if __name__ == "__main__":
    main()
