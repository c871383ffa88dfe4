"""The games as Gymnasium environments: one agent against a player, and batches for self-play.

Importing this module registers them: ``gymnasium.make("gridlock/Spread-v0")``, and so on for every game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridlock.batches import batch
from gridlock.envs import common
from gridlock.errors import InvalidChoice, excerpt
from gridlock.installation import missing_extra
from gridlock.players import make_player
from gridlock.rules import GAMES, other

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_extra("Gymnasium", "rl") from error

Observation = NDArray[np.uint8]


class GameEnv(gymnasium.Env[Observation, Any]):
    """A game against a player such as ``random``, ``level:3`` or ``perfect``.

    ``side`` is the agent's side; without it, the seed decides at each reset. The legal actions are in
    ``info["action_mask"]``; an illegal one loses.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        *,
        opponent: str = "random",
        side: int | None = None,
        render_mode: str | None = None,
        values: bool = False,
        **options: str,
    ) -> None:
        self.game = common.playable_game(game, rows, cols, **options)
        make_player(opponent)  # raises if there is no such player
        if side not in (None, 1, 2):
            raise InvalidChoice(f"The agent's side is 1 or 2, not {excerpt(repr(side))}.")
        self.render_mode = render_mode
        self.opponent = opponent
        self._fixed_side = side
        self._values = values
        self._illegal = False
        self.side = side or 1
        self.position = self.game.start()
        self.observation_space = spaces.Box(0, 1, common.observation_shape(self.game), np.uint8)
        self.action_space = spaces.Discrete(self.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.side = self._fixed_side or int(self.np_random.integers(1, 3))
        self.position = self.game.start()
        self._illegal = False
        self._answer()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._illegal or not self.position.legal:
            raise gymnasium.error.ResetNeeded("The game is over: call reset to start another.")
        self._illegal = not common.is_legal(self.position, int(action))
        if not self._illegal:
            self.position = self.position.play(int(action))
            self._answer()
        over = self._illegal or not self.position.legal
        earned = common.reward(other(self.position.turn), self.side) if over else 0.0
        return self._observe(), earned, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO asks for them."""
        return common.action_mask(self.position, 0 if self._illegal else self.side).astype(bool)

    def render(self) -> str:
        """Return the board as text."""
        return str(self.position)

    def _answer(self) -> None:
        """Let the opponent move until it's the agent's turn.

        There is a new player for each move, so that all the state is here, for copies and pickles.
        """
        while self.position.legal and self.position.turn != self.side:
            player = make_player(self.opponent, seed=int(self.np_random.integers(2**32)))
            self.position = self.position.play(player.choose(self.position, None))

    def _observe(self) -> Observation:
        return common.observe(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": common.action_mask(self.position, 0 if self._illegal else self.side)
        }
        if self._illegal:
            info["illegal"] = True
        if self._values:
            info["value"] = common.value_info(self.position)
        return info


class GameVectorEnv(VectorEnv[Observation, Any, Any]):
    """A batch of games in which the agents play both sides: each action is for the side to move.

    The reward is the mover's: 1 for the winning move, -1 for an illegal one. A game that ends restarts in the
    same step; ``final_obs`` then has its last position.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        rows: int | None = None,
        cols: int | None = None,
        *,
        threads: int = 1,
        values: bool = False,
        **options: str,
    ) -> None:
        self.game = common.playable_game(game, rows, cols, **options)
        self.num_envs = num_envs
        self._values = values
        self.batch = batch(self.game, num_envs, threads=threads)
        self.single_observation_space = spaces.Box(0, 1, common.observation_shape(self.game), np.uint8)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        self.batch.reset(seed[0] if isinstance(seed, list) else seed)
        return self.batch.observe(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        mover = self.batch.turn.copy()
        result = self.batch.step(actions)
        done = result.done
        rewards = np.where(done, np.where(result.winner == mover, 1.0, -1.0), 0.0)
        info = self._info() | {"illegal": result.illegal}
        if done.any():
            info |= {"final_obs": self.batch.observe_reached(), "_final_obs": done}
        return self.batch.observe(), rewards, done, np.zeros_like(done), info

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.batch.mask(), "turn": self.batch.turn.copy()}
        return info | {"value": common.batch_values(self.batch)} if self._values else info


def _register() -> None:
    for name in GAMES:
        gymnasium.register(
            common.env_id(name),
            entry_point=f"{__name__}:GameEnv",
            vector_entry_point=f"{__name__}:GameVectorEnv",
            kwargs={"game": name},
        )


_register()
