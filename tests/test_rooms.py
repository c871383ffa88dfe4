"""Each built-in game lives in a package of its own: no other module names it, and its imports are limited."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import gridlock
from boards import random_game
from gridlock import GAMES, Game, Limits, solve
from gridlock.board import read_size
from gridlock.games.blockade import Blockade
from gridlock.games.crossfire import Crossfire
from gridlock.games.lightcycle import LightCycle
from gridlock.games.spread import Spread
from gridlock.games.trail import Trail
from gridlock.rules import FIVE
from gridlock.rules.registry import FILES
from gridlock.search.dispatch import PLAIN, knowledge_of

PACKAGE = Path(gridlock.__file__).parent
ROOMS = PACKAGE / "games"
KAYLES = Path(__file__).parent.parent / "examples" / "kayles" / "kayles.py"

# Names ---------------------------------------------------------------------------------------------

NAME = re.compile(rf"\b({'|'.join(FIVE)})\b")
THE_LIST = PACKAGE / "rules" / "registry.py"
CALENDAR = PACKAGE / "puzzles" / "catalogue.py"
OTHERS = [path for path in sorted(PACKAGE.rglob("*.py")) if ROOMS not in path.parents and path != THE_LIST]


def strings(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every string in a module except docstrings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value
        yield from strings(node)


def shown(tree: ast.AST) -> Iterator[ast.AST]:
    """The examples and help texts of the command line."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() as value):
                if name.endswith("EXAMPLES"):
                    yield value
            case ast.Call(func=ast.Name(id="examples")):
                yield from node.args
            case ast.keyword(arg="help" | "metavar"):
                yield node.value


def assigned(tree: ast.Module, name: str) -> ast.AST:
    """The value that a module assigns to a name, once."""
    (value,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]
    )
    return value


def named_in(path: Path) -> list[str]:
    """The strings in a module that name a built-in game where none may."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed: list[ast.AST] = []
    if path.parent == PACKAGE / "cli":
        allowed += shown(tree)
    if path == CALENDAR:
        allowed.append(assigned(tree, "_CYCLE"))
    spared = {id(node) for place in allowed for node in ast.walk(place)}
    return [text for node, text in strings(tree) if NAME.search(text) and id(node) not in spared]


def test_no_other_module_names_a_built_in_game() -> None:
    named = {str(path.relative_to(PACKAGE)): named_in(path) for path in OTHERS}
    assert {path: texts for path, texts in named.items() if texts} == {}


def test_names_of_games_are_detected(tmp_path: Path) -> None:
    """Otherwise the test above proves nothing."""
    module = tmp_path / "module.py"
    module.write_text(
        '"""Not the docstring: trail."""\n'
        'X = "trail"\n"""Nor this one: trail."""\n'
        'EXAMPLES = ("play spread",)\n'
        'def f(id="blockade"):\n    """Like trail."""\n    return f"{id} as in crossfire-all"\n'
        'NO = "trails", "spreading", trail\n'
    )
    assert named_in(module) == ["trail", "play spread", "blockade", " as in crossfire-all"]
    for path, name in ((THE_LIST, "_BUILT_IN"), (CALENDAR, "_CYCLE")):
        place = assigned(ast.parse(path.read_text(encoding="utf-8")), name)
        assert any(NAME.search(text) for _, text in strings(place))


# Modules -------------------------------------------------------------------------------------------

FURNITURE = {
    "__init__.py", "theory.py", "reasons.py", "talk.py", "guide.md", "puzzles.txt", "lessons.txt",
}  # fmt: skip


def test_there_are_five_game_packages() -> None:
    assert {path.parent.name for path in ROOMS.glob("*/__init__.py")} == set(FIVE)
    assert all(GAMES[name].__module__ == f"gridlock.games.{name}" for name in FIVE)


@pytest.mark.parametrize("name", FIVE)
def test_every_game_package_has_the_same_modules(name: str) -> None:
    there = {path.name for path in (ROOMS / name).iterdir() if path.is_file() and path.stat().st_size}
    assert there >= FURNITURE


BASE = {"gridlock.rules", "gridlock.board", "gridlock.errors"}
SEARCH = {"gridlock.search", "numba", "numpy"}
MAY_IMPORT = {  # besides the standard library and, except for the rules themselves, their own package
    "__init__.py": BASE,
    "setups.py": BASE,
    "theory.py": BASE | SEARCH,
    "reasons.py": BASE | {"gridlock.review", "gridlock.plural"},
    "talk.py": BASE | {"gridlock.dialogue", "gridlock.text", "gridlock.plural"},
}
PARTS = (BASE | SEARCH, MAY_IMPORT["reasons.py"])
"""The imports allowed in the other modules of a theory or of the reasons."""


def imported(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add("." * node.level + (node.module or ""))
    return modules


def test_game_packages_import_only_what_they_may() -> None:
    too_much = {str(path.relative_to(ROOMS)): not_allowed(path) for path in ROOMS.glob("*/*.py")}
    assert {path: modules for path, modules in too_much.items() if modules} == {}


def not_allowed(path: Path) -> set[str]:
    """The imports of a file in a game's package that aren't allowed."""
    own = set() if path.name == "__init__.py" else {f"gridlock.games.{path.parent.name}"}
    choices = (MAY_IMPORT[path.name],) if path.name in MAY_IMPORT else PARTS
    return min((beyond(path, allowed | own) for allowed in choices), key=len)


def beyond(path: Path, allowed: set[str]) -> set[str]:
    """The imports of a file that are neither in the standard library nor allowed."""
    return {
        module
        for module in imported(path)
        if module.partition(".")[0] not in sys.stdlib_module_names
        and not any(module == name or module.startswith(f"{name}.") for name in allowed)
    }


# Without its theory -----------------------------------------------------------------------------


class PlainSpread(Spread):
    id = "plain-spread"


class PlainCrossfire(Crossfire):
    id = "plain-crossfire"


class PlainLightCycle(LightCycle):
    id = "plain-lightcycle"


class PlainTrail(Trail):
    id = "plain-trail"


class PlainBlockade(Blockade):
    id = "plain-blockade"


PLAIN_KINDS: list[type[Game]] = [PlainSpread, PlainCrossfire, PlainLightCycle, PlainTrail, PlainBlockade]
"""The built-in games again, with the same rules, but outside their packages: only the rules are known."""


def test_plain_games_have_no_theory() -> None:
    assert [kind.__mro__[1] for kind in PLAIN_KINDS] == [GAMES[name] for name in FIVE]
    assert all(knowledge_of(kind) is PLAIN for kind in PLAIN_KINDS)
    assert all(knowledge_of(GAMES[name]) is not PLAIN for name in FIVE)


@pytest.mark.parametrize(("name", "plain_kind"), list(zip(FIVE, PLAIN_KINDS, strict=True)), ids=FIVE)
def test_without_its_theory_the_search_gives_the_same_answers(name: str, plain_kind: type[Game]) -> None:
    limits = Limits(threads=1)
    random = Random(f"plain {name}")
    winners = set()
    for size in ("2x2", "2x3", "3x3", "2x4", "4x2", "1x7", "3x4", "4x3", "2x6"):
        game = gridlock.make(name, *read_size(size))
        plain = plain_kind(game.rows, game.cols, game.options)
        for _ in range(20):
            for position in random_game(game, random):
                same = plain.settle(position.turn, *position.words)
                assert (same.text, same.legal) == (position.text, position.legal)
                value = solve(position, limits=limits)
                assert solve(same, limits=limits) == value, position.text
                assert solve(same, limits=limits, winner_only=True).winner == value.winner
                winners.add(value.winner)
    assert winners == {1, 2}


# Daily puzzles -------------------------------------------------------------------------------------

DAYS = [
    "spread-easy-20", "crossfire-all-medium-10", "lightcycle-hard-5", "trail-easy-20", "blockade-medium-20",
    "spread-hard-20", "crossfire-easy-20", "lightcycle-medium-2", "trail-hard-20", "blockade-easy-20",
    "spread-medium-20", "crossfire-all-hard-3", "lightcycle-easy-20", "trail-medium-20", "blockade-hard-20",
    "crossfire-all-easy-20",
]  # fmt: skip
"""The puzzles of 16 days from 2026-11-16: players compare results, so they mustn't change."""

TELL_DAYS = """
from datetime import date, timedelta
from gridlock import GAMES
from gridlock.puzzles.catalogue import count, daily, game_of, kinds, puzzle

print(*GAMES)
for days in range(16):
    day = date(2026, 11, 16) + timedelta(days)
    today = daily(day)
    assert today.id == f"daily-{day}"
    for kind in kinds():
        if game_of(kind) is today.position.game:
            for number in range(1, count(kind, today.difficulty) + 1):
                if puzzle(kind, today.difficulty, number)[1:] == today[1:]:
                    print(f"{kind}-{today.difficulty}-{number}")
"""


@pytest.mark.parametrize(("files", "more"), [("", ()), (str(KAYLES), ("kayles",))], ids=["five", "kayles"])
def test_adding_a_game_does_not_change_daily_puzzles(files: str, more: tuple[str, ...]) -> None:
    environment = os.environ | {FILES: files}
    result = subprocess.run(
        [sys.executable, "-c", TELL_DAYS], env=environment, capture_output=True, text=True, check=True
    )
    games, *days = result.stdout.splitlines()
    assert games.split() == [*FIVE, *more]
    assert days == DAYS
