"""Strategies that win from the start: played against every reply, and compared with known values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from boards import every_reachable, every_set_up, judge_of, make, state_of
from gridlock import Game
from gridlock.atlas import known
from gridlock.atlas.entries import boards
from gridlock.board import read_size
from gridlock.games.crossfire.strategy import middle, swap
from gridlock.games.lightcycle.strategy import facing
from gridlock.games.lightcycle.theory import faced
from gridlock.rules.strategy import Strategy, strategy_of
from gridlock.rules.variant import Variant, variants
from gridlock.search.answers import proof
from gridlock.search.dispatch import compiled_position
from gridlock.search.jit import njit
from gridlock.search.symmetry import mirror
from judge import Cell, CrossfireJudge, Judge, LightCycleJudge, State
from minimax import Minimax

SMALL = {"lightcycle": 36, "crossfire": 20, "spread": 12}  # cells, so that every reply can be tried


def games() -> Iterator[tuple[Variant, Game, Strategy]]:
    """Every board of every variant with a known strategy, in both orientations."""
    for variant in variants():
        for rows, cols in boards(variant):
            for shape in {(rows, cols), (cols, rows)}:
                if variant.can_be_on(*shape):
                    game = variant.on(*shape)
                    strategy = strategy_of(game)
                    if strategy is not None:
                        yield variant, game, strategy


# Playing them --------------------------------------------------------------------------------------


def chosen(judge: Judge, state: State, action: int) -> Cell:
    """The cell that a move chooses."""
    return judge.step(state, action) if isinstance(judge, LightCycleJudge) else divmod(action, judge.cols)


def answer(judge: Judge, strategy: Strategy, before: State, action: int) -> int | None:
    """The strategy's answer to a move, as a legal action for the judge; None if there is no answer."""
    row, col = chosen(judge, before, action)
    partner = divmod(strategy.partners[row * judge.cols + col], judge.cols)
    after = judge.play(before, action)
    return next((a for a in judge.legal(after) if chosen(judge, after, a) == partner), None)


def begun(judge: Judge, strategy: Strategy) -> State:
    """The start, after the strategy's first move, if any."""
    start = judge.start()
    if strategy.first is None:
        return start
    assert strategy.first in judge.legal(start)
    return judge.play(start, strategy.first)


def beats_every_reply(game: Game, strategy: Strategy) -> int:
    """Try every move of the other side, recursively; return the number of positions where it was to move."""
    judge = judge_of(game)
    todo = [begun(judge, strategy)]
    seen = set(todo)
    while todo:
        state = todo.pop()
        assert state.turn != strategy.side
        for action in judge.legal(state):
            answered = answer(judge, strategy, state, action)
            assert answered is not None, (game, state, action)
            child = judge.play(judge.play(state, action), answered)._replace(last=None)
            if child.turn != strategy.side and child not in seen:  # else the other side passed: it is stuck
                seen.add(child)
                todo.append(child)
    return len(seen)


def test_every_strategy_beats_every_reply_on_small_boards() -> None:
    tried = {
        (variant.stem, game.size_text): beats_every_reply(game, strategy)
        for variant, game, strategy in games()
        if game.board.size <= SMALL[game.id]
    }
    assert {stem for stem, _ in tried} == {"spread", "crossfire", "crossfire-all", "lightcycle"}
    for board in [("lightcycle", "5x7"), ("lightcycle", "6x6"), ("crossfire", "2x10"), ("crossfire", "4x4")]:
        assert tried[board] > 100
    for board in [("crossfire-all", "4x5"), ("crossfire-all", "5x4"), ("crossfire-all", "2x10")]:
        assert tried[board] > 5


def test_every_strategy_beats_random_replies_on_every_board() -> None:
    random = Random("replies")
    for _, game, strategy in games():
        judge = judge_of(game)
        state = begun(judge, strategy)
        while state.turn != strategy.side and judge.legal(state):
            action = random.choice(judge.legal(state))
            answered = answer(judge, strategy, state, action)
            assert answered is not None, (game, state, action)
            state = judge.play(judge.play(state, action), answered)


# Against known values ------------------------------------------------------------------------------


def test_the_winner_by_strategy_is_the_winner_in_the_atlas() -> None:
    compared = 0
    for _, game, strategy in games():
        value = known(game)
        if value is not None:
            assert value.winner == strategy.side, game
            compared += 1
    assert compared > 600


def test_a_theorem_decides_every_board_with_a_strategy() -> None:
    for name, rows, cols in [("lightcycle", 7, 9), ("lightcycle", 8, 8), ("spread", 8, 8)]:
        assert proof(make(name, rows, cols).start()) in ("mirror", "facing")
    for rows, cols in [(4, 16), (16, 4), (2, 30), (2, 32)]:
        assert proof(make("crossfire", rows, cols).start()) == "mirror"
    for rows, cols in [(7, 9), (8, 7), (2, 32), (3, 20), (7, 8)]:
        assert proof(make("crossfire all", rows, cols).start()) == "mirror"


def test_player_1_wins_lightcycle_exactly_if_the_columns_are_odd() -> None:
    for rows, cols in boards(Variant("lightcycle")):
        game = make("lightcycle", rows, cols)
        strategy, value = strategy_of(game), known(game)
        assert strategy is not None
        assert value is not None
        assert (strategy.side == 1) == (cols % 2 == 1) == (value.winner == 1)


def test_the_swap_covers_every_board_of_crossfire_that_player_2_is_known_to_win() -> None:
    for rows, cols in boards(Variant("crossfire", "main")):
        game = make("crossfire", rows, cols)
        value = known(game)
        assert value is None or (value.winner == 2) == (swap(game) is not None), game


# The maps themselves ----------------------------------------------------------------------------


def test_partners_in_crossfire_preserve_lines_and_share_none() -> None:
    """What the proofs need: after the first move, no open cell is on a line with its partner."""
    for variant, game, strategy in games():
        if variant.game != "crossfire":
            continue
        judge = judge_of(game)
        assert isinstance(judge, CrossfireJudge)
        partner = {cell: divmod(strategy.partners[n], game.cols) for n, cell in enumerate(judge.cells)}
        state = begun(judge, strategy)
        for n, cell in enumerate(judge.cells):
            assert partner[partner[cell]] == cell
            if n in judge.legal(state):
                assert not judge.share_a_line(cell, partner[cell]), (game, cell)
        for one, two in product(judge.cells, repeat=2):
            assert judge.share_a_line(one, two) == judge.share_a_line(partner[one], partner[two])


def test_where_a_strategy_is_known_for_crossfire() -> None:
    def sizes(kind: str, begins: Callable[[Game], object]) -> set[str]:
        shapes = product(range(1, 9), repeat=2)
        return {f"{r}x{c}" for r, c in shapes if begins(make(kind, r, c)) is not None}

    assert sizes("crossfire", middle) == {"1x1", "3x3", "5x5", "7x7"}
    assert sizes("crossfire", swap) == {"2x4", "2x6", "2x8", "4x4", "4x8", "6x4", "6x8", "8x4", "8x8"}
    even = {f"{r}x{c}" for r in (4, 6, 8) for c in (4, 6, 8)}
    every = {f"{r}x{c}" for r in range(1, 9) for c in range(1, 9)}
    assert sizes("crossfire all", middle) == every - even
    assert sizes("crossfire all", swap) == set()


def test_a_game_without_a_strategy() -> None:
    for game in (make("blockade"), make("trail"), make("spread"), make("crossfire", 4, 6)):
        assert strategy_of(game) is None


def test_the_partners_are_those_of_the_reason() -> None:
    for size in ("4x4", "2x8", "6x4"):
        game = make("crossfire", *read_size(size))
        assert mirror(game.start()) == swap(game)
    assert mirror(make("crossfire", 4, 6).start()) is None


# Mirroring -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["2x3", "3x2", "2x4", "4x2", "3x3", "1x7"])
def test_a_mirrored_side_loses_every_position_that_can_be_set_up(size: str) -> None:
    game = make("lightcycle", *read_size(size))
    minimax = Minimax(judge_of(game))
    faced = 0
    for position in every_set_up(game):
        if facing(position) is not None:
            assert minimax.value(state_of(position))[0] != position.turn, position.text
            faced += 1
    assert faced > 20


@njit
def _is_faced(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    return faced(board, own, opp, board.full & ~(own | opp | extra))


@pytest.mark.parametrize("size", ["3x4", "4x3", "3x5", "2x8"])
def test_the_search_agrees_with_the_plain_function(size: str) -> None:
    game = make("lightcycle", *read_size(size))
    count = 0
    for position in every_reachable(game):
        seen = bool(_is_faced(*compiled_position(position)))
        assert seen == (facing(position) is not None), position.text
        count += seen
    assert count > 10
