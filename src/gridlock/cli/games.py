"""The commands ``games``, ``rules`` and ``learn``."""

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
        typer.Option("--from", metavar="FILE", help="Check the games in a Python file, then play the first."),
    ] = None,
) -> int:
    """List the games, each with its board size and a one-line summary."""
    if file is not None:
        return _try_out(file)
    for name in GAMES:
        _print(name)
    return 0


def rules(id: Id) -> None:
    """Explain a game: its rules with diagrams, tips, and how its rule sheet is interpreted."""
    from gridlock.printing import print_lines
    from gridlock.rules.resources import guide
    from gridlock.text.lines import screen_width
    from gridlock.text.pages import page_lines

    print_lines(page_lines(guide(make(id)), screen_width()))


def learn(id: Id) -> None:
    """Learn a game in a few short interactive steps."""
    from gridlock.dialogue import Console
    from gridlock.dialogue.lessons import LessonSession
    from gridlock.lessons import Screen, lessons_of

    lessons = lessons_of(type(make(id)), Screen.LINES)
    if not lessons:
        raise GridlockError(f"{id} has no lessons. Read its rules with 'gridlock rules {id}'.")
    LessonSession(Console(), lessons).run()


def _print(name: str) -> None:
    game = GAMES[name]
    print(f"{game_line(game)}\n    {game.summary}")


def _try_out(file: Path) -> int:
    """Check the games in a file, then open the first one."""
    from gridlock.cli.play import open_app
    from gridlock.testing import check_game

    before = os.environ.get(FILES)
    os.environ[FILES] = os.pathsep.join(filter(None, (str(file.absolute()), before)))
    names = [name for name in GAMES if _is_from(name, file)]
    if not names:
        raise GridlockError(f"{file} has no games to check.")
    for name in names:
        _print(name)
        game = make(name)
        try:
            check_game(game)
        except AssertionError as error:
            raise GridlockError(f"{name} failed its check: {error}.") from None
        print("    OK: random games, notation and symmetries are consistent.")
        _try_solver(game)
    print(f"To play it later: {FILES}={file} gridlock play {names[0]}\n")
    return open_app(names[0])


def _try_solver(game: Game) -> None:
    """Compile the search for a game; if that fails, print why. The game is still playable."""
    from gridlock.search import Limits
    from gridlock.search.answers import load_solver
    from gridlock.text.progress import run_with_progress

    try:
        run_with_progress(lambda limits: load_solver(game), Limits())
    except GridlockError as error:
        print(f"    {error}")


def _is_from(name: str, file: Path) -> bool:
    import sys

    home = sys.modules[GAMES[name].__module__].__file__
    return home is not None and Path(home).resolve() == file.resolve()
