"""Players: people, bots and programs that choose moves."""

from gridlock.players.named import EXAMPLES, InvalidPlayer, PlayerSpec, make_player
from gridlock.players.player import Human, Player, PlayerFailed

__all__ = ["EXAMPLES", "Human", "InvalidPlayer", "Player", "PlayerFailed", "PlayerSpec", "make_player"]
