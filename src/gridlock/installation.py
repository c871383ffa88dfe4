"""How this copy of Gridlock was installed, for messages about packages it lacks."""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from gridlock.errors import GridlockError

_DISTRIBUTION = "gridlock-games"


def missing_extra(task: str, extra: str) -> GridlockError:
    """Return the error for a task whose optional packages aren't installed."""
    return GridlockError(f"{task} needs more packages. {how_to_install(extra)}")


def how_to_install(extra: str) -> str:
    """Return a sentence with the command that adds an extra to this installation.

    The command names where this copy came from, not the distribution: as long as that isn't published, its
    name on a package index could belong to a stranger.
    """
    source = _source()
    if source is None:
        return f"In the folder with Gridlock's source, run: {_command(f'.[{extra}]')}"
    script = source / "scripts" / "setup.sh"
    if script.is_file() and Path(sys.prefix) == source / ".venv":
        return f"Install them with: sh {_quoted(str(script))} {extra}"
    return f"Install them with: {_command(f'{source}[{extra}]')}"


def _source() -> Path | None:
    """Return the checkout, folder or wheel that this copy was installed from, if it's still there."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        return checkout
    try:
        recorded = distribution(_DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    url = urlsplit(json.loads(recorded)["url"] if recorded else "")
    path = Path(url2pathname(url.path))
    return path if url.scheme == "file" and path.exists() else None


def _command(target: str) -> str:
    """Return the command that installs a target into this environment."""
    prefix = Path(sys.prefix)
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {_quoted(target)}"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {_quoted(target)}"
    return f"pip install {_quoted(target)}"


def _quoted(text: str) -> str:
    """Quote a word for the shell; the one of Windows knows no single quotes."""
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)
