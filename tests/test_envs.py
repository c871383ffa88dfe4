"""Environments for learning programs, checked by the frameworks' own tests and against our solver."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from boards import every_reachable, make
from gridlock import GridlockError, analyze, solve
from gridlock.envs import common, openspiel
from gridlock.envs import gymnasium as gymnasium_envs
from gridlock.envs import pettingzoo as pettingzoo_envs
from gridlock.installation import how_to_install
from gridlock.rules import FIVE
from gridlock.rules.registry import FILES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests import its old games
    from pettingzoo.test import api_test, render_test, seed_test

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*observation.*:UserWarning"),  # a dict, for the mask
]

TESTS = Path(__file__).parent
BOARDS = [(name, None, None) for name in FIVE] + [
    ("trail", 1, 1), ("blockade", 2, 2), ("spread", 2, 2), ("spread", 8, 8), ("crossfire", 1, 64),
]  # fmt: skip


def ids(value: object) -> str:
    return "" if value is None else str(value)


boards = pytest.mark.parametrize(("name", "rows", "cols"), BOARDS, ids=ids)


# The frameworks' own checks -----------------------------------------------------------------------


def check_pettingzoo(name: str, rows: int | None = None, cols: int | None = None) -> None:
    api_test(pettingzoo_envs.env(name, rows, cols), num_cycles=60)
    seed_test(lambda: pettingzoo_envs.env(name, rows, cols), num_cycles=10)
    render_test(lambda render_mode: pettingzoo_envs.env(name, rows, cols, render_mode=render_mode))


def check_gymnasium(name: str, rows: int | None = None, cols: int | None = None) -> None:
    check_env(gymnasium.make(common.env_id(name), rows=rows, cols=cols).unwrapped)
    check_vector(gymnasium.make_vec(common.env_id(name), num_envs=5, rows=rows, cols=cols))


def check_vector(env: Any) -> None:
    """What check_env asks of an environment, for a vector of them."""
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, _ = env.reset(seed=7)
    again, info = env.reset(seed=7)
    assert np.array_equal(first, again)
    ended = 0
    for _ in range(80):
        mask = info["action_mask"]
        actions = np.array([Random(int(row.sum())).choice(np.flatnonzero(row)) for row in mask])
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert seen.shape[0] == len(rewards) == len(terminated) == env.num_envs
        assert not truncated.any()
        assert (rewards == terminated).all()  # only a winning move ends a game
        assert ("final_obs" in info) == terminated.any()
        if terminated.any():
            assert not info["final_obs"][terminated][:, 3].any()  # nobody can move
            assert np.array_equal(info["_final_obs"], terminated)
        ended += terminated.sum()
    assert ended


def check_openspiel(name: str, rows: int | None = None, cols: int | None = None) -> None:
    game = pyspiel.load_game(f"gridlock_{name}", {"rows": rows or 0, "cols": cols or 0})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def check_sides(name: str) -> None:
    """In a game whose third word tells the sides apart, each side sees its own, also while it waits."""
    position = make(name).start()
    for _ in range(2):
        assert not common.observe(position, 1)[2].any()
        assert common.observe(position, 2)[2].all()
        position = position.play(position.legal_moves()[0])


@boards
def test_pettingzoo(name: str, rows: int | None, cols: int | None) -> None:
    check_pettingzoo(name, rows, cols)


@boards
def test_gymnasium(name: str, rows: int | None, cols: int | None) -> None:
    check_gymnasium(name, rows, cols)


@boards
def test_openspiel(name: str, rows: int | None, cols: int | None) -> None:
    check_openspiel(name, rows, cols)


PLUG_INS = """
import warnings
warnings.simplefilter("ignore")
from test_envs import check_gymnasium, check_openspiel, check_pettingzoo, check_sides
for check in (check_gymnasium, check_openspiel, check_pettingzoo):
    check("kayles")
    check("domineering")
check_sides("domineering")
"""


def test_games_of_plug_ins() -> None:
    examples = TESTS.parent / "examples"
    files = os.pathsep.join(str(examples / name / f"{name}.py") for name in ("kayles", "domineering"))
    environment = os.environ | {FILES: files, "PYTHONPATH": str(TESTS)}
    subprocess.run([sys.executable, "-c", PLUG_INS], env=environment, check=True, stdout=subprocess.DEVNULL)


# Values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rows"), [("trail", 4), ("lightcycle", 4)])
def test_openspiels_solver_agrees_in_every_state(name: str, rows: int) -> None:
    game = make(name, rows, rows)
    table = MinimaxSolver(f"gridlock_{name}(rows={rows},cols={rows})").solve()
    assert set(table) == {position.text for position in every_reachable(game) if position.legal}
    for text, entry in table.items():
        position = game.position(text)
        winner = solve(position, winner_only=True).winner
        assert entry.value == common.reward(winner, position.turn), text


def test_the_exact_value_is_in_the_info_on_request() -> None:
    env = gymnasium.make("gridlock/Trail-v0", values=True, side=1, rows=3, cols=3)
    _, info = env.reset(seed=1)
    value = solve(make("trail", 3, 3).start())
    assert (info["value"]["winner"], info["value"]["moves"]) == (value.winner, value.moves)
    for action, (winner, moves) in info["value"]["actions"].items():
        after = solve(make("trail", 3, 3).start().play(action))
        assert (winner, moves) == (after.winner, after.moves)
    assert set(info["value"]["actions"]) == set(np.flatnonzero(info["action_mask"]))
    zoo = pettingzoo_envs.env("trail", 3, 3, values=True)
    zoo.reset()
    assert zoo.last()[4]["value"] == info["value"]


@pytest.mark.parametrize("name", FIVE)
def test_the_exact_values_of_a_batch(name: str) -> None:
    envs = gymnasium_envs.GameVectorEnv(name, 20, 3, 3, values=True)
    _, info = envs.reset(seed=2)
    for _ in range(8):
        values = info["value"]
        for number, position in enumerate(envs.batch[k] for k in range(20)):
            value = solve(position)
            assert (values["winner"][number], values["moves"][number]) == (value.winner, value.moves)
            row = np.zeros(position.game.actions)
            for move, after in analyze(position):
                assert after.moves is not None
                row[move] = after.moves + 1 if after.winner == position.turn else -after.moves - 1
            assert (values["actions"][number] == row).all()
        *_, info = envs.step(envs.batch.sample())


# Conventions ---------------------------------------------------------------------------------------


def test_an_illegal_action_loses() -> None:
    env = gymnasium.make("gridlock/Spread-v0", side=1).unwrapped
    env.reset(seed=1)
    env.step(0)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"], info["action_mask"].any()) == (-1.0, True, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    zoo = pettingzoo_envs.env("spread")
    zoo.reset()
    zoo.step(0)
    zoo.step(0)
    assert zoo.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert zoo.infos["player_2"] == {"illegal": True}
    assert all(zoo.terminations.values())
    assert not zoo.observe("player_1")["action_mask"].any()


@pytest.mark.parametrize("opponent", ["random", "greedy", "mcts:20", "level:2", "perfect"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_goes_on_alike(opponent: str, copied: Callable[[Any], Any]) -> None:
    env: Any = gymnasium.make("gridlock/Trail-v0", opponent=opponent).unwrapped
    _, info = env.reset(seed=5)
    env.step(int(info["action_mask"].argmax()))
    other = copied(env)
    while env.position.legal:
        action = int(env.action_masks().argmax())
        seen, *rest = env.step(action)
        seen_too, *rest_too = other.step(action)
        assert np.array_equal(seen, seen_too)
        assert rest[:3] == rest_too[:3]


def test_pettingzoo_and_openspiel_copies_in_mid_game() -> None:
    zoo = pettingzoo_envs.env("blockade")
    zoo.reset()
    zoo.step(int(zoo.last()[0]["action_mask"].argmax()))
    for other in (copy.deepcopy(zoo), pickle.loads(pickle.dumps(zoo))):
        assert other.position == zoo.position
        assert other.agent_selection == zoo.agent_selection
    state = pyspiel.load_game("gridlock_blockade").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    other = state.clone()
    assert str(other) == str(state)
    other.apply_action(other.legal_actions()[0])
    assert str(other) != str(state)


def test_options_are_parameters() -> None:
    assert pettingzoo_envs.env("crossfire", diagonals="all").game is make("crossfire all")
    assert gymnasium.make("gridlock/Crossfire-v0", diagonals="all").unwrapped.game is make("crossfire all")  # type: ignore[attr-defined]
    game = pyspiel.load_game("gridlock_crossfire(diagonals=all)")
    assert game.num_distinct_actions() == 25
    assert str(game.new_initial_state()) == make("crossfire all").start().text


@pytest.mark.parametrize(
    "open_env", [pettingzoo_envs.env, gymnasium_envs.GameEnv, gymnasium_envs.GameVectorEnv]
)
def test_games_that_are_over_at_the_start_are_refused(open_env: Callable[..., Any]) -> None:
    with pytest.raises(
        GridlockError, match="blockade on 1x2 is over before it starts: choose a larger board"
    ):
        open_env("blockade", rows=1, cols=2)


def test_wrong_sides_and_opponents_are_refused() -> None:
    with pytest.raises(GridlockError, match="The agent's side is 1 or 2, not '3'"):
        gymnasium.make("gridlock/Spread-v0", side=3)
    with pytest.raises(GridlockError, match="There is no player 'levle:3'"):
        gymnasium.make("gridlock/Spread-v0", opponent="levle:3")


def test_observers_see_their_own_side() -> None:
    state = pyspiel.load_game("gridlock_spread").new_initial_state()
    state.apply_action(12)
    observer = openspiel.Observer(make("spread"))
    observer.set_from(state, 0)
    assert observer.dict["observation"][:2, 2, 2].tolist() == [1, 0]
    observer.set_from(state, 1)
    assert observer.dict["observation"][:2, 2, 2].tolist() == [0, 1]


@pytest.mark.parametrize("module", ["jax", "gymnasium", "pettingzoo", "openspiel"])
def test_a_missing_package_is_a_sentence(module: str) -> None:
    package = {"openspiel": "pyspiel"}.get(module, module)
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"from gridlock import GridlockError\n"
        f"try:\n    import gridlock.envs.{module}\nexcept GridlockError as error:\n    print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    extra = "jax" if module == "jax" else "rl"
    assert run.stdout.endswith(f"needs more packages. {how_to_install(extra)}\n")


# Versions ------------------------------------------------------------------------------------------

FINGERPRINTS: dict[str, str] = {
    "gridlock/Spread-v0": "c3819218ff9bc6db",
    "gridlock/Crossfire-v0": "68bfc1eec01b7c1a",
    "gridlock/Lightcycle-v0": "61a3371407a372af",
    "gridlock/Trail-v0": "f5e94c573574296c",
    "gridlock/Blockade-v0": "bb75bd53f1bf159e",
}
"""Hashes of the observations, masks and rewards of a few games. If one changes, so must the version."""


def fingerprint(name: str) -> str:
    """Hash what agents see and earn in a few random games."""
    digest, random = hashlib.sha256(), Random(f"fingerprint of {name}")
    env = pettingzoo_envs.env(name)
    for _ in range(5):
        env.reset()
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            digest.update(f"{agent} {reward} {over} {seen['observation'].shape}".encode())
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
            env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return digest.hexdigest()[:16]


def test_a_visible_change_has_a_new_version() -> None:
    assert {common.env_id(name): fingerprint(name) for name in FIVE} == FINGERPRINTS
