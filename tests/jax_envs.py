"""Games in JAX: pure functions for single states and batches."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from boards import make
from gridlock import GridlockError
from gridlock.envs.jax import Env, State

pytestmark = pytest.mark.slow


def same(one: State, two: State) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("kind", ["spread", "blockade"])
def test_jit_and_vmap_give_what_plain_calls_give(kind: str) -> None:
    env = Env(make(kind))
    states = env.init((5,))
    for number in range(3):
        actions = env.sample(jax.random.PRNGKey(number), states)
        after = env.step(states, actions)
        assert same(jax.jit(jax.vmap(env.step))(states, actions), after)
        assert np.array_equal(jax.jit(jax.vmap(env.observe))(after), env.observe(after))
        states = after


def test_an_illegal_action_loses_and_a_finished_game_stays() -> None:
    env = Env("trail")
    state = env.step(env.step(env.init(), 5), 5)
    assert (bool(state.illegal), bool(state.terminated), int(state.legal)) == (True, True, 0)
    assert state.rewards.tolist() == [1.0, -1.0]
    after = env.step(state, 6)
    assert (after.rewards.tolist(), bool(after.terminated), bool(after.illegal)) == ([0.0, 0.0], True, False)
    assert env.position(after) == env.position(state)
    for action in (-1, 16, 40, 10**6):
        assert bool(env.step(env.init(), action).illegal)


def test_a_game_that_ends_starts_again() -> None:
    env = Env(make("trail", 1, 2))
    state = env.step(env.step(env.init(), 0), 1, autoreset=True)
    assert bool(state.terminated)
    assert state.rewards.tolist() == [-1.0, 1.0]
    assert env.position(state) == env.game.start()
    assert not bool(env.step(state, 0).terminated)


def test_every_legal_action_is_equally_likely() -> None:
    env = Env("trail")
    states = env.step(env.init((16_000,)), jnp.zeros(16_000, jnp.int32))
    counts = np.bincount(env.sample(jax.random.PRNGKey(0), states), minlength=16)
    assert np.flatnonzero(counts).tolist() == [1, 4]
    assert abs(counts[1] - 8000) < 320  # five standard deviations


def test_boards_beyond_32_cells_need_64_bits() -> None:
    with pytest.raises(GridlockError, match=r"6x6 needs words of 64 bits: call jax\.config\.update"):
        Env(make("spread", 6, 6))
    with jax.enable_x64(True):
        assert Env(make("spread", 6, 6)).init().own.dtype == jnp.uint64


def test_games_that_are_over_at_the_start_are_refused() -> None:
    with pytest.raises(GridlockError, match="blockade on 1x2 is over before it starts"):
        Env(make("blockade", 1, 2))


def test_rules_that_jax_cannot_trace_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = make("trail", 2, 2)
    plain = game.rules.legal
    rules = game.rules._replace(legal=lambda board, *words: plain(board, *words) if words[0] else words[0])
    monkeypatch.setattr(type(game), "rules", rules)
    with pytest.raises(GridlockError, match=r"The rules of trail can't be compiled by JAX: [^\n]*\.$"):
        Env(game)


def test_a_batch_is_drawn() -> None:
    env = Env("lightcycle")
    states = env.step(env.init((3,)), jnp.array([0, 1, 3]))
    drawn = ElementTree.fromstring(env.svg(states, columns=2))
    titles = [title.text for title in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == [f"Light Cycle Duel: {env.game.start().play(move).text}" for move in (0, 1, 3)]
