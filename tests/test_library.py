"""The library's public interface: moves, positions, games, errors."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock
from boards import KINDS, make, playable, random_board, random_game
from gridlock import (
    GAMES,
    IllegalMove,
    InvalidGame,
    InvalidMove,
    InvalidPosition,
    Move,
    Outcome,
    Position,
)
from gridlock.match import Match
from gridlock.testing import check_game


def test_a_short_game() -> None:
    game = gridlock.make("spread")
    position = game.start()
    assert position.turn == 1
    assert len(position.legal_moves()) == 25
    assert position.outcome() is None
    position = position.play("3,3")
    assert position.turn == 2
    assert str(position) == "_ _ _ _ _\n_ _ _ _ _\n_ _ X _ _\n_ _ _ _ _\n_ _ _ _ _"
    assert position.text == "...../...../..X../...../..... 2"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_game_passes_the_shipped_check(kind: str) -> None:
    check_game(make(kind))
    check_game(make(kind, 3, 4))
    check_game(make(kind, 8, 8))


@pytest.mark.parametrize("kind", KINDS)
def test_texts_parse_back(kind: str) -> None:
    random = Random(f"texts of {kind}")
    for _ in range(100):
        game = random_board(kind, random)
        for position in random_game(game, random):
            assert game.position(position.text) == position
            assert game.position(f"  {position.text}\n") == position
            for move in position.legal_moves():
                assert position.parse_move(str(move)) == move
                assert " " not in str(move)


@pytest.mark.parametrize("kind", KINDS)
def test_repr_can_be_pasted_back(kind: str) -> None:
    position = make(kind).start()
    for _ in range(3):
        position = position.play(position.legal_moves()[0])
        assert eval(repr(position), {"gridlock": gridlock}) == position
        assert eval(repr(position.game), {"gridlock": gridlock}) is position.game
    move = make(kind).start().legal_moves()[0]
    assert eval(repr(move), {"Move": Move}) == move


@pytest.mark.parametrize("kind", KINDS)
def test_copies_and_pickles(kind: str) -> None:
    position = make(kind).start()
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(position)).game is position.game
    assert copy.deepcopy(position) == position
    move = position.legal_moves()[-1]
    assert str(pickle.loads(pickle.dumps(move))) == str(move)


def test_positions_are_immutable_and_hashable() -> None:
    position = gridlock.make("trail").start()
    with pytest.raises(AttributeError):
        position.turn = 2  # type: ignore[misc]
    assert len({position, gridlock.make("trail").start(), position.play("1,1")}) == 2


def test_action_indices_are_those_of_existing_environments() -> None:
    spread = gridlock.make("spread").start()
    assert int(spread.parse_move("2,4")) == 1 * 5 + 3
    cycle = gridlock.make("lightcycle").start()
    assert [(str(move), int(move)) for move in cycle.legal_moves()] == [("up", 0), ("down", 1), ("right", 3)]
    blockade = gridlock.make("blockade").position("...../...../..1../...../....2 1")
    around = {  # clockwise from the north of the new place, one step to the right of 2,2
        "right:1,3": 24, "right:1,4": 25, "right:2,4": 26, "right:3,4": 27,
        "right:3,3": 28, "right:3,2": 29, "right:2,2": 30, "right:1,2": 31,
    }  # fmt: skip
    assert {str(move): int(move) for move in blockade.legal_moves() if move >= 24} == around
    assert [int(blockade.parse_move(f"{word} 2 2")) // 8 for word in ("up", "down", "left")] == [0, 1, 2]


def test_a_move_is_a_number_or_a_text() -> None:
    start = gridlock.make("crossfire").start()
    assert start.play(12) == start.play("3,3") == start.play(start.parse_move("3 3"))


@pytest.mark.parametrize("action", [-1, 25, 10**30, -(10**30)])
def test_numbers_that_are_not_moves(action: int) -> None:
    with pytest.raises(InvalidMove, match="not a move"):
        gridlock.make("spread").start().play(action)


@pytest.mark.parametrize("thing", [3.5, 3.0, None, (3, 3), b"3,3", [3], True, False])
def test_other_types_are_not_moves(thing: Any) -> None:
    start = gridlock.make("spread").start()
    for play in (start.play, start.move, Match(start.game).play):
        with pytest.raises(InvalidMove) as caught:
            play(thing)
        assert str(caught.value) == f"'{thing!r}' is not a move: a move is given by its number or its text."


def test_other_integer_types_are_moves() -> None:
    start = gridlock.make("spread").start()
    number: Any = np.int64(3)
    assert start.play(number) == start.play(3)


def test_errors_say_what_is_wrong() -> None:
    start = gridlock.make("spread").start()
    with pytest.raises(InvalidMove, match="'five five' is not a row and a column"):
        start.play("five five")
    with pytest.raises(IllegalMove, match="already taken"):
        start.play("3,3").play("3,3")
    assert issubclass(InvalidMove, ValueError)
    assert issubclass(IllegalMove, ValueError)
    over = gridlock.make("crossfire", rows=1, cols=1).start().play("1,1")
    assert over.outcome() == Outcome(winner=1, reason="Player 2 cannot move.")
    with pytest.raises(IllegalMove, match="The game is over: Player 1 has won"):
        over.play("1,1")


@pytest.mark.parametrize("kind", KINDS)
def test_every_illegal_move_has_a_reason(kind: str) -> None:
    random = Random(f"reasons of {kind}")
    for _ in range(50):
        game = random_board(kind, random)
        for position in random_game(game, random):
            for action in range(game.actions):
                if not position.legal >> action & 1:
                    with pytest.raises(IllegalMove) as caught:
                        position.play(action)
                    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There is no game 'chess'"),
        (("spread", 9, 9), "at most 64 cells; 9x9 would have 81"),
        (("spread", 0, 5), "at least one row"),
        (("spread", 5, -1), "at least one row"),
        (("lightcycle", 5, 1), "needs at least 2 columns"),
        (("blockade", 1, 1), "needs at least 2 cells"),
    ],
)
def test_invalid_games_are_rejected(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(InvalidGame, match=sentence):
        gridlock.make(*arguments)  # type: ignore[arg-type]


def test_options() -> None:
    assert gridlock.make("crossfire") is gridlock.make("crossfire", diagonals="main")
    assert gridlock.make("crossfire", diagonals="all") is not gridlock.make("crossfire")
    with pytest.raises(InvalidGame, match="diagonals is main or all, not 'some'"):
        gridlock.make("crossfire", diagonals="some")
    with pytest.raises(InvalidGame, match="trail has no option 'diagonals'; it has none"):
        gridlock.make("trail", diagonals="all")


@pytest.mark.parametrize("kind", KINDS)
def test_every_board_up_to_64_cells_can_be_played(kind: str) -> None:
    for rows in range(1, 65):
        for cols in range(1, 64 // rows + 1):
            if playable(kind, rows, cols):
                position = make(kind, rows, cols).start()
                assert position.outcome() is None or position.legal == 0
                assert str(position)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("spread", ""),
        ("spread", "....."),
        ("spread", "...../...../...../...../..... 3"),
        ("spread", "...../...../...../...../.... 1"),
        ("spread", "...../...../..x../...../..... 1"),
        ("spread", "...../...../..#../...../..... 1"),
        ("trail", "X.../..../..../.... 2"),  # which marker was the last?
        ("trail", "xO.x/..../..../.... 2"),
        ("trail", "x.../..../..../.... 1"),  # Player 1 placed the last marker
        ("lightcycle", "...../...../1..../...../..... 1"),
        ("lightcycle", "...../...../1...2/...../1.... 1"),
        ("blockade", "...../...../...../...../..... 1"),
    ],
)
def test_invalid_positions_are_rejected(name: str, text: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        gridlock.make(name).position(text)
    assert str(caught.value).endswith(".")


@given(name=st.sampled_from(list(GAMES)), text=st.text() | st.text("./XOxo12# \n", max_size=40))
def test_any_text_is_a_position_or_an_error(name: str, text: str) -> None:
    try:
        position = gridlock.make(name).position(text)
    except InvalidPosition as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(position, Position)


@given(name=st.sampled_from(list(GAMES)), text=st.text() | st.text("0123456789,:() updownleftrigh"))
def test_any_text_is_a_move_or_an_error(name: str, text: str) -> None:
    start = gridlock.make(name).start()
    try:
        move = start.parse_move(text)
    except (InvalidMove, IllegalMove) as error:
        assert "\n" not in str(error)
    else:
        assert move in start.legal_moves()


def test_importing_gridlock_does_not_import_numpy() -> None:
    code = "import gridlock, sys; print({'numpy', 'numba'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"


def test_every_public_name_exists_and_has_a_docstring() -> None:
    names = [info.name for info in pkgutil.walk_packages(gridlock.__path__, "gridlock.")]
    for name in ["gridlock", *names]:
        if name == "gridlock.__main__":
            continue
        module = importlib.import_module(name)
        assert module.__doc__, name
        own = [
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", "") == module.__name__
        ]
        for public in getattr(module, "__all__", [name for name in own if not name.startswith("_")]):
            value = getattr(module, public)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert value.__doc__, f"{name}.{public}"


@pytest.mark.parametrize("size", ["6x7", (6, 7), [6, 7]])
def test_a_size_can_be_given_as_one(size: Any) -> None:
    assert gridlock.make("spread", size=size) is gridlock.make("spread", 6, 7)
    assert gridlock.make("crossfire", size=size, diagonals="all") is gridlock.make(
        "crossfire", 6, 7, diagonals="all"
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"size": "six"}, "A size is rows x columns, such as 5x5, not 'six'."),
        ({"size": 6}, "A size is rows x columns, such as '5x5' or (5, 5), not '6'."),
        ({"size": (6, 6, 6)}, "A size is rows x columns, such as '5x5' or (5, 5), not '(6, 6, 6)'."),
        ({"size": "6x6", "rows": 6}, "Give a size either as rows and cols or as size, not both."),
        ({"rows": "6x6"}, "Rows and columns are whole numbers, not ''6x6''."),
        ({"cols": 6.5}, "Rows and columns are whole numbers, not '6.5'."),
        ({"size": (True, 6)}, "Rows and columns are whole numbers, not 'True'."),
    ],
)
def test_sizes_that_are_none(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidGame) as caught:
        gridlock.make("spread", **arguments)
    assert str(caught.value) == problem
