"""Batches: reproducible, independent of their size and of threads, and strict about what they are given."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import gridlock
from boards import KINDS, make
from game_files import UNCOMPILABLE, game_file
from gridlock import GridlockError, InvalidChoice, InvalidMove, batch
from gridlock.batches import kernels
from gridlock.batches.kernels import nth_bit
from gridlock.search.jit import njit

pytestmark = pytest.mark.slow  # each game is compiled once

WORD = 2**64 - 1


@njit
def choose(words: Any, numbers: Any, out: Any) -> None:
    for k in range(len(words)):
        out[k] = nth_bit(words[k], numbers[k])


def test_the_nth_bit_is_that_of_a_loop() -> None:
    random = Random("nth bit")
    words = [WORD] + [random.getrandbits(64) & random.getrandbits(64) for _ in range(999)]
    pairs = [(word, n, k) for word in words for n, k in enumerate(k for k in range(64) if word >> k & 1)]
    numbers = np.array([pair[1] for pair in pairs], dtype=np.uint64)
    out = np.empty(len(pairs), dtype=np.int64)
    choose(np.array([pair[0] for pair in pairs], dtype=np.uint64), numbers, out)
    assert out.tolist() == [place for _, _, place in pairs]


@pytest.mark.parametrize("kind", ["spread", "blockade"])
def test_a_game_depends_neither_on_the_others_nor_on_threads(kind: str) -> None:
    few, many = batch(make(kind), 3, seed=5), batch(make(kind), 5000, seed=5, threads=2)
    for _ in range(40):
        actions = many.sample()
        assert few.sample().tolist() == actions[:3].tolist()
        few.step(actions[:3])
        many.step(actions)
    for name in ("own", "opp", "extra", "legal", "turn"):
        assert np.array_equal(getattr(few, name), getattr(many, name)[:3])
    assert np.array_equal(few.observe(), many.observe()[:3])
    assert np.array_equal(few.mask(), many.mask()[:3])


def test_threads_share_every_pass() -> None:
    one, two = (batch(make("lightcycle"), 9001, seed=1, threads=threads) for threads in (1, 4))
    for _ in range(5):
        actions = two.sample()
        assert np.array_equal(one.sample(), actions)
        assert np.array_equal(one.step(actions).winner, two.step(actions).winner)
        assert np.array_equal(one.observe(), two.observe())
        assert np.array_equal(one.mask(), two.mask())


def splitmix(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB & WORD
    return state ^ state >> 31


def random_game(game: gridlock.Game, stream: int) -> tuple[int, int]:
    """The number of moves and the winner of the random game of a stream."""
    position, moves = game.start(), 0
    while legal := position.legal_moves():
        stream = stream + 0x9E3779B97F4A7C15 & WORD
        position = position.play(legal[(splitmix(stream) >> 32) * len(legal) >> 32])
        moves += 1
    return moves, 3 - position.turn


@pytest.mark.parametrize("kind", KINDS)
def test_random_play_is_that_of_positions(kind: str) -> None:
    game, seed = make(kind), 11
    key = splitmix(seed ^ 0x5DEECE66D)
    results = [random_game(game, splitmix(key ^ number)) for number in range(150)]
    tally = batch(game, 1, seed=seed).random_play(150)
    assert tally.moves == sum(moves for moves, _ in results)
    assert tally.wins == tuple([winner for _, winner in results].count(side) for side in (1, 2))


def test_random_play_can_be_divided() -> None:
    game = make("spread")
    whole = batch(game, 1, seed=2).random_play(30_000)
    assert batch(game, 1, seed=2, threads=3).random_play(30_000) == whole
    parts = batch(game, 1, seed=2)
    first, second = parts.random_play(10_000), parts.random_play(20_000)
    assert (first.moves + second.moves, sum(first.wins + second.wins)) == (whole.moves, whole.games)


def test_every_action_is_equally_likely() -> None:
    counts = np.bincount(batch(make("trail"), 16_000, seed=3).sample(), minlength=16)
    assert counts.sum() == 16_000
    assert ((counts > 850) & (counts < 1150)).all()  # five standard deviations


@pytest.mark.parametrize("action", [-1, 0, 25, 63, 64, 10**12])
def test_an_illegal_action_loses_and_is_reported(action: int) -> None:
    played = batch(make("spread"), 3, seed=1)
    played.step([0, 1, 2])
    before = played.observe()
    result = played.step([action, 12, 12])
    assert result.illegal.tolist() == [True, False, False]
    assert result.winner.tolist() == [1, 0, 0]  # it was side 2's turn
    assert result.done.tolist() == [True, False, False]
    assert played[0] == make("spread").start()
    reached = played.observe_reached()
    assert np.array_equal(reached[0][[0, 1, 2, 4, 5]], before[0][[0, 1, 2, 4, 5]])
    assert not reached[0][3].any()  # no legal moves any more
    assert np.array_equal(reached[1:], played.observe()[1:])


def test_positions_of_a_batch() -> None:
    played = batch("crossfire", 2, seed=1)
    played.step(np.array([12, 0], dtype=np.uint8))
    assert played[0] == make("crossfire").start().play("3,3")
    assert [len(played), played.legal.dtype, played.mask().dtype] == [2, np.uint64, np.bool_]
    assert played.observe(np.float32).dtype == np.float32
    assert "gridlock.batch(" in repr(played)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda played: pickle.loads(pickle.dumps(played))])
def test_a_copy_goes_on_alike(copied: Any) -> None:
    played = batch(make("spread"), 50, seed=4)
    for _ in range(7):
        played.step(played.sample())
    other = copied(played)
    for _ in range(20):
        actions = played.sample()
        assert np.array_equal(other.sample(), actions)
        assert np.array_equal(other.step(actions).winner, played.step(actions).winner)
        assert np.array_equal(other.observe(), played.observe())
    assert np.array_equal(other.legal, played.legal)


def test_without_a_seed_every_batch_is_different() -> None:
    assert batch(make("trail"), 1).seed != batch(make("trail"), 1).seed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((make("blockade", 1, 2), 4), "blockade on 1x2 is over before it starts: choose a larger board"),
        ((make("trail"), 0), "The number of games is a whole number from 1 on, not '0'"),
        ((make("trail"), 2.5), "The number of games is a whole number from 1 on, not '2.5'"),
    ],
)
def test_batches_that_are_refused(arguments: Any, sentence: str) -> None:
    with pytest.raises(GridlockError, match=sentence):
        batch(*arguments)


def test_wrong_arguments_are_refused() -> None:
    played = batch(make("trail"), 3)
    with pytest.raises(InvalidChoice, match="The number of threads"):
        batch(make("trail"), 3, threads=0)
    with pytest.raises(InvalidChoice, match="A seed is a whole number, not 'x'"):
        batch(make("trail"), 3, seed="x")  # type: ignore[arg-type]
    with pytest.raises(InvalidMove, match="takes 3 actions, one a game"):
        played.step([1, 2])
    with pytest.raises(InvalidMove, match="whole numbers, not float64"):
        played.step([0.0, 1.0, 2.0])


def test_rules_that_cannot_be_compiled_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        game_file(tmp_path / "uncompilable.py", UNCOMPILABLE, monkeypatch),
        pytest.raises(GridlockError, match=r"rules of hexes can't be compiled.*uncompilable\.py, line 10"),
    ):
        batch("hexes", 2)


CODE = """
import gridlock
from gridlock.batches import kernels
played = gridlock.batch("trail", 40, seed=1)
played.step(played.sample()), played.mask(), played.observe(), played.random_play(10)
print(*(sum(getattr(kernels, name).stats.cache_misses.values()) for name in
        ("step", "sample", "plane_words", "unpack", "play_randomly", "start_streams")))
"""


def test_kernels_are_compiled_once_for_all_processes() -> None:
    batch("trail", 40).random_play(10)
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0"] * 6
    assert all(getattr(kernels, name).py_func.__closure__ is None for name in ("step", "play_randomly"))


def test_importing_gridlock_loads_no_laboratory() -> None:
    heavy = ("numpy", "numba", "jax", "gymnasium", "pettingzoo", "pyspiel", "gridlock.drawing")
    code = f"import gridlock, sys; gridlock.make('trail').start(); print({set(heavy)!r} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
