"""Forms of the search are consistent with play, and reductions don't change their value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from boards import (
    KINDS,
    comparable,
    every_reachable,
    every_set_up,
    judge_of,
    make,
    playable,
    random_game,
    state_of,
)
from forms import Form, Forms, delayed, score_of, set_up
from gridlock import Position
from gridlock.board import cells, permute, read_size
from gridlock.search.dispatch import knowledge_of, reductions_of
from minimax import Minimax

pytestmark = pytest.mark.slow

SIZES = ["2x3", "4x5", "5x5", "3x9", "9x3", "8x8", "4x16", "1x64", "64x1", "1x9"]
BOARDS = [(kind, size) for kind in KINDS for size in SIZES if playable(kind, *read_size(size))]
CANCELLED = {"spread", "crossfire"}
"""The games in which pairs of moves in hand cancel."""
FAITHFUL = {"private", "cancel", "order", "reach"}
"""Reductions that keep every distinct move; the others may drop a worse one."""


@cache
def forms_of(kind: str, size: str) -> Forms:
    return Forms(make(kind, *read_size(size)))


def positions(kind: str, size: str, count: int = 60) -> Iterator[Position]:
    """Half of random games, half set up."""
    random = Random(f"forms of {kind} on {size}")
    game = forms_of(kind, size).game
    for _ in range(count // 2):
        yield random.choice(list(random_game(game, random)))
        yield set_up(game, random)


def settings(kind: str) -> list[int]:
    """All reductions, none, each one off, and only each one."""
    return choices(list(reductions_of(make(kind)).values()))


def faithful(kind: str) -> list[int]:
    """The same with only the faithful ones."""
    return choices([bit for name, bit in reductions_of(make(kind)).items() if name in FAITHFUL])


def choices(bits: list[int]) -> list[int]:
    every = sum(bits)
    return [every, 0, *bits, *(every ^ bit for bit in bits)]


@pytest.mark.parametrize(("kind", "size"), BOARDS)
def test_forms_obey_the_invariants(kind: str, size: str) -> None:
    """All invariants in one walk: the quick ones for all positions, the others for the first few."""
    forms = forms_of(kind, size)
    for number, position in enumerate(positions(kind, size, 100)):
        check_that_to_reduce_twice_is_to_reduce_once(forms, kind, position)
        check_that_nothing_is_reduced_if_nothing_may_be(forms, position)
        if number < 40:
            check_that_the_moves_of_a_form_are_the_legal_ones(forms, position)
            check_that_a_form_keeps_step_with_play(forms, position)
            check_that_turned_positions_have_turned_forms(forms, kind, position)
        if number < 20:
            check_that_a_reduced_form_keeps_step_with_play(forms, kind, position)


def check_that_the_moves_of_a_form_are_the_legal_ones(forms: Forms, position: Position) -> None:
    assert forms.options(forms.of(position.words)) == position.legal, position.text


def check_that_a_form_keeps_step_with_play(forms: Forms, position: Position) -> None:
    """Playing a move and taking the form equals taking the form and following the move."""
    before = forms.of(position.words)
    for move in position.legal_moves():
        after = forms.of(position.words_after(move))
        assert forms.reduce(forms.follow(before, move), 0) == (after, 0), (position.text, move)


def check_that_a_reduced_form_keeps_step_with_play(forms: Forms, kind: str, position: Position) -> None:
    """The same forms follow, as many moves sooner, as if the form hadn't been reduced.

    Except for moves that both sides have in hand: those that cancel are never made.
    """
    plain = forms.of(position.words)
    for theorems in faithful(kind):
        expected = reduced_children(forms, plain, theorems)
        reduced, delay = forms.reduce(plain, theorems)
        children = reduced_children(forms, reduced, theorems, delay)
        assert children <= expected, (position.text, theorems)
        if delay == 0:
            assert children == expected, (position.text, theorems)
        else:
            assert kind.split()[0] in CANCELLED
            left_out = expected - children  # every move in hand leads to the same form
            assert len(left_out) <= 1, (position.text, theorems)


def reduced_children(forms: Forms, form: Form, theorems: int, delay: int = 0) -> set[tuple[Form, int]]:
    """The reduced children of a form, with how much sooner they end."""
    reduced = (forms.reduce(child, theorems) for child in forms.children(form))
    return {(child, delay + more) for child, more in reduced}


def check_that_to_reduce_twice_is_to_reduce_once(forms: Forms, kind: str, position: Position) -> None:
    for theorems in settings(kind):
        reduced, _ = forms.reduce(forms.of(position.words), theorems)
        assert forms.reduce(reduced, theorems) == (reduced, 0), (position.text, theorems)


def check_that_nothing_is_reduced_if_nothing_may_be(forms: Forms, position: Position) -> None:
    form = forms.of(position.words)
    assert forms.reduce(form, 0) == (form, 0), position.text


def check_that_turned_positions_have_turned_forms(forms: Forms, kind: str, position: Position) -> None:
    """With every reduction except those that sort, which needn't preserve orientation."""
    order = reductions_of(forms.game).get("order", 0)
    turns_third = knowledge_of(type(forms.game)).cells
    for theorems in faithful(kind):
        (first, second, third), delay = forms.reduce(forms.of(position.words), theorems & ~order)
        for turn in forms.game.symmetries:
            own, opp, extra = (permute(word, turn) for word in position.words)
            turned_third = permute(third, turn) if turns_third else third
            expected = Form(permute(first, turn), permute(second, turn), turned_third)
            image = forms.reduce(forms.of((own, opp, extra)), theorems & ~order)
            assert image == (expected, delay), (position.text, turn, theorems)


@pytest.mark.parametrize("size", ["1x9", "9x1", "1x64", "64x1", "1x63"])
def test_a_path_read_backwards_has_the_same_form(size: str) -> None:
    forms = forms_of("spread", size)
    for position in positions("spread", size, 400):
        for turn in forms.game.symmetries:
            own, opp, extra = (permute(word, turn) for word in position.words)
            assert forms.reduce(forms.of((own, opp, extra))) == forms.reduce(forms.of(position.words))


SCORED = [
    *((kind, size) for kind in KINDS for size in ["2x2", "2x3", "3x2", "1x5", "2x4", "4x2"]),
    *((kind, "3x3") for kind in KINDS if kind != "blockade"),
    *(("spread", size) for size in ["1x9", "9x1"]),
    *(("crossfire", size) for size in ["1x7", "7x1", "2x6", "5x2", "5x3", "6x2"]),
    ("crossfire all", "2x6"),
    ("lightcycle", "3x4"),
    ("trail", "4x3"),
]
MOST_CHECKED = 300


@pytest.mark.parametrize(("kind", "size"), SCORED)
def test_reduction_preserves_the_value(kind: str, size: str) -> None:
    """Minimax over the forms, plus the moves left out, against minimax over the judge's states."""
    forms = forms_of(kind, size)
    game, minimax = forms.game, Minimax(judge_of(forms.game))
    for position in sample(forms, MOST_CHECKED):
        expected = score_of(minimax.value(comparable(game, state_of(position))), position.turn)
        form = forms.of(position.words)
        assert forms.score(form) == expected, position.text
        for theorems in settings(kind):
            reduced, delay = forms.reduce(form, theorems)
            assert delayed(forms.score(reduced), delay) == expected, (position.text, theorems)


def sample(forms: Forms, count: int) -> list[Position]:
    """A sample of all positions that can be reached or set up on a small board."""
    game = forms.game
    random = Random(f"scores of {game!r}")
    if game.board.size <= 8 or (game.board.size == 9 and game.id in CANCELLED):
        pool = [*every_reachable(game), *every_set_up(game)]
    else:
        pool = [*every_reachable(game), *(set_up(game, random) for _ in range(count))]
    return random.sample(pool, min(count, len(pool)))


@pytest.mark.parametrize("kind", ["spread", "crossfire", "crossfire all"])
def test_a_move_in_hand_is_any_cell_that_is_not_open(kind: str) -> None:
    """Also on 64 cells, and for any of those cells."""
    forms = forms_of(kind, "8x8")
    handed = 0
    for position in positions(kind, "8x8", 400):
        form, _ = forms.reduce(forms.of(position.words))
        mine, yours, hands = form
        extra = forms.options(form) & ~mine
        assert extra.bit_count() == (1 if hands >> 8 & 255 else 0), position.text
        for cell in cells(extra):
            handed += 1
            assert forms.follow(form, cell) == Form(yours, mine, ((hands >> 8) - 1) << 16)
    assert handed > 20
