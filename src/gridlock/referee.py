"""Asking players for their moves, and judging what comes back."""

from __future__ import annotations

import traceback

from gridlock.errors import GridlockError
from gridlock.games import Move
from gridlock.match import Match
from gridlock.players import Player, PlayerFailed

__all__ = ["play_out", "take_turn"]


def take_turn(match: Match, player: Player) -> Move | None:
    """Let a player make the move that is due; None if it has lost the match instead.

    A player that fails, breaks the rules or overruns its clock loses, and the match says why.
    """
    side, position = match.position.turn, match.position
    try:
        move = player.choose(position, match.clock)
        if match.time_is_up():
            return None
        return match.play(move)
    except (PlayerFailed, GridlockError) as error:
        reason = str(error)
    except Exception as error:
        reason = f"{player.name} has crashed: {error!r}.\n{traceback.format_exc(limit=-3)}"
    match.forfeit(side, f"Player {side} forfeits. {reason}")
    return None


def play_out(match: Match, players: tuple[Player, Player]) -> None:
    """Play a match to its end."""
    match.start_clock()
    while match.outcome is None:
        take_turn(match, players[match.position.turn - 1])
