"""What a game's room holds: the modules and texts of fixed names in the folder of its own module."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from gridlock.errors import GridlockError, shortened

if TYPE_CHECKING:
    from gridlock.rules.game import Game


@cache
def module_of(kind: type[Game], name: str) -> ModuleType | None:
    """The module of this name in a game's room, such as ``theory``; None if the game has none.

    GridlockError if there is one that cannot be loaded.
    """
    home = import_module(kind.__module__)
    if not hasattr(home, "__path__") or find_spec(f"{home.__name__}.{name}") is None:
        return None
    try:
        return import_module(f"{home.__name__}.{name}")
    except GridlockError:
        raise
    except (Exception, SystemExit) as error:
        reason = shortened(f"{type(error).__name__}: {error}", 200).rstrip(".: ")
        raise GridlockError(f"{name}.py of {kind.id} cannot be loaded: {reason}.") from error


@cache
def resource(kind: type[Game], name: str) -> str | None:
    """The text of this name in a game's room, such as ``guide.md``; None if the game has none."""
    home = import_module(kind.__module__)
    if not hasattr(home, "__path__"):
        return None
    file = files(home) / name
    return file.read_text(encoding="utf-8") if file.is_file() else None


def guide(game: Game) -> str:
    """The page about a game: ``guide.md`` in its room, or its rule in a sentence."""
    text = resource(type(game), "guide.md")
    if text is None:
        rows, cols = game.size
        title = f"# {game.name} ({rows}x{cols})"
        text = f"{title}\n\n{game.summary}\nThe last player able to move wins.\n"
    return text.rstrip("\n")
