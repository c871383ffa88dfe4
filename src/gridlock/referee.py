"""Ask players for moves and enforce the rules on their answers."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from gridlock.clock import Clock
from gridlock.errors import GridlockError, excerpt
from gridlock.match import Match
from gridlock.players import Player
from gridlock.rules import Move, Position


class Choice(NamedTuple):
    """A player's answer: a move that may be illegal, or what went wrong."""

    move: Move | None
    problem: str = ""
    """What went wrong, in a sentence, followed by the player's last lines of output."""


def ask(player: Player, position: Position, clock: Clock | None) -> Choice:
    """Ask a player for a move. Never raises, and doesn't touch the match."""
    try:
        move = player.choose(position, clock)
    except GridlockError as error:
        return Choice(None, str(error))
    except Exception as error:
        trace = traceback.format_exc(limit=-3)
        return Choice(None, f"{player.name} has crashed: {error!r}.\n{trace}")
    if isinstance(move, int):
        return Choice(move)
    return Choice(None, f"{player.name} answered {excerpt(repr(move))}, which is not a move.")


def judge(match: Match, choice: Choice) -> Move | None:
    """Play the chosen move for the side to move; return None if it loses the match instead."""
    side, problem = match.position.turn, choice.problem
    if match.outcome is None and choice.move is not None and not match.time_is_up():
        try:
            return match.play(int(choice.move))  # the number, as the player may have given the move any text
        except GridlockError as error:
            problem = str(error)
    if match.outcome is None:
        match.forfeit(side, f"Player {side} forfeits. {problem}")
    return None


def take_turn(match: Match, player: Player) -> Move | None:
    """Have a player make its move; return None if it loses the match instead.

    A player that fails, breaks the rules or runs out of time loses, and the match says why.
    """
    return judge(match, ask(player, match.position, match.clock))


def get_ready(match: Match, players: Iterable[Player]) -> None:
    """Let players load what they need before the clock starts. Failures surface at their first move."""
    for player in players:
        with suppress(Exception):
            player.get_ready(match.game)


def play_out(match: Match, players: tuple[Player, Player]) -> None:
    """Play a match to the end."""
    get_ready(match, players)
    match.start_clock()
    while match.outcome is None:
        take_turn(match, players[match.position.turn - 1])
