"""Players: what chooses moves."""

from gridlock.players.named import EXAMPLES, InvalidPlayer, is_program, make_player
from gridlock.players.player import Human, Player, PlayerFailed

__all__ = ["EXAMPLES", "Human", "InvalidPlayer", "Player", "PlayerFailed", "is_program", "make_player"]
