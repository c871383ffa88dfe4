"""Plain-text play with the rule sheets' own lines, at a terminal or through a pipe."""

from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.dialogue.session import Session, ask_game

__all__ = ["Console", "Quit", "Session", "ask_game"]
