"""The terminal app. Importing this package is cheap: the app itself is loaded when it is run."""

from __future__ import annotations

__all__ = ["run"]


def run(game: str | None = None) -> int:
    """Run the app at this terminal until the user leaves; with a game's id, begin at a match of it.

    The exit status is 0, or 1 if the app had to give up.
    """
    from gridlock.rules import make
    from gridlock.tui.app import GridlockApp

    app = GridlockApp(make(game) if game else None)
    app.run()
    return app.return_code or 0
