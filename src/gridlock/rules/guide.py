"""The rules of a game in words."""

from gridlock.rules.game import Game
from gridlock.rules.room import text_of


def guide(game: Game) -> str:
    """The page about a game: ``guide.md`` in its room, or its rule in a sentence."""
    text = text_of(type(game), "guide.md")
    if text is None:
        rows, cols = game.size
        title = f"# {game.name} ({rows}x{cols})"
        text = f"{title}\n\n{game.summary}\nThe last player able to move wins.\n"
    return text.rstrip("\n")
