"""The games as PettingZoo environments (AEC), with an action mask in the observation."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.envs import common
from gridlock.installation import missing_extra
from gridlock.rules import Position, other

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise missing_extra("PettingZoo", "rl") from error

SIDES = {"player_1": 1, "player_2": 2}
"""The agents and their sides."""


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game between two agents. An illegal action loses, and ``infos`` says so."""

    metadata = {"render_modes": ["human", "ansi"], "is_parallelizable": False}
    agent_selection: str

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        *,
        render_mode: str | None = None,
        values: bool = False,
        **options: str,
    ) -> None:
        super().__init__()
        self.game = common.playable_game(game, rows, cols, **options)
        self.metadata = GameEnv.metadata | {"name": common.env_id(game)}
        self.render_mode = render_mode
        self.values = values
        self.position: Position = self.game.start()
        self.possible_agents = list(SIDES)
        board = spaces.Box(0, 1, common.observation_shape(self.game), np.uint8)
        mask = spaces.Box(0, 1, (self.game.actions,), np.int8)
        observation = spaces.Dict({"observation": board, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(SIDES, observation)
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in SIDES}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SIDES}
        self._move_to(self.game.start())

    def observe(self, agent: str) -> dict[str, Any]:
        side = SIDES[agent]
        over = self.terminations[agent]
        mask = common.action_mask(self.position, 0 if over else side)
        return {"observation": common.observe(self.position, side), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        side = SIDES[agent]
        legal = common.is_legal(self.position, int(action))
        if legal:
            self._move_to(self.position.play(int(action)))
        else:
            self.infos[agent]["illegal"] = True
            self.agent_selection = self.possible_agents[other(side) - 1]
        if not (legal and self.position.legal):
            self._finish(other(self.position.turn))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text, or print it if the mode is ``human``."""
        if self.render_mode != "human":
            return str(self.position)
        print(self.position)
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _move_to(self, position: Position) -> None:
        self.position = position
        self.agent_selection = self.possible_agents[position.turn - 1]
        if self.values:
            value = common.value_info(position)
            for info in self.infos.values():
                info["value"] = value

    def _finish(self, winner: int) -> None:
        self.rewards = {agent: common.reward(winner, side) for agent, side in SIDES.items()}
        self.terminations = dict.fromkeys(SIDES, True)


def env(game: str, rows: int | None = None, cols: int | None = None, **arguments: Any) -> GameEnv:
    """Return the environment of a game. See :class:`GameEnv` for the arguments."""
    return GameEnv(game, rows, cols, **arguments)
