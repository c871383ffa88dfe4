"""Players that are Python files."""

from __future__ import annotations

from gridlock.players.player import Player
from gridlock.players.process import EngineBot

__all__ = ["python_bot"]


def python_bot(path: str) -> Player:
    """The bot in a Python file."""
    return EngineBot(f"python {path}")
