"""Optional modules and texts in a game's package, found by fixed names."""

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
    """Return a module of a game's package, such as ``theory``, or None if the game doesn't have it.

    Raises GridlockError if the module can't be loaded.
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
    """Return a text file of a game's package, such as ``guide.md``, or None if the game doesn't have it."""
    home = import_module(kind.__module__)
    if not hasattr(home, "__path__"):
        return None
    file = files(home) / name
    return file.read_text(encoding="utf-8") if file.is_file() else None


def guide(game: Game) -> str:
    """The page about a game: its ``guide.md``, or else the rule in a sentence."""
    text = resource(type(game), "guide.md")
    if text is None:
        rows, cols = game.size
        title = f"# {game.name} ({rows}x{cols})"
        text = f"{title}\n\n{game.summary}\nThe last player able to move wins.\n"
    return text.rstrip("\n")
