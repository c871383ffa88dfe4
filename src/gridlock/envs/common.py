"""What the environments share: ids, observations, rewards and exact values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridlock.batches import PLANES, Batch
from gridlock.errors import GridlockError
from gridlock.rules import Game, Position, make_with, other
from gridlock.search import analyze, solve
from gridlock.search.answers import question
from gridlock.search.base_solver import best_values

VERSION = 0
"""The version of all environments. Any visible change of observations, actions or rewards increases it."""


def env_id(game: str) -> str:
    """Return the id of a game's environment: ``gridlock/Spread-v0``."""
    return f"gridlock/{game[:1].upper()}{game[1:]}-v{VERSION}"


def playable_game(id: str, rows: int | None = None, cols: int | None = None, **options: str) -> Game:
    """Return a game; GridlockError if it is over before it starts."""
    game = make_with(id, rows, cols, options)
    if not game.start().legal:
        raise GridlockError(f"{id} on {game.size_text} is over before it starts: choose a larger board.")
    return game


def observation_shape(game: Game) -> tuple[int, int, int]:
    """Planes, rows and columns of an observation."""
    return len(PLANES), game.rows, game.cols


def observe(position: Position, side: int) -> NDArray[np.uint8]:
    """The planes of a position as one side sees it; see :data:`gridlock.batches.PLANES`."""
    game, turn, own, opp, extra, legal = position
    full, targets = game.board.full, game.rules.targets
    if side != turn:
        (own, opp, extra), legal = game.swapped(own, opp, extra), 0
    cells: int = legal if targets is None else targets(game.board, own, legal)
    words = (own, opp, extra, cells, full if turn == 2 else 0, full)
    packed = b"".join(word.to_bytes(8, "little") for word in words)
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little").reshape(len(words), 64)
    return bits[:, : game.board.size].reshape(observation_shape(game))


def action_mask(position: Position, side: int) -> NDArray[np.int8]:
    """The legal actions of a side, an entry per action: 1 if it is legal."""
    word = position.legal if side == position.turn else 0
    bits = np.unpackbits(np.frombuffer(word.to_bytes(8, "little"), np.uint8), bitorder="little")
    return bits[: position.game.actions].view(np.int8)


def is_legal(position: Position, action: int) -> bool:
    """Whether an action is legal."""
    return 0 <= action < position.game.actions and bool(position.legal >> int(action) & 1)


def reward(winner: int, side: int) -> float:
    """What the end of a game is worth to a side: 1 if it won, else -1."""
    return 1.0 if winner == side else -1.0


def value_info(position: Position) -> dict[str, Any]:
    """The exact value of a position: its winner, the moves to the end, and both for each legal action."""
    if not position.legal:
        return {"winner": other(position.turn), "moves": 0, "actions": {}}
    value = solve(position)
    actions = {int(each.move): (each.value.winner, each.value.moves) for each in analyze(position)}
    return {"winner": value.winner, "moves": value.moves, "actions": actions}


def batch_values(games: Batch) -> dict[str, NDArray[Any]]:
    """The exact values of a batch, an entry per game: its winner, the moves to the end, and the actions.

    An action's value is ``n`` if the side to move wins in ``n`` moves by it, ``-n`` if it loses in ``n``, 0
    if it is illegal.
    """
    with question(games.game) as solver:
        actions = solver.move_values(np.stack((games.own, games.opp, games.extra), axis=1))
    best = best_values(actions)
    winner = np.where(best > 0, games.turn, 3 - games.turn)
    return {"winner": winner, "moves": np.abs(best), "actions": actions}
