"""The rule functions on NumPy arrays and in compiled code, compared with Python ints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from gridlock import Game, Position
from gridlock.board import typed
from gridlock.rules.game import Rules
from gridlock.search import dispatch as _dispatch  # noqa: F401  (makes the geometry known to Numba)


@cache
def compiled(rules: Rules) -> tuple[Callable[..., Any], Callable[..., Any]]:
    legal = register_jitable(rules.legal)
    play = register_jitable(rules.play)

    @njit
    def legal_loop(board: Any, own: Any, opp: Any, extra: Any, out: Any) -> None:
        for k in range(len(own)):
            out[k] = np.uint64(legal(board, own[k], opp[k], extra[k]))

    @njit
    def play_loop(board: Any, own: Any, opp: Any, extra: Any, moves: Any, out: Any) -> None:
        for k in range(len(own)):
            out[0, k], out[1, k], out[2, k] = play(board, own[k], opp[k], extra[k], moves[k])

    return legal_loop, play_loop


def assert_kinds_agree(game: Game, positions: Sequence[Position]) -> None:
    """Check that legal words and the words after every legal move are the same in all three kinds."""
    board = typed(game.board)
    legal_loop, play_loop = compiled(game.rules)

    own, opp, extra = _columns(p.words for p in positions)
    expected = np.array([p.legal for p in positions], dtype=np.uint64)
    assert np.array_equal(np.uint64(game.rules.legal(board, own, opp, extra)), expected)
    out = np.empty_like(expected)
    legal_loop(board, own, opp, extra, out)
    assert np.array_equal(out, expected)

    played = [
        ((p.own, p.opp, p.extra, int(move)), game.rules.play(game.board, p.own, p.opp, p.extra, int(move)))
        for p in positions
        for move in p.legal_moves()
    ]
    if not played:
        return
    own, opp, extra, moves = _columns(before for before, _ in played)
    after = np.stack(_columns(words for _, words in played))
    arrays = game.rules.play(board, own, opp, extra, moves)
    assert np.array_equal(np.stack(np.broadcast_arrays(*arrays)), after)
    out = np.empty_like(after)
    play_loop(board, own, opp, extra, moves.astype(np.int64), out)
    assert np.array_equal(out, after)


def _columns(rows: Any) -> list[Any]:
    return [np.array(column, dtype=np.uint64) for column in zip(*rows, strict=True)]
