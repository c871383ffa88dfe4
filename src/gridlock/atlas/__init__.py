"""The atlas: the winner of each game on every small board, in files that grow from run to run."""

from gridlock.atlas.entries import Atlas, Entry, open_atlas, open_atlases
from gridlock.atlas.known import known

__all__ = ["Atlas", "Entry", "known", "open_atlas", "open_atlases"]
