"""Bounds on the score of a form are true, and so is the choice of moves worth searching."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from boards import KINDS, comparable, every_reachable, every_set_up, judge_of, make, state_of
from forms import Form, Forms, delayed, from_child, score_of, set_up
from gridlock import Position
from gridlock.board import cells, read_size
from gridlock.search.dispatch import MIRROR, knowledge_of, reductions_of, theorems_of
from gridlock.search.limits import ALL_THEOREMS
from minimax import Minimax

pytestmark = pytest.mark.slow

BOARDS = [
    *((kind, size) for kind in KINDS for size in ["2x2", "2x3", "3x2", "2x4"]),
    *((kind, "3x3") for kind in KINDS if kind != "blockade"),
    *(("spread", size) for size in ["1x9", "9x1"]),
    *(("crossfire", size) for size in ["3x4", "4x3", "2x6", "1x7"]),
    *(("crossfire all", size) for size in ["3x4", "1x7"]),
    *(("lightcycle", size) for size in ["3x4", "4x3", "4x4", "1x7"]),
    *(("trail", size) for size in ["3x4", "4x3", "1x7"]),
    *(("blockade", size) for size in ["1x5", "1x7"]),
]
CHECKED = 200


@cache
def forms_of(kind: str, size: str) -> Forms:
    return Forms(make(kind, *read_size(size)))


def settings(forms: Forms) -> list[int]:
    """All theorems and reductions, none, each one off, and only each one."""
    bits = [*theorems_of(forms.game).values(), *reductions_of(forms.game).values()]
    return [ALL_THEOREMS, 0, *bits, *(ALL_THEOREMS ^ bit for bit in bits)]


def some_positions(forms: Forms) -> list[Position]:
    """Reachable positions and set-up ones."""
    game = forms.game
    random = Random(f"bounds of {game!r}")
    reachable = list(every_reachable(game))
    small = game.board.size <= 6 and game.id != "trail"
    others = list(every_set_up(game)) if small else [set_up(game, random) for _ in range(CHECKED)]
    return [
        position
        for group in (reachable, others)
        for position in random.sample(group, min(CHECKED, len(group)))
    ]


@pytest.mark.parametrize(("kind", "size"), BOARDS)
def test_bounds_are_true(kind: str, size: str) -> None:
    """With and without the sign, and also where the side to move is stuck."""
    forms = forms_of(kind, size)
    minimax = Minimax(judge_of(forms.game))
    for position in some_positions(forms):
        true = score_of(minimax.value(comparable(forms.game, state_of(position))), position.turn)
        for theorems in settings(forms):
            form, delay = forms.reduce(forms.of(position.words), theorems)
            score = delayed(true, -delay)
            for sign in (0, 1 if score > 0 else -1):
                assert_sound(forms, form, score, sign, theorems, position.text)


def assert_sound(forms: Forms, form: Form, score: int, sign: int, theorems: int, text: str) -> None:
    lower, upper, lost, won, moves = forms.bounds(form, sign, theorems)
    where = text, theorems, sign, score
    assert lower <= score <= upper, (where, lower, upper)
    assert won <= score if score > 0 else score <= lost, (where, lost, won)
    options = forms.options(form)
    assert moves & ~options == 0, where
    if options:
        left = [from_child(forms.score(forms.follow(form, move))) for move in cells(moves)]
        assert max(left) == score, where
        if lower > 0 and knowledge_of(type(forms.game)).decisive:
            assert min(left) > 0, where


@pytest.mark.parametrize(("kind", "size"), BOARDS)
def test_a_side_whose_moves_are_copied_loses(kind: str, size: str) -> None:
    forms = forms_of(kind, size)
    minimax = Minimax(judge_of(forms.game))
    for position in some_positions(forms):
        for theorems in (ALL_THEOREMS, int(MIRROR)):
            form, _ = forms.reduce(forms.of(position.words), theorems)
            if forms.copied(form):
                winner, _ = minimax.value(comparable(forms.game, state_of(position)))
                assert winner != position.turn, (position.text, theorems)
