"""The essence of a position: positions with the same essence are the same problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

import gridlock
from boards import every_set_up, random_game
from gridlock import Position
from gridlock.puzzles.generate import essence_of
from gridlock.rules import FIVE, Game

EXAMPLES = Path(__file__).parent.parent / "examples"
BOARDS = [(name, *size) for name in FIVE for size in ((1, 6), (2, 3), (3, 2), (3, 3))]


def continuations(position: Position) -> Counter[tuple[object, bool]]:
    """Count the moves by the essence they lead to, and whether the same side moves again."""
    after = [position.play(move) for move in position.legal_moves()]
    return Counter((child.game.essence(child), child.turn == position.turn) for child in after)


def positions(name: str, rows: int, cols: int) -> Iterator[Position]:
    """Yield every position that can be set up; on 3x3, only every eleventh."""
    everything = every_set_up(gridlock.make(name, rows, cols))
    return (position for number, position in enumerate(everything) if rows * cols < 9 or number % 11 == 0)


@pytest.mark.parametrize(("name", "rows", "cols"), BOARDS)
def test_the_same_essence_means_the_same_problem(name: str, rows: int, cols: int) -> None:
    assert_the_same_problems(positions(name, rows, cols))


def assert_the_same_problems(group: Iterable[Position]) -> None:
    """If single moves lead to the same essences, so do whole games."""
    known: dict[object, Counter[tuple[object, bool]]] = {}
    merged = 0
    for position in group:
        essence = position.game.essence(position)
        merged += essence in known
        assert known.setdefault(essence, continuations(position)) == continuations(position), position.text
    assert merged, "and some of them are the same"


@pytest.mark.parametrize("name", ["kayles", "domineering"])
def test_the_same_holds_for_games_of_other_packages(name: str) -> None:
    game, random = example(name), Random(f"essence of {name}")
    assert_the_same_problems(position for _ in range(60) for position in random_game(game, random))


def example(name: str) -> Game:
    """An example of a game from another package, on 3x4."""
    spec = spec_from_file_location(f"{name}_for_essence", EXAMPLES / name / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = getattr(module, name.title())(3, 4, {})
    return game


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        # In the corner the token stands elsewhere, and the same cells are closed.
        ("spread", "X.O./.O.X/..../.... 1", ".XO./.O.X/..../.... 1"),
        ("crossfire", "XO../..../..../.... 1", "OX../..../..../.... 2"),
        ("trail", "OX../xO../..../.... 2", "XO../xO../..../.... 2"),  # whose markers they are
        ("trail", ".X../XO../oX../.... 1", "OX../XO../oX../.... 1"),  # a cell that the trail cannot reach
        ("lightcycle", ".#../##../...2/1... 1", "##../##../...2/1... 1"),
        ("blockade", ".#../##../##.2/1... 1", "##../##../##.2/1... 1"),
        # Turned by half, with the sides swapped.
        ("spread", "X.../..../..../.O.. 1", "..X./..../..../...O 2"),
    ],
)
def test_positions_with_the_same_essence(name: str, one: str, two: str) -> None:
    game = gridlock.make(name, 4, 4)
    assert essence_of(game.position(one)) == essence_of(game.position(two))


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("spread", "X.../..../..../.... 2", ".X../..../..../.... 2"),
        ("crossfire", "X.../..../..../.... 2", ".X../..../..../.... 2"),
        ("trail", "x.../..../..../.... 2", ".x../..../..../.... 2"),
        ("lightcycle", "1#../..../..../...2 1", "1.#./..../..../...2 1"),
        # No marker can reach (0, 0), but one at (1, 1) can block it instead of a cell that matters.
        ("blockade", ".#../#1../..../...2 1", "##../#1../..../...2 1"),
    ],
)
def test_positions_with_different_essences(name: str, one: str, two: str) -> None:
    game = gridlock.make(name, 4, 4)
    assert essence_of(game.position(one)) != essence_of(game.position(two))
