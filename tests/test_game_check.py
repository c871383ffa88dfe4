"""The check of a game: what it finds, and what it tells the author to change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gridlock
from game_files import HEXES, loaded_games
from gridlock.board import Board, east, orthogonal, west
from gridlock.errors import BrokenGame, InvalidGame
from gridlock.rules import Game, Rules
from gridlock.rules.checks import check_kind, check_rules
from gridlock.rules.placement import Placement, place
from gridlock.rules.traits import _FORMS
from gridlock.testing import check_game, check_solver


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    return board.full & ~(orthogonal(board, own | opp) | own | opp)


class Good(Placement):
    id = "good-game"
    summary = "Node Kayles."
    size = (3, 3)
    rules = Rules(legal, place)


# Traits ---------------------------------------------------------------------------------------------


def test_every_trait_has_a_form() -> None:
    traits = {name for name, kind in Game.__annotations__.items() if kind.startswith("ClassVar")}
    assert traits - {"Board"} == set(_FORMS), "say in rules/traits.py what each trait must look like"


def test_defaults_of_traits() -> None:
    assert (Good.title, Good.name) == ("Good Game", "Good Game")
    position = Good(3, 3, {}).start().play("2,2")
    with pytest.raises(gridlock.IllegalMove, match=r"The rules don't allow a marker on \(1,2\) here\."):
        position.play("1,2")
    assert Good(3, 3, {}).against(position, (1,)) == 0


@pytest.mark.parametrize(
    ("traits", "problem"),
    [
        ({"id": "a b"}, "id of the game Bad must be letters, digits, - and _, in quotes, not 'a b'."),
        ({"id": 3}, "id of the game Bad must be letters, digits, - and _, in quotes, not 3."),
        ({"title": ""}, "title of the game Bad must be a text in quotes, and not empty, not ''."),
        ({"summary": None}, "summary of the game Bad must be a text in quotes, and not empty, not None."),
        (
            {"size": (3,)},
            "size of the game Bad must be a pair of rows and columns, such as (5, 5), not (3,).",
        ),
        (
            {"size": (3, 3.5)},
            "size of the game Bad must be a pair of rows and columns, such as (5, 5), not (3, 3.5).",
        ),
        (
            {"rules": legal},
            "rules of the game Bad must be Rules(legal, play), with functions, not <function ",
        ),
        ({"rules": (legal, 3)}, "rules of the game Bad must be Rules(legal, play), with functions, not "),
        ({"passes": "no"}, "passes of the game Bad must be True or False, not 'no'."),
        (
            {"prompts": "Go."},
            "prompts of the game Bad must be a tuple of texts, such as (\"Choose a cell.\",), not 'Go.'.",
        ),
        (
            {"letters": {"X": 1}},
            "letters of the game Bad must be single letters with three bits each, such as ",
        ),
        (
            {"variants": {"wall": "none"}},
            "variants of the game Bad must be option names with their values, such as ",
        ),
        (
            {"ending": "{looser} is stuck."},
            "ending of the game Bad must be a text with {loser} for the side, ",
        ),
        ({"puzzle_sizes": (3, 3)}, "puzzle_sizes of the game Bad must be rows and columns for each option "),
        ({"variant_names": {"walls": "no"}}, "variant_names of the game Bad must be a text for each value "),
        ({"variant_rules": ["No walls."]}, "variant_rules of the game Bad must be a text for each value "),
        ({"piece": "horse"}, "piece of the game Bad must be one of token, marker, cycle, not 'horse'."),
        (
            {"rules": Rules(lambda board, own, opp: 0, place)},  # type: ignore[arg-type, misc]
            "The legal rule of the game Bad has 3 arguments instead of 4: write <lambda>(board, own, opp, ",
        ),
    ],
)
def test_a_trait_of_the_wrong_form_is_refused_at_the_class(traits: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidGame) as caught:
        type("Bad", (Good,), {"id": "bad", **traits})
    assert str(caught.value).startswith(problem)
    assert str(caught.value).endswith(".")


def test_missing_traits_and_methods_are_named() -> None:
    with pytest.raises(InvalidGame) as caught:
        type("Bad", (Placement,), {"id": "bad", "rules": (legal, place)})
    assert str(caught.value) == (
        'The game Bad lacks a trait: add summary = "..." (the rule in one sentence) and '
        "size = (5, 5) (rows and columns of the standard board)."
    )
    traits = {name: getattr(Good, name) for name in ("summary", "size", "rules", "letters")}
    with pytest.raises(InvalidGame) as caught:
        type("Bad", (Game,), {"id": "bad", **traits})
    assert str(caught.value) == (
        "The game Bad doesn't define actions, against, name_move, parts, read_move, why_illegal, why_not: "
        "define them, or derive the class from Placement or Stepping instead of Game."
    )


def test_a_pair_of_functions_is_good_enough_for_rules() -> None:
    kind: Any = type("Pair", (Good,), {"id": "pair", "rules": (legal, place)})
    assert kind.rules == Rules(legal, place)
    assert kind.rules.legal is legal


# Rules ----------------------------------------------------------------------------------------------


def kind_with(**changes: Any) -> type[Game]:
    kind: type[Game] = type("Changed", (Good,), {"id": "changed", **changes})
    return kind


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"rules": Rules(lambda board, own, opp, extra: ~(own | opp), place)},
            "legal returns moves beyond the last of 9 actions: end it with '& board.full'.",
        ),
        (
            {"rules": Rules(lambda board, own, opp, extra: None, place)},
            "legal returned None: return a word with one bit for each legal move, such as ",
        ),
        (
            {"rules": Rules(lambda board, own, opp, extra: {0, 1}, place)},
            "legal returned {0, 1}: return a word with one bit for each legal move, such as ",
        ),
        (
            {
                "rules": Rules(
                    lambda board, own, opp, extra: board.full & ~orthogonal(board, own | opp), place
                )
            },
            "legal allows (",
        ),
        (
            {"rules": Rules(legal, lambda board, own, opp, extra, move: (opp, own | board.one << move))},
            "play must return three words, seen from the other side: opp, own | the new marker, extra.",
        ),
        (
            {
                "rules": Rules(
                    legal, lambda board, own, opp, extra, move: (opp, own | board.one << move + 9, extra)
                )
            },
            "play returns cells off the board: combine its words with '& board.full'.",
        ),
        (
            {"rules": Rules(legal, lambda board, own, opp, extra, move: (opp, own, extra))},
            "A match lasted more than 64 moves, to ",
        ),
        (
            {"why_illegal": lambda self, position, move: ""},
            "why_illegal has no sentence for move ",
        ),
        (
            {"why_illegal": lambda self, position, move: 1 // 0},
            "The game Changed fails with ZeroDivisionError: ",
        ),
        (
            {"sample": "1,1 1,2"},
            "1,2 in sample can't be played on 3x3: The rules don't allow a marker on (1,2) here",
        ),
        (
            {"name_move": lambda self, own, action: gridlock.Move(action, "1,1")},
            "The move 1,1 reads as ",
        ),
    ],
)
def test_what_the_quick_check_finds(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BrokenGame) as caught:
        check_kind(kind_with(**changes))
    assert str(caught.value).startswith(problem)
    assert str(caught.value).endswith(".")


def one_way(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """A marker closes only the cell to its right."""
    return board.full & ~(east(board, own | opp) | own | opp)


def along_rows(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """A marker closes the cells beside it in its row."""
    return board.full & ~(east(board, own | opp) | west(board, own | opp) | own | opp)


@pytest.mark.parametrize(
    ("rule", "symmetry"),
    [
        (one_way, "flip left to right"),
        (along_rows, "flip across the diagonal from top left to bottom right"),
    ],
)
def test_a_symmetry_that_changes_the_rules_is_named(rule: Any, symmetry: str) -> None:
    with pytest.raises(BrokenGame) as caught:
        check_kind(kind_with(rules=Rules(rule, place)))
    told = str(caught.value)
    assert told.startswith(f"The {symmetry} changes the moves of the position ")
    assert told.endswith(": override preserved(symmetry) to return False for it, or correct the rules.")


def test_the_check_works_without_assertions(tmp_path: Path) -> None:
    """With -O, Python leaves out assert statements."""
    (tmp_path / "broken.py").write_text(
        HEXES + "\n    def position(self, text):\n        return self.start()\n"
    )
    code = "import broken; from gridlock.rules.checks import check_rules; check_rules(broken.Hexes(3, 3, {}))"
    ran = subprocess.run(
        [sys.executable, "-O", "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "reads as another one: letters must tell all cells apart" in ran.stderr


# The solver -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_good_game_passes() -> None:
    check_game(Good(3, 3, {}))


@pytest.mark.slow
def test_a_theory_that_lies_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The theory claims that every position is decided by copying moves."""
    folder = tmp_path / "hexes"
    folder.mkdir()
    (folder / "__init__.py").write_text(HEXES)
    (folder / "theory.py").write_text(
        "from gridlock.search.dispatch import Knowledge\n"
        "from gridlock.search.jit import inner\n\n\n"
        "@inner\n"
        "def copies(board, first, second, third, turn):\n"
        "    return True\n\n\n"
        "KNOWLEDGE = Knowledge(copies=copies)\n"
    )
    with loaded_games(str(folder), monkeypatch), pytest.raises(BrokenGame) as caught:
        check_solver(gridlock.make("hexes", 3, 3))
    told = str(caught.value)
    assert told.startswith("The solver says Player 2 wins in ")
    assert told.endswith(": correct its KNOWLEDGE.")


@pytest.mark.slow
def test_an_endless_game_has_no_solver() -> None:
    """Nothing is ever used up; the compiled search would run out of its stack."""
    kind = kind_with(
        rules=Rules(lambda b, own, opp, extra: b.full, lambda b, own, opp, extra, m: (opp, own, extra))
    )
    with pytest.raises(gridlock.errors.GridlockError) as caught:
        gridlock.solve(kind(2, 2, {}).start())
    assert str(caught.value) == (
        "A match of changed can last more than 64 moves, so there is no solver for it: "
        "play must use up a cell with every move."
    )
    with pytest.raises(BrokenGame, match="lasted more than 64 moves"):
        check_rules(kind(2, 2, {}))
