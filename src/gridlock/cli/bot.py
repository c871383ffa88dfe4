"""The commands ``bot new``, ``bot check`` and ``engine``."""

from __future__ import annotations

import shlex
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.completion import complete_id, complete_player
from gridlock.cli.options import Size, Variants, examples, game_from
from gridlock.errors import GridlockError
from gridlock.files import write_whole
from gridlock.plural import count
from gridlock.printing import printable
from gridlock.rules import FIVE

if TYPE_CHECKING:
    from gridlock.engine.trial import Trial
    from gridlock.players import Player

app = typer.Typer(
    help="Write your own bot, and test it.",
    epilog=examples("gridlock bot new mybot.py", "gridlock bot check python:mybot.py"),
    rich_markup_mode=None,
)

ENGINE_EXAMPLES = (
    "gridlock engine",
    "gridlock engine trail --size 6x6 --player mcts:800",
    'gridlock play spread --p2 "engine:gridlock engine --player level:4"',
)

_MOST_PROBLEMS = 3
_TOO_LONG = 20.0  # seconds for a move; a bot that fails after that isn't asked again


@app.command(epilog=examples("gridlock bot new mybot.py"))
def new(file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")]) -> None:
    """Write a small working bot to start from."""
    from importlib.resources import files

    if file.exists():
        raise GridlockError(f"{file} already exists. Choose another name.")
    if not file.parent.is_dir():
        raise GridlockError(f"There is no folder {file.parent}. Create it first.")
    text = files("gridlock.engine").joinpath("example.txt").read_text(encoding="utf-8")
    write_whole(file, text.replace("mybot.py", printable(file.name)))
    print(f"Written: {file}. Try it: gridlock bot check {shlex.quote(f'python:{file}')}")


@app.command(
    epilog=examples(
        "gridlock bot check python:mybot.py",
        "gridlock bot check python:mybot.py spread",
        'gridlock bot check "engine:./mybot --fast"',
    )
)
def check(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help="The bot, such as python:mybot.py.", autocompletion=complete_player
        ),
    ],
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", help="Only this game; all games if left out.", autocompletion=complete_id
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The random seed.")] = 1,
) -> int:
    """Test a bot: let it play against a random mover, and report what goes wrong.

    It plays every game in both seats, in every variant, and on a larger board with a short clock. The exit
    status is 1 if the bot has problems.
    """
    from gridlock.players import Human, InvalidPlayer, make_player

    bot = make_player(player, seed=seed, programs=True)
    if isinstance(bot, Human):
        raise InvalidPlayer("'human' isn't a bot. Name a bot, such as python:mybot.py.")
    try:
        played = _play(bot, id, seed)
    finally:
        bot.close()
    return _summarise(played)


def _play(bot: Player, id: str | None, seed: int) -> list[Trial]:
    """Play all the trials, or stop early after too many problems."""
    from gridlock.engine.trial import plays, tasks_of, trials

    print(f"{bot.name} plays against random.")
    played: list[Trial] = []
    for task in tasks_of(id):
        if not plays(bot, task.game):
            print(f"{task!s:<36} skipped: it does not play {task.game.id}", flush=True)
            continue
        for trial in trials(bot, task, seed):
            played.append(trial)
            print(_line(trial), flush=True)
            hopeless = trial.problem and trial.slowest > _TOO_LONG
            if hopeless or sum(bool(each.problem) for each in played) >= _MOST_PROBLEMS:
                return played
    return played


def _line(trial: Trial) -> str:
    result = "PROBLEM" if trial.problem else "won" if trial.won else "lost"
    return f"{trial.task!s:<36} as Player {trial.seat}  {result}"


def _summarise(played: list[Trial]) -> int:
    """Print the problems and the totals; return the exit status."""
    if not played:
        print("\nNo games: the bot lists none of these as a value of its option Game.")
        return 1
    for number, trial in enumerate(_distinct_problems(played), start=1):
        print(f"\nProblem {number}: {_problem_text(trial)}")
    moves, won = sum(trial.moves for trial in played), sum(trial.won for trial in played)
    slowest = max(trial.slowest for trial in played)
    games = count(len(played), "game")
    print(f"\n{games}, {count(moves, 'move')}, the slowest {slowest:.2f} seconds; {won} won against random.")
    problems = sum(bool(trial.problem) for trial in played)
    if problems:
        print(f"The bot failed in {problems} of {games}.")
        return 1
    print("No problems found.")
    return 0


def _distinct_problems(played: list[Trial]) -> list[Trial]:
    """Return the first trial with each problem, regardless of the seat."""
    first: dict[str, Trial] = {}
    for trial in played:
        if trial.problem:
            first.setdefault(trial.problem.removeprefix(f"Player {trial.seat}"), trial)
    return list(first.values())


def _problem_text(trial: Trial) -> str:
    """Describe a problem and the position where it happened."""
    match = trial.match
    moves = " ".join(map(str, match.moves))
    place = f"after {moves}" if moves else "at the start"
    reason = "\n".join(f"    {line}" for line in trial.problem.splitlines())
    return (
        f"{trial.task}, as Player {trial.seat}, {place}:\n{reason}\n    The position: {match.position.text}"
    )


def engine(
    id: Annotated[
        str,
        typer.Argument(metavar="ID", help="The game to start with.", autocompletion=complete_id),
    ] = FIVE[0],
    size: Size = None,
    variant: Variants = None,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="The player that chooses the moves.",
            autocompletion=complete_player,
        ),
    ] = "perfect",
    allow_programs: Annotated[
        bool,
        typer.Option("--allow-programs", help="Let the host choose python: and engine: players, too."),
    ] = False,
) -> None:
    """Run as a UGI engine on standard input and output, for other programs to use.

    To see how it answers, type ugi, then quit.
    """
    from gridlock.engine.server import Players, Server
    from gridlock.players import Human, InvalidPlayer, make_player

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    chooser = make_player(player, programs=True)
    if isinstance(chooser, Human):
        raise InvalidPlayer("A human can't play as an engine. Choose another player.")
    players = Players.ANY if allow_programs else Players.BUILT_IN
    Server(sys.stdin, sys.stdout, game_from(id, size, variant), chooser, players).run()
