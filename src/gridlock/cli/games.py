"""The commands ``games``, ``rules`` and ``learn``."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gridlock.cli.options import Id
from gridlock.errors import BrokenGame, GridlockError
from gridlock.rules import GAMES, Game, make
from gridlock.rules.registry import FILES, duplicate_text, load_file
from gridlock.text.headings import game_line

GAMES_EXAMPLES = ("gridlock games", "gridlock games --from mygame.py")
RULES_EXAMPLES = ("gridlock rules blockade",)
LEARN_EXAMPLES = ("gridlock learn spread",)


def games(
    file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Check the games in a file or folder, then play one."),
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
    from gridlock.rules.game_files import source_of
    from gridlock.search import Limits
    from gridlock.text.progress import run_with_progress

    before = os.environ.get(FILES)
    path = file.expanduser().absolute()
    loaded = load_file(path)  # raises if it has a mistake, which would only be a warning below
    os.environ[FILES] = os.pathsep.join(filter(None, (str(path), before)))
    names = [kind.id for kind in loaded if GAMES.get(kind.id) and source_of(GAMES[kind.id]) == path]
    if not names:
        raise GridlockError(duplicate_text(loaded[0]))
    for name in names:
        _print(name)
        try:
            run_with_progress(partial(_check, make(name)), Limits())
        except BrokenGame as error:
            raise GridlockError(f"{name} failed its check: {error}") from None
        print("    OK: random games, notation and symmetries are consistent, and the solver is right.")
    print(f"To play it later: {FILES}={file} gridlock play {names[0]}\n")
    return open_app(names[0])


def _check(game: Game, limits: object) -> None:
    """Check a game, and compile the searches for its standard board."""
    from gridlock.search.answers import load_solver
    from gridlock.testing import check_game

    check_game(game)
    load_solver(game)
