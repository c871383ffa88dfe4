"""Players: what chooses moves."""

from gridlock.players.named import KINDS, InvalidPlayer, is_program, make_player
from gridlock.players.player import Human, Player, PlayerFailed

__all__ = ["KINDS", "Human", "InvalidPlayer", "Player", "PlayerFailed", "is_program", "make_player"]
