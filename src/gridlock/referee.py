"""Asking players for their moves, and judging what comes back."""

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
    """What came back from a player: a move, not yet known to be legal, or what went wrong."""

    move: Move | None
    problem: str = ""
    """What went wrong, in a sentence, with the player's last lines below it."""


def ask(player: Player, position: Position, clock: Clock | None) -> Choice:
    """Ask a player for a move. Whatever it does, nothing is raised, and no match is touched."""
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
    """Make the move that the player due has chosen; None if it has lost the match instead."""
    side, problem = match.position.turn, choice.problem
    if match.outcome is None and choice.move is not None and not match.time_is_up():
        try:
            return match.play(int(choice.move))  # by its number: what a player calls it is not relied on
        except GridlockError as error:
            problem = str(error)
    if match.outcome is None:
        match.forfeit(side, f"Player {side} forfeits. {problem}")
    return None


def take_turn(match: Match, player: Player) -> Move | None:
    """Let a player make the move that is due; None if it has lost the match instead.

    A player that fails, breaks the rules or overruns its clock loses, and the match says why.
    """
    return judge(match, ask(player, match.position, match.clock))


def get_ready(match: Match, players: Iterable[Player]) -> None:
    """Let players load what they need before a clock runs. One that fails here fails again when asked."""
    for player in players:
        with suppress(Exception):
            player.get_ready(match.game)


def play_out(match: Match, players: tuple[Player, Player]) -> None:
    """Play a match to its end."""
    get_ready(match, players)
    match.start_clock()
    while match.outcome is None:
        take_turn(match, players[match.position.turn - 1])
