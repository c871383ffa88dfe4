"""Learn a game by self-play, as AlphaZero did, and measure every epoch against the exact solver.

    pip install "path/to/gridlock[jax]"                 # your copy of the source
    python alphazero.py                                 # Spread on 5x5
    python alphazero.py trail --size 4x4 --epochs 8 --seed 2
    python alphazero.py lightcycle --minutes 10         # stops after the epoch in which time runs out

After each epoch the network plays 100 games against `random`, without search, 50 in each seat:

- *won*: the games it won.
- *kept*: the share of decisions in which it kept the win. A decision is a position in which some moves win
  and others lose, so this is the accuracy of its choices and not an estimate.

At the end the network plays with search, against `random` and `mcts:100`. If matplotlib is installed, both
curves are drawn in alphazero.png.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import gridlock
from gridlock import Game, GridlockError, Position
from gridlock.board import read_size
from gridlock.installation import how_to_install
from gridlock.players import make_player

try:
    import jax
    import jax.numpy as jnp
    import mctx
    import optax

    from gridlock.envs.jax import Env, State
except (ImportError, GridlockError):
    sys.exit(f"This example needs JAX, mctx and optax. {how_to_install('jax')}")

GAMES, MOVES = 128, 32  # games side by side, and moves of each in an epoch
SIMULATIONS, THOROUGH = 16, 64  # per move: in self-play, and in the matches at the end
CHANNELS, BLOCKS = 32, 3
BATCH, UPDATES, MEMORY = 256, 64, 4  # positions per update, updates per epoch, epochs remembered
MATCH = 100  # games of a match
Parameters = dict[str, Any]


# Network ----------------------------------------------------------------------------------------


def new_parameters(env: Env, key: Any) -> Parameters:
    """Random parameters: a convolution, residual blocks, and a head each for the moves and the value."""
    keys = iter(jax.random.split(key, 2 * BLOCKS + 3))
    planes, rows, cols = env.observation_shape

    def weights(*shape: int) -> Any:
        return jax.random.normal(next(keys), shape) * np.sqrt(2 / np.prod(shape[:-1]))

    square = (3, 3, CHANNELS, CHANNELS)
    return {
        "first": weights(3, 3, planes, CHANNELS),
        "blocks": [(weights(*square), 0.1 * weights(*square)) for _ in range(BLOCKS)],
        "moves": 0.1 * weights(rows * cols * CHANNELS, env.num_actions),
        "value": 0.1 * weights(rows * cols * CHANNELS, 1),
    }


def convolve(cells: Any, weights: Any) -> Any:
    """A 3x3 convolution; cells outside the board are zero."""
    return jax.lax.conv_general_dilated(
        cells, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def predict(parameters: Parameters, planes: Any) -> tuple[Any, Any]:
    """Return the logits of the moves, and the value for the side to move, from -1 to 1."""
    cells = jax.nn.relu(convolve(jnp.moveaxis(planes, 1, -1), parameters["first"]))
    for one, two in parameters["blocks"]:
        cells = jax.nn.relu(cells + convolve(jax.nn.relu(convolve(cells, one)), two))
    features = cells.reshape(len(cells), -1)
    return features @ parameters["moves"], jnp.tanh(features @ parameters["value"])[:, 0]


def evaluate(env: Env, parameters: Parameters, state: State) -> tuple[Any, Any]:
    """Return the logits of the legal moves, with illegal ones ruled out, and the value."""
    logits, value = predict(parameters, env.observe(state))
    return jnp.where(env.legal_action_mask(state), logits, -1e9), value


# Self-play --------------------------------------------------------------------------------------


def played(before: State, after: State) -> tuple[Any, Any]:
    """Return what a move earned its side, and the sign of the next value: 0 if the game is over.

    The sign only changes with the side: if the other side has to pass, the same side moves again.
    """
    reward = jnp.take_along_axis(after.rewards, before.turn[:, None] - 1, axis=1)[:, 0]
    sign = jnp.where(before.turn == after.turn, 1.0, -1.0)
    return reward, jnp.where(after.terminated, 0.0, sign)


def search(env: Env, parameters: Parameters, key: Any, state: State, simulations: int, noise: float) -> Any:
    """Search each position; some noise in the choice makes self-play explore."""

    def look_ahead(parameters: Parameters, key: Any, action: Any, state: State) -> Any:
        after = env.step(state, action)
        reward, discount = played(state, after)
        logits, value = evaluate(env, parameters, after)
        outcome = mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value)
        return outcome, after

    logits, value = evaluate(env, parameters, state)
    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
    return mctx.gumbel_muzero_policy(
        parameters, key, root, look_ahead, simulations,
        ~env.legal_action_mask(state), gumbel_scale=noise,
    )  # fmt: skip


class Examples(NamedTuple):
    """Positions with what the network should say about them."""

    planes: Any
    legal: Any
    policy: Any
    """The moves that the search prefers, as probabilities."""
    value: Any
    """How the game ended for the side to move; if it goes on, how it seemed to stand."""


def self_play(env: Env, parameters: Parameters, key: Any, state: State) -> tuple[State, Examples]:
    """Play some moves in each game. A game that ends starts again."""

    def move(state: State, key: Any) -> tuple[State, Any]:
        result = search(env, parameters, key, state, SIMULATIONS, noise=1.0)
        after = env.step(state, result.action, autoreset=True)
        seen = env.observe(state), env.legal_action_mask(state), result.action_weights
        return after, (*seen, *played(state, after))

    state, (planes, legal, policy, rewards, signs) = jax.lax.scan(move, state, jax.random.split(key, MOVES))

    def step_back(value: Any, step: Any) -> tuple[Any, Any]:
        value = step[0] + step[1] * value
        return value, value

    estimate = evaluate(env, parameters, state)[1]
    values = jax.lax.scan(step_back, estimate, (rewards, signs), reverse=True)[1]
    examples = Examples(planes, legal, policy, values)
    return state, jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), examples)


# Training ---------------------------------------------------------------------------------------


def loss(parameters: Parameters, batch: Examples) -> Any:
    """Cross-entropy of the moves, and squared error of the value."""
    logits, value = predict(parameters, batch.planes)
    logits = jnp.where(batch.legal, logits, -1e9)
    moves = optax.softmax_cross_entropy(logits, batch.policy)
    return moves.mean() + jnp.square(value - batch.value).mean()


def networks(env: Env, seed: int) -> Iterator[Parameters]:
    """Yield the untrained network, then the one after each epoch of self-play and training."""
    optimiser = optax.adamw(1e-3, weight_decay=1e-4)

    @jax.jit
    def update(parameters: Parameters, momentum: Any, batch: Examples) -> tuple[Parameters, Any]:
        gradient = jax.grad(loss)(parameters, batch)
        updates, momentum = optimiser.update(gradient, momentum, parameters)
        return optax.apply_updates(parameters, updates), momentum

    key, first = jax.random.split(jax.random.key(seed))
    parameters, random = new_parameters(env, first), np.random.default_rng(seed)
    momentum, play = optimiser.init(parameters), jax.jit(partial(self_play, env))
    state, memory = env.init((GAMES,)), []
    while True:
        yield parameters
        key, now = jax.random.split(key)
        state, examples = play(parameters, now, state)
        memory = [*memory, examples][-MEMORY:]
        recent = Examples(*map(np.concatenate, zip(*memory, strict=True)))
        for _ in range(UPDATES):  # not a scan, in which XLA's convolutions are 25 times slower on a CPU
            rows = random.integers(len(recent.value), size=BATCH)
            parameters, momentum = update(parameters, momentum, Examples(*(part[rows] for part in recent)))


# Measures ---------------------------------------------------------------------------------------


class Match(NamedTuple):
    """Games against an opponent: how many were won, and how many decisions kept the win."""

    won: int
    kept: int
    decisions: int

    def __str__(self) -> str:
        return f"{self.won:>3} of {MATCH} won, {self.kept / max(1, self.decisions):6.1%} kept"


def play_match(env: Env, choose: Callable[[State], Any], opponent: str, seed: int) -> Match:
    """Play a match; the program has side 1 in half the games. ``choose`` returns an action for each game."""
    sides = 1 + np.arange(MATCH) % 2
    players = [make_player(opponent, seed=seed * MATCH + number) for number in range(MATCH)]
    state, step, choices = env.init((MATCH,)), jax.jit(env.step), []
    while np.any(state.legal):
        actions, states = np.array(choose(state)), State(*map(np.asarray, state))
        for number in np.flatnonzero(states.legal):
            position = env.position(State(*(part[number] for part in states)))
            if position.turn == sides[number]:
                choices.append((position, int(actions[number])))
            else:
                actions[number] = players[number].choose(position, None)
        state = step(state, actions)
    kept = [keeps for keeps in map(keeps_the_win, choices) if keeps is not None]
    return Match(int((np.asarray(state.turn) != sides).sum()), sum(kept), len(kept))


def keeps_the_win(choice: tuple[Position, int]) -> bool | None:
    """Return whether an action kept the win, or None if all moves were equally good: ask the solver."""
    position, action = choice
    values = gridlock.analyze(position, winner_only=True)
    winning = {int(move) for move, value in values if value.winner == position.turn}
    return action in winning if 0 < len(winning) < len(values) else None


# Runs -------------------------------------------------------------------------------------------


def learn(game: Game, epochs: int, minutes: float, seed: int) -> list[Match]:
    """Train a network and print how well it plays; return its match after each epoch."""
    start, env, matches = time.monotonic(), Env(game), []
    instinct = jax.jit(lambda parameters, state: evaluate(env, parameters, state)[0].argmax(axis=1))
    for epoch, parameters in enumerate(networks(env, seed)):
        matches.append(play_match(env, partial(instinct, parameters), "random", seed))
        seconds = time.monotonic() - start  # JAX works ahead, but the match has waited for the network
        print(f"epoch {epoch:>3}, {seconds:>4.0f} s: {matches[-1]}", flush=True)
        if epoch >= epochs or seconds > 60 * minutes:
            break
    key = jax.random.key(seed)
    thinking = jax.jit(lambda state: search(env, parameters, key, state, THOROUGH, noise=0.0).action)
    for opponent in ("random", "mcts:100"):
        print(f"With search, against {opponent}: {play_match(env, thinking, opponent, seed)}", flush=True)
    return matches


def draw(matches: list[Match], title: str) -> None:
    """Draw the curves if matplotlib is installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("No curves were drawn: pip install matplotlib")
        return
    axes = Figure().subplots()
    axes.plot([match.won / MATCH for match in matches], label="games won against random")
    axes.plot(
        [match.kept / max(1, match.decisions) for match in matches], label="decisions that kept the win"
    )
    axes.set(title=title, xlabel="epoch", ylim=(0, 1.02))
    axes.legend(loc="lower right")
    axes.figure.savefig("alphazero.png")
    print("The curves are in alphazero.png.")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="spread")
    parser.add_argument("--size", default="", metavar="RxC", help="the board; by default the game's own")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument(
        "--minutes", type=float, default=8, help="stop after the epoch in which they are over"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        game = gridlock.make(given.game, *(read_size(given.size) if given.size else ()))
        matches = learn(game, given.epochs, given.minutes, given.seed)
    except GridlockError as error:
        sys.exit(str(error))
    draw(matches, f"{game.name} on {game.size_text}")


if __name__ == "__main__":
    main()
