"""The command that turns our players into a program that speaks UGI."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from gridlock.cli.completing import complete_id, complete_player
from gridlock.cli.options import Size, Variants, chosen
from gridlock.rules import FIVE

EXAMPLES = (
    "gridlock engine",
    "gridlock engine trail --size 6x6 --player mcts:800",
    'gridlock play spread --p2 "engine:gridlock engine --player level:4"',
)
"""For the end of the help text."""


def engine(
    id: Annotated[
        str,
        typer.Argument(metavar="ID", help="Which game, until another is set.", autocompletion=complete_id),
    ] = FIVE[0],
    size: Size = None,
    variant: Variants = None,
    player: Annotated[
        str,
        typer.Option(
            "--player", metavar="PLAYER", help="Who chooses the moves.", autocompletion=complete_player
        ),
    ] = "perfect",
    allow_programs: Annotated[
        bool,
        typer.Option("--allow-programs", help="Let the other side choose python: and engine: players, too."),
    ] = False,
) -> None:
    """Play as a program for other programs, in the language UGI, on standard input and output.

    It is meant for other programs to use; type ugi, then quit, to see what it says.
    """
    from gridlock.engine.server import Players, Server
    from gridlock.players import Human, InvalidPlayer, make_player

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    chooser = make_player(player, programs=True)
    if isinstance(chooser, Human):
        raise InvalidPlayer("A program cannot be played by a human; choose another player.")
    players = Players.ANY if allow_programs else Players.BUILT_IN
    Server(sys.stdin, sys.stdout, chosen(id, size, variant), chooser, players).run()
