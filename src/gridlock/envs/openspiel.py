"""The games in OpenSpiel. Importing this module registers ``gridlock_spread`` and so on for every game.

``pyspiel.load_game("gridlock_spread(rows=4,cols=4)")`` plays on another board. The options of a game are
parameters too.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from gridlock.envs import common
from gridlock.installation import missing_extra
from gridlock.rules import GAMES, Game, other

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing_extra("OpenSpiel", "rl") from error


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with the parameters that OpenSpiel has read. Each game has a subclass."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = dict(params or {})
        rows, cols = settings.pop("rows", 0) or None, settings.pop("cols", 0) or None
        self.game: Game = common.playable_game(self.name, rows, cols, **settings)
        super().__init__(_game_type(self.name), _game_info(self.game), params or {})

    def new_initial_state(self, state: Any = None) -> SpielState:
        """Return the start of the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of the planes."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel clones it by copying, and serialises it as the moves from the start."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.game.start()

    def current_player(self) -> int:
        """The player to move, from 0."""
        return self.position.turn - 1 if self.position.legal else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [*map(int, self.position.legal_moves())] if player == self.position.turn - 1 else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.move(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.position.legal

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser once the game is over."""
        if self.position.legal:
            return [0.0, 0.0]
        return [common.reward(other(self.position.turn), side) for side in (1, 2)]

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """Writes the planes of a state into a tensor."""

    def __init__(self, game: Game) -> None:
        shape = common.observation_shape(game)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Observe a state as a player sees it."""
        self.dict["observation"][:] = common.observe(state.position, player + 1)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position as text."""
        return state.position.text


def _game_type(name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"gridlock_{name}",
        long_name=f"Gridlock: {GAMES[name].name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rows": 0, "cols": 0}
        | {option: values[0] for option, values in GAMES[name].variants.items()},
    )


def _game_info(game: Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.board.size,
    )


def _register() -> None:
    for name in GAMES:
        # A class, because OpenSpiel drops its reference when Python is gone, and a class survives that.
        pyspiel.register_game(_game_type(name), type(f"{name}_game", (SpielGame,), {"name": name}))


_register()
