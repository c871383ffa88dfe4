"""The rules in words, with drawings, and how each rule sheet is read."""

from importlib.resources import files

from gridlock.games import Game

__all__ = ["guide"]


def guide(game: Game) -> str:
    """The page about a game."""
    return (files(__name__) / f"{game.id}.md").read_text(encoding="utf-8").rstrip("\n")
