"""The commands about the games: list them, explain one, teach one, and try out those of a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from gridlock.cli.options import Id
from gridlock.errors import GridlockError
from gridlock.rules import GAMES, Game, make
from gridlock.rules.registry import FILES
from gridlock.text.headings import game_line

GAMES_EXAMPLES = ("gridlock games", "gridlock games --from mygame.py")
RULES_EXAMPLES = ("gridlock rules blockade",)
LEARN_EXAMPLES = ("gridlock learn spread",)


def games(
    file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Check the games in a Python file, and play one."),
    ] = None,
) -> int:
    """List the games, each with its board and its rule in a sentence."""
    if file is not None:
        return _try_out(file)
    for name in GAMES:
        _print(name)
    return 0


def rules(id: Id) -> None:
    """Explain a game: its rules, with drawings, tips, and how its rule sheet is read."""
    from gridlock.printing import print_lines
    from gridlock.rules.resources import guide
    from gridlock.text.lines import screen_width
    from gridlock.text.pages import page_lines

    print_lines(page_lines(guide(make(id)), screen_width()))


def learn(id: Id) -> None:
    """Learn a game in a few short steps that you play."""
    from gridlock.dialogue import Console
    from gridlock.dialogue.lessons import LessonSession
    from gridlock.lessons import lessons_of

    lessons = lessons_of(type(make(id)))
    if not lessons:
        raise GridlockError(f"{id} comes without lessons; 'gridlock rules {id}' explains it.")
    LessonSession(Console(), lessons).run()


def _print(name: str) -> None:
    game = GAMES[name]
    print(f"{game_line(game)}\n    {game.summary}")


def _try_out(file: Path) -> int:
    """Check the games in a file, then open the first of them."""
    from gridlock.cli.play import open_app
    from gridlock.testing import check_game

    before = os.environ.get(FILES)
    os.environ[FILES] = os.pathsep.join(filter(None, (str(file.absolute()), before)))
    found = [name for name in GAMES if _is_from(name, file)]
    if not found:
        raise GridlockError(f"There is no game to check in {file}.")
    for name in found:
        _print(name)
        game = make(name)
        try:
            check_game(game)
        except AssertionError as error:
            raise GridlockError(f"Something is wrong with {name}: {error}.") from None
        print("    All is well: random games, texts and symmetries agree with each other.")
        _try_solver(game)
    print(f"To play it elsewhere: {FILES}={file} gridlock play {found[0]}\n")
    return open_app(found[0])


def _try_solver(game: Game) -> None:
    """Compile the search of a game, or say why that can't be done; the game can be played all the same."""
    from gridlock.search import Limits
    from gridlock.search.answers import load_solver
    from gridlock.text.progress import watched

    try:
        watched(lambda limits: load_solver(game), Limits())
    except GridlockError as error:
        print(f"    {error}")


def _is_from(name: str, file: Path) -> bool:
    import sys

    home = sys.modules[GAMES[name].__module__].__file__
    return home is not None and Path(home).resolve() == file.resolve()
