"""Learn the values and winning moves of one board from its dataset; measure the network on larger boards.

    pip install "path/to/gridlock[jax]"                 # your copy of the source
    python supervised.py                                # Light cycle: 5x5, then 6x6 and 7x7
    python supervised.py trail --train 4x4 --test 5x5 6x6 --steps 500

The network is convolutional and sees one position at a time, so it runs on boards of any size. It predicts
who wins, and which moves keep the result. Every figure is exact, because the datasets have the value of every
move:

- *value*: the share of positions whose winner the network knows.
- *accuracy*: the share of decisions in which its first choice wins. A decision is a position in which some
  moves win and others lose.
- *blind*: the accuracy of a player who takes any legal move.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import gridlock
from gridlock import Game, GridlockError
from gridlock.board import read_size
from gridlock.datasets import Dataset, Plan, load, make_dataset
from gridlock.installation import how_to_install

try:
    import jax
    import jax.numpy as jnp
    import optax
except ImportError:
    sys.exit(f"This example needs JAX and optax. {how_to_install('jax')}")

CHANNELS, BLOCKS, BATCH = 32, 4, 256
MOST = 100_000  # positions of the training board, beyond which a sample is taken
Parameters = dict[str, Any]


# Data -------------------------------------------------------------------------------------------


class Examples(NamedTuple):
    """Positions as arrays for the network, with what it should say about them."""

    planes: Any
    """Mine, theirs, extra and the board itself: positions, rows, columns, planes."""
    legal: Any
    """Whether each action is legal."""
    keeps: Any
    """Whether each action keeps the result: it wins, or it delays a loss as long as possible."""
    wins: Any
    """Whether the side to move wins."""
    decision: Any
    """Whether some moves win and others lose."""


def examples_of(dataset: Dataset) -> Examples:
    """Convert a dataset, leaving out positions without a legal move."""
    game, values = dataset.game, dataset.values
    words = np.stack([dataset.own, dataset.opp, dataset.extra], axis=1).astype("<u8")
    bits = np.unpackbits(words.view(np.uint8).reshape(-1, 3, 8), axis=2, bitorder="little")
    cells = bits[:, :, : game.board.size].reshape(-1, 3, game.rows, game.cols)
    planes = np.concatenate([cells, np.ones_like(cells[:, :1])], axis=1).transpose(0, 2, 3, 1)
    winning, losing = values > 0, values < 0
    wins = winning.any(axis=1)
    longest = losing & (values == values.min(axis=1, keepdims=True))
    keeps = np.where(wins[:, None], winning, longest)
    examples = Examples(planes, values != 0, keeps, wins, wins & losing.any(axis=1))
    playable = examples.legal.any(axis=1)
    return Examples(*(array[playable] for array in examples))


def make(game: Game, sample: int | None, seed: int, after: int = 0) -> Dataset:
    """Make a dataset of all positions of a board, or of a sample, and load it."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "dataset.npz"
        make_dataset(Plan(game, sample, after=after, seed=seed), out)
        return load(out)


def training_data(game: Game, seed: int) -> Dataset:
    """All positions of a board if there are not too many, else a sample."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "dataset.npz"
        try:
            make_dataset(Plan(game, limit=MOST), out)
        except GridlockError:
            return make(game, MOST, seed)
        return load(out)


# Network ----------------------------------------------------------------------------------------


def new_parameters(game: Game, seed: int) -> Parameters:
    """Random parameters: a convolution, residual blocks, and a head each for the winner and the moves."""
    keys = iter(jax.random.split(jax.random.key(seed), 2 * BLOCKS + 3))

    def weights(*shape: int) -> Any:
        return jax.random.normal(next(keys), shape) * np.sqrt(2 / np.prod(shape[:-1]))

    per_cell = game.actions == game.board.size
    return {
        "first": weights(3, 3, 4, CHANNELS),
        "blocks": [
            (weights(3, 3, CHANNELS, CHANNELS), 0.1 * weights(3, 3, CHANNELS, CHANNELS))
            for _ in range(BLOCKS)
        ],
        "winner": 0.1 * weights(3 * CHANNELS, 1),
        "moves": 0.1 * weights(CHANNELS, 1 if per_cell else game.actions),
    }


def convolve(planes: Any, weights: Any) -> Any:
    """A 3x3 convolution; cells outside the board are zero."""
    return jax.lax.conv_general_dilated(
        planes, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def predict(parameters: Parameters, planes: Any) -> tuple[Any, Any]:
    """Return how likely the side to move wins, and how good each action is, both as logits."""
    planes = planes.astype(jnp.float32)
    cells = jax.nn.relu(convolve(planes, parameters["first"]))
    for one, two in parameters["blocks"]:
        cells = cells + convolve(jax.nn.relu(convolve(cells, one)), two)
    cells = jax.nn.relu(cells)
    here = (cells * planes[..., :1]).sum(axis=(1, 2)) / jnp.maximum(1, planes[..., :1].sum(axis=(1, 2)))
    features = [cells.mean(axis=(1, 2)), cells.max(axis=(1, 2)), here]
    winner = (jnp.concatenate(features, axis=1) @ parameters["winner"])[:, 0]
    if parameters["moves"].shape[1] == 1:  # an action is a cell
        return winner, (cells @ parameters["moves"]).reshape(len(planes), -1)
    return winner, here @ parameters["moves"]  # an action is relative to where the side to move stands


def loss(parameters: Parameters, batch: Examples) -> Any:
    """Cross-entropy of the winner, and of the moves that keep the result."""
    winner, moves = predict(parameters, batch.planes)
    moves = jnp.where(batch.legal, moves, -1e9)
    share = jax.nn.logsumexp(jnp.where(batch.keeps, moves, -1e9), axis=1) - jax.nn.logsumexp(moves, axis=1)
    return optax.sigmoid_binary_cross_entropy(winner, batch.wins).mean() - share.mean()


def train(examples: Examples, game: Game, steps: int, seed: int) -> Parameters:
    """Train with Adam on random batches."""
    optimiser = optax.adam(optax.cosine_decay_schedule(2e-3, steps))

    @jax.jit
    def step(parameters: Parameters, state: Any, batch: Examples) -> tuple[Parameters, Any, Any]:
        value, gradient = jax.value_and_grad(loss)(parameters, batch)
        updates, state = optimiser.update(gradient, state)
        return optax.apply_updates(parameters, updates), state, value

    parameters = new_parameters(game, seed)
    state, random = optimiser.init(parameters), np.random.default_rng(seed)
    for number in range(1, steps + 1):
        rows = random.integers(len(examples.wins), size=BATCH)
        parameters, state, value = step(parameters, state, Examples(*(array[rows] for array in examples)))
        if number % max(1, steps // 10) == 0:
            print(f"step {number:>5}, loss {float(value):.3f}", flush=True)
    return parameters


# Measures ---------------------------------------------------------------------------------------


class Measures(NamedTuple):
    """What a network knows about some positions."""

    positions: int
    decisions: int
    value: float
    accuracy: float
    blind: float

    def __str__(self) -> str:
        shares = f"{self.value:>6.1%} {self.accuracy:>8.1%} {self.blind:>6.1%}"
        return f"{self.positions:>9,} {self.decisions:>9,} {shares}"


def measure(parameters: Parameters, examples: Examples) -> Measures:
    """Compare a network with the exact values."""
    predictions = jax.jit(predict)
    known, kept = [], []
    for first in range(0, len(examples.wins), 1024):
        batch = Examples(*(array[first : first + 1024] for array in examples))
        winner, moves = map(np.asarray, predictions(parameters, batch.planes))
        chosen = np.where(batch.legal, moves, -np.inf).argmax(axis=1)
        known.append((winner > 0) == batch.wins)
        kept.append(batch.keeps[np.arange(len(chosen)), chosen][batch.decision])
    decisions = examples.decision
    shares = examples.keeps[decisions].sum(axis=1) / examples.legal[decisions].sum(axis=1)
    return Measures(
        len(examples.wins), int(decisions.sum()), float(np.concatenate(known).mean()),
        float(np.concatenate(kept).mean()), float(shares.mean()),
    )  # fmt: skip


def run(name: str, board: str, larger: list[str], steps: int, sample: int, seed: int) -> dict[str, Measures]:
    """Train on one board, print the table, and return the measures by board."""
    game = gridlock.make(name, *read_size(board))
    dataset = training_data(game, seed)
    parameters = train(examples_of(dataset.only("train")), game, steps, seed)
    tests = {f"{board} train": dataset.only("train"), f"{board} test": dataset.only("test")}
    for size in larger:
        big = gridlock.make(name, *read_size(size))
        after = max(0, big.board.size - 25) // 2  # openings of big boards take long to solve
        tests[size] = make(big, sample, seed, after)
    print(f"{'board':<12} {'positions':>9} {'decisions':>9} {'value':>6} {'accuracy':>8} {'blind':>6}")
    measures = {}
    for label, positions in tests.items():
        measures[label] = measure(parameters, examples_of(positions))
        print(f"{label:<12} {measures[label]}", flush=True)
    return measures


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="lightcycle")
    parser.add_argument("--train", default="5x5", metavar="SIZE", help="the board to learn")
    parser.add_argument("--test", nargs="*", default=["6x6", "7x7"], metavar="SIZE", help="larger boards")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--sample", type=int, default=5000, help="positions of each larger board")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        run(given.game, given.train, given.test, given.steps, given.sample, given.seed)
    except GridlockError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
