"""The command that serves the games to browsers."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from gridlock.cli.options import tell

__all__ = ["EXAMPLES", "serve"]

EXAMPLES = (
    "gridlock serve",
    "gridlock serve --host 0.0.0.0 --port 8080",
    "gridlock serve --database postgresql+asyncpg://gridlock@localhost/gridlock",
)
"""For the end of the help text."""

_INSTALL = 'Serving needs some more packages, which this installs: pip install "gridlock-games[web]"'


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, metavar="N", help="At which port; 8000, or the next free one."
        ),
    ] = None,
) -> int:
    """Serve the games to browsers: play by link, learn, solve and review, on one machine or for everybody."""
    try:
        from gridlock.web.serving import listening_at
        from gridlock.web.serving import serve as serve_here
        from gridlock.web.settings import Settings
    except ImportError:
        tell(_INSTALL)
        return 1
    listener = listening_at(host, port)
    address = f"http://{host}:{listener.getsockname()[1]}/"

    def told(what: str) -> None:
        print(f"Gridlock is at {address}" if what == "listening" else "The solver is ready.", flush=True)

    serve_here(Settings(develop="GRIDLOCK_DEVELOP" in os.environ), listener, told)
    return 0
