"""The commands ``play`` and ``watch``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.completion import EQUAL, complete_opponent, complete_player
from gridlock.cli.options import LAST, Id, MaybeId, Size, Variants, game_from
from gridlock.errors import InvalidChoice, excerpt
from gridlock.printing import INVISIBLE_NAME, is_visible, printable

if TYPE_CHECKING:
    from gridlock.dialogue import Console
    from gridlock.players import Player
    from gridlock.rules import Game

PLAY_EXAMPLES = (
    "gridlock play spread",
    "gridlock play spread --p1 human --p2 level:4 --clock 5+3",
    "gridlock play crossfire --size 7x7 --variant diagonals=all",
    "gridlock play trail --rounds 4 --swap --names Ann,Bob --record ours.txt",
    "gridlock play --resume ours.txt",
)
WATCH_EXAMPLES = (
    "gridlock watch blockade --p1 perfect --p2 level:6",
    "gridlock watch spread --p1 mcts:800 --p2 python:mybot.py --delay 0 --rounds 10 --swap",
)

COIN_TOSS = "random"
"""The value of ``--begins`` for a coin toss."""

_PLAYERS = "human, random, greedy, mcts:N, level:1 to level:7, perfect, python:FILE or engine:COMMAND"

ClockOption = Annotated[
    str | None,
    typer.Option("--clock", metavar="TIME", help="Minutes per side plus seconds per move, such as 5+3."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Make the bots' choices repeatable.")]
RecordTo = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Append the match to FILE."),
]
Rounds = Annotated[
    int,
    typer.Option("--rounds", min=1, max=1000, help="How many rounds to play; most wins takes the series."),
]
Swap = Annotated[bool, typer.Option("--swap", help="Take turns going first.")]


def play(
    id: MaybeId = None,
    size: Size = None,
    variant: Variants = None,
    p1: Annotated[
        str | None,
        typer.Option(
            "--p1", metavar="PLAYER", help=f"Player 1: {_PLAYERS}.", autocompletion=complete_opponent
        ),
    ] = None,
    p2: Annotated[
        str | None,
        typer.Option(
            "--p2",
            metavar="PLAYER",
            help=f"Player 2: the same, or {EQUAL} for a bot about as strong as you.",
            autocompletion=complete_opponent,
        ),
    ] = None,
    clock: ClockOption = None,
    record: RecordTo = None,
    rounds: Rounds = 1,
    swap: Swap = False,
    names: Annotated[
        str | None, typer.Option("--names", metavar="A,B", help="The names of Player 1 and Player 2.")
    ] = None,
    begins: Annotated[
        str | None,
        typer.Option(
            "--begins",
            metavar="WHO",
            help=f"Who goes first: one of the names, 1, 2, or {COIN_TOSS} for a coin toss.",
        ),
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="TEXT", help="Start from this position.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help=f"Resume the unfinished match at the end of FILE, or {LAST} for your latest.",
        ),
    ] = None,
    seed: Seed = None,
) -> int:
    """Play a game as its rule sheet describes it, against a bot or someone at the same keyboard.

    Type help at any prompt for more commands.
    """
    from gridlock.cli.resume import Resumer, how_to_resume
    from gridlock.clock import read_time
    from gridlock.dialogue import Console, Quit, Session, ask_game

    console = Console()
    pair = _pair(names) if names is not None else None
    if begins is not None and resume:
        raise InvalidChoice("--begins is for new matches. Leave it out to resume one.")
    began = 2 if begins is not None and _second_begins(begins, pair, seed) else 1
    if began == 2:
        p1, p2, pair = p2, p1, pair and (pair[1], pair[0])
    if begins is not None and pair is None and (p1 is None) != (p2 is None):
        console.say(f"You are Player {1 if p1 is None else 2}.\n")
    try:
        unfinished = Resumer(console, (p1, p2)).resume(resume) if resume else None
        game = (
            unfinished.match.game
            if unfinished
            else game_from(ask_game(console) if id is None else id, size, variant)
        )
    except Quit:
        return 0
    seats = unfinished.specs if unfinished else _resolve_equal(console, game, p1 or "human", p2 or "human")
    at_terminal = console.interactive and sys.stderr.isatty()
    if at_terminal and not unfinished and position is None:
        print(_lost_seat_note(game, seats, began), end="", file=sys.stderr)
    with _open_players(*seats, seed) as players:
        session = Session(
            console,
            game,
            players,
            start=game.position(position) if position is not None else None,
            names=pair,
            rounds=rounds,
            swap=swap,
            record=record,
            control=read_time(clock) if clock is not None else None,
        )
        try:
            if unfinished:
                session.resume(unfinished.match, unfinished.resumed)
            else:
                session.run()
        except Quit:
            console.say("The game is left unfinished.")
            for line in how_to_resume(session.autosave):
                console.say(line)
            return 0
    if at_terminal:
        print(f"To see which moves decided it, type: gridlock review {LAST}", file=sys.stderr)
    return 0


def watch(
    id: Id,
    p1: Annotated[
        str,
        typer.Option("--p1", metavar="PLAYER", help=f"Player 1: {_PLAYERS}.", autocompletion=complete_player),
    ],
    p2: Annotated[
        str,
        typer.Option("--p2", metavar="PLAYER", help="Player 2: the same.", autocompletion=complete_player),
    ],
    size: Size = None,
    variant: Variants = None,
    delay: Annotated[
        float, typer.Option("--delay", metavar="SECONDS", min=0, max=60, help="Pause before each move.")
    ] = 0.5,
    clock: ClockOption = None,
    record: RecordTo = None,
    rounds: Rounds = 1,
    swap: Swap = False,
    seed: Seed = None,
) -> None:
    """Watch two bots play."""
    from gridlock.clock import read_time
    from gridlock.dialogue import Console, Session
    from gridlock.players import Human

    game = game_from(id, size, variant)
    with _open_players(p1, p2, seed) as players:
        if any(isinstance(player, Human) for player in players):
            raise InvalidChoice("'gridlock watch' needs two bots; to play yourself, use 'gridlock play'.")
        Session(
            Console(),
            game,
            players,
            rounds=rounds,
            swap=swap,
            record=record,
            control=read_time(clock) if clock is not None else None,
            delay=delay,
        ).run()


def open_app(id: str | None = None) -> int:
    """Open the terminal app, or plain text if this isn't a terminal; an id starts a match of that game."""
    if all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # Textual draws on stderr
        from gridlock.tui import run

        return run(id)
    return play(id)


def _resolve_equal(console: Console, game: Game, *players: str) -> tuple[str, str]:
    """Return the two players, with ``equal`` replaced by a bot about as strong as the user."""
    first, second = players
    if EQUAL in players:
        from gridlock.stats import Results, equal_opponent

        opponent = equal_opponent(Results.load(), game.id)
        console.say(f"Your opponent is {opponent}.\n")
        first, second = (opponent if player == EQUAL else player for player in players)
    return first, second


def _lost_seat_note(game: Game, seats: tuple[str, str], first: int) -> str:
    """Return a line that says a person's seat against a bot is lost, and how to take the other; else nothing.

    ``first`` is the number of the option, --p1 or --p2, whose player goes first now.
    """
    from gridlock.atlas import known

    value = known(game)
    people = [side for side, spec in enumerate(seats, start=1) if spec == "human"]
    if value is None or len(people) != 1 or people[0] == value.winner:
        return ""
    return (
        f"You are Player {people[0]}, and Player {value.winner} wins this board with best play. "
        f"To take the other seat, add --begins {3 - first}.\n"
    )


@contextmanager
def _open_players(p1: str, p2: str, seed: int | None) -> Iterator[tuple[Player, Player]]:
    """Make the two players, and close them at the end."""
    from gridlock.players import make_player

    with ExitStack() as stack:
        first = make_player(p1, seed=seed, programs=True)
        stack.callback(first.close)
        second = make_player(p2, seed=None if seed is None else seed + 1, programs=True)
        stack.callback(second.close)
        yield first, second


def _second_begins(who: str, pair: tuple[str, str] | None, seed: int | None) -> bool:
    """Whether the second of the two players goes first."""
    known = ["1", "2", *(pair or ())]
    if who == COIN_TOSS:
        return Random(seed).random() < 0.5
    if who not in known:
        raise InvalidChoice(f"--begins must be one of {', '.join([*known, COIN_TOSS])}, not {excerpt(who)}.")
    return known.index(who) % 2 == 1


def _pair(names: str) -> tuple[str, str]:
    first, comma, second = (part.strip() for part in printable(names).partition(","))
    if not (first and comma and second) or first == second:
        raise InvalidChoice("Give two different names with a comma between them, such as --names Ann,Bob.")
    if not (is_visible(first) and is_visible(second)):
        raise InvalidChoice(INVISIBLE_NAME)
    return first, second
