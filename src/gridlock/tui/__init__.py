"""The terminal app. Textual is imported only when the app runs."""

from __future__ import annotations

__all__ = ["run"]


def run(game: str | None = None) -> int:
    """Run the app and return its exit status; a game's id opens the setup form of that game."""
    from gridlock.rules import make
    from gridlock.tui.app import GridlockApp

    app = GridlockApp(make(game) if game else None)
    app.run()
    return app.return_code or 0
