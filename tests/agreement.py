"""Play the same random moves in a batch, in JAX, with positions and with the judge, and compare them all."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import jax
import numpy as np

from boards import judge_of
from gridlock import Game, Position, batch
from gridlock.envs import common
from gridlock.envs.jax import Env
from gridlock.rules import FIVE
from judge import Judge, State

_PLANES_EVERY = 40  # steps: comparing observations is slow


def check_agreement(game: Game, games: int, steps: int, seed: int) -> None:
    """Check words, legal moves, turns, ends and winners after every move."""
    wide = max(game.board.size, game.actions) > 32
    with jax.enable_x64(True) if wide else nullcontext():
        played, env = batch(game, games, seed=seed), Env(game)
        step = jax.jit(lambda state, action: env.step(state, action, autoreset=True))
        state, positions = env.init((games,)), [game.start()] * games
        judge = judge_of(game) if game.id in FIVE else None
        judged = [judge.start()] * games if judge else []
        for number in range(steps):
            actions = played.sample()
            result, state = played.step(actions), step(state, actions)
            positions = [position.play(int(a)) for position, a in zip(positions, actions, strict=True)]
            winners = [0 if position.legal else 3 - position.turn for position in positions]
            assert result.winner.tolist() == winners
            assert not result.illegal.any()
            assert (np.asarray(state.rewards)[:, 0] == [(0, 1, -1)[winner] for winner in winners]).all()
            assert np.array_equal(state.terminated, result.done)
            if judge:
                judged = [judge.play(each, int(a)) for each, a in zip(judged, actions, strict=True)]
                for position, each in zip(positions, judged, strict=True):
                    check_judged(position, each, judge)
                judged = [
                    judge.start() if winner else each for each, winner in zip(judged, winners, strict=True)
                ]
            if number % _PLANES_EVERY == 0:
                check_planes(played.observe_reached(), positions)
            positions = [position if position.legal else game.start() for position in positions]
            check_arrays(played, state, positions)
            if number % _PLANES_EVERY == 0:
                check_planes(played.observe(), positions)
                assert np.array_equal(env.observe(state), played.observe())
                assert np.array_equal(env.legal_action_mask(state), played.mask())


def check_judged(position: Position, state: State, judge: Judge) -> None:
    """Check a position against the judge's state."""
    cols = judge.cols
    one, two, blocked = (sum(1 << r * cols + c for r, c in cells) for cells in state[1:4])
    if position.game.last_placed(position):
        assert state.last is not None
        blocked = 1 << state.last[0] * cols + state.last[1]
    assert (position.turn, position.sides, position.extra) == (state.turn, (one, two), blocked), position.text
    assert position.legal == sum(1 << action for action in judge.legal(state)), position.text


def check_arrays(played: Any, state: Any, positions: list[Position]) -> None:
    """Check the words of a batch and of JAX against positions."""
    for name in ("own", "opp", "extra", "legal", "turn"):
        expected = [getattr(position, name) for position in positions]
        assert getattr(played, name).tolist() == expected, name
        assert np.asarray(getattr(state, name)).tolist() == expected, name


def check_planes(planes: Any, positions: list[Position]) -> None:
    """Check observations against positions, cell by cell."""
    for seen, position in zip(planes, positions, strict=True):
        game = position.game
        first_cells = {game.parts(position, move)[0] for move in position.legal_moves()}
        for cell in range(game.board.size):
            bits = [word >> cell & 1 for word in position.words]
            expected = [*bits, int(cell in first_cells), position.turn - 1, 1]
            assert seen[:, cell // game.cols, cell % game.cols].tolist() == expected
        assert np.array_equal(common.observe(position, position.turn), seen)
