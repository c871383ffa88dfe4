"""A game's room: the folder of its module, with what else is known of the game in files of fixed names."""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from gridlock.errors import GridlockError, shortened

if TYPE_CHECKING:
    from gridlock.rules.game import Game


@cache
def part_of(kind: type[Game], name: str) -> ModuleType | None:
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
def text_of(kind: type[Game], name: str) -> str | None:
    """The text of this name in a game's room, such as ``guide.md``; None if the game has none."""
    home = import_module(kind.__module__)
    if not hasattr(home, "__path__"):
        return None
    file = resources.files(home) / name
    return file.read_text(encoding="utf-8") if file.is_file() else None
