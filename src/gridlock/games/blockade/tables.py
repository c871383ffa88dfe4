"""What the commands about tables ask for: build the table of the standard board, open it, count it."""

from gridlock.games.blockade.table import open_table, table_path, table_stats
from gridlock.games.blockade.table_building import build_table

__all__ = ["GAME", "build_table", "open_table", "table_path", "table_stats"]

GAME = "blockade"
"""The id of the game."""
