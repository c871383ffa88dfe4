"""Environments: million moves per second in JAX, and steps per second in PettingZoo, on one core."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from bench.batches import WANTED, best, make_variant, one_core

SIZE, STEPS = 1024, 200
TURNS = 3_000
JAX_WANTED = 20
JAX_WANTED_WIDE = 8  # for games with two-part moves


def scanned(init: Any, step: Callable[[Any, Any], Any]) -> float:
    """The speed of a step under ``lax.scan``; it takes a state and a key."""
    import jax

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(step, state, jax.random.split(key, STEPS))

    def work() -> int:
        run(init, jax.random.PRNGKey(1))[1].block_until_ready()
        return SIZE * STEPS

    return best(work)


def cumulative(key: Any, mask: Any) -> Any:
    """Choose a legal action by cumulative sums, which Pgx's games and ours can share."""
    import jax
    import jax.numpy as jnp

    sums = jnp.cumsum(mask, axis=-1)
    chosen = jax.random.uniform(key, mask.shape[:-1]) * sums[..., -1]
    return (sums > chosen[..., None]).argmax(axis=-1)


def in_jax(name: str) -> tuple[float, float]:
    """The speed of a game with the environment's own choice and with cumulative sums."""
    from gridlock.envs.jax import Env

    env = Env(make_variant(name))

    def sampled(state: Any, key: Any) -> Any:
        state = env.step(state, env.sample(key, state), autoreset=True)
        return state, state.terminated.sum()

    def summed(state: Any, key: Any) -> Any:
        action = cumulative(key, env.legal_action_mask(state))
        state = env.step(state, action, autoreset=True)
        return state, state.terminated.sum()

    init = env.init((SIZE,))
    return scanned(init, sampled), scanned(init, summed)


def pgx_connect_four() -> float | None:
    """The speed of Pgx's connect four with cumulative sums, or None if it isn't installed."""
    if not find_spec("pgx"):
        return None
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def summed(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, SIZE)
        state = step(state, cumulative(key, state.legal_action_mask), keys)
        return state, state.terminated.sum()

    return scanned(jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), SIZE)), summed)


def turns_per_second(env: Any) -> float:
    """The steps per second of a PettingZoo environment, with random legal moves."""
    random, speeds = Random(1), []
    for _ in range(5):
        began, turns = process_time(), 0
        while turns < TURNS:
            env.reset()
            for _agent in env.agent_iter():
                seen, _, over, _, _ = env.last()
                env.step(None if over else random.choice(seen["action_mask"].nonzero()[0]))
                turns += 1
        speeds.append(turns / (process_time() - began))
    return max(speeds)


def main() -> None:
    """Print the table."""
    from gridlock.envs import pettingzoo

    with warnings.catch_warnings(), one_core():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        theirs, pgx = turns_per_second(connect_four_v3.env()), pgx_connect_four()
        print(f"PettingZoo's connect four: {theirs:,.0f} steps/s")
        print("Pgx's connect four, cumulative sums: " + (f"{pgx:.1f}" if pgx else "not installed"))
        heads = ("JAX", "wanted", "cum. sums", "times Pgx", "steps/s", "times", "wanted")
        print(f"{'game':<14}" + "".join(f"{head:>11}" for head in heads))
        for name in WANTED:
            game = make_variant(name)
            wanted = JAX_WANTED_WIDE if len(game.prompts) > 1 else JAX_WANTED
            own, summed = in_jax(name)
            options: dict[str, Any] = dict(game.options)
            steps = turns_per_second(pettingzoo.env(game.id, **options))
            ratio = f"{summed / pgx:.1f}" if pgx else "-"
            zoo = (f"{steps:,.0f}", f"{steps / theirs:.1f}", 4)
            figures = (f"{own:.0f}", wanted, f"{summed:.1f}", ratio, *zoo)
            print(f"{name:<14}" + "".join(f"{figure:>11}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
