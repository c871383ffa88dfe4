"""The last match that was set up, kept in a small file so that the form begins with it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from gridlock.clock import read_time
from gridlock.errors import GridlockError
from gridlock.files import data_folder, read_text, write_whole
from gridlock.rules import make_with
from gridlock.tui.plan import Plan

_LARGEST = 64 << 10  # bytes of the file; it has a few hundred


def _file() -> Path:
    return data_folder() / "setup.json"


def remember(plan: Plan) -> None:
    """Keep a plan; if that fails, the form begins with an older one, and nothing is lost."""
    game = plan.game
    kept = {
        "game": game.id,
        "rows": game.rows,
        "cols": game.cols,
        "options": game.options,
        "players": plan.specs,
        "names": plan.names,
        "clock": str(plan.control or ""),
    }
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps(kept, indent=1) + "\n")


def recalled() -> Plan | None:
    """The plan that was kept; None if there is none that can be played."""
    try:
        kept = json.loads(read_text(_file(), _LARGEST))
        game = make_with(kept["game"], int(kept["rows"]), int(kept["cols"]), dict(kept["options"]))
        control = read_time(str(kept["clock"])) if kept["clock"] else None
        return Plan(game, _two(kept["players"]), control, names=_two(kept["names"]))
    except (OSError, GridlockError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def _two(texts: object) -> tuple[str, str]:
    match texts:
        case [str(first), str(second)]:
            return first, second
    raise ValueError("There should be two texts.")
