"""The commands, their options and their help."""

from typing import Annotated

import typer

import gridlock
from gridlock.cli.atlas import EXAMPLES as ATLAS_EXAMPLES
from gridlock.cli.atlas import atlas
from gridlock.cli.bot import app as bot_app
from gridlock.cli.engine import EXAMPLES as ENGINE_EXAMPLES
from gridlock.cli.engine import engine
from gridlock.cli.games import games
from gridlock.cli.learn import EXAMPLES as LEARN_EXAMPLES
from gridlock.cli.learn import learn
from gridlock.cli.options import (
    File,
    Id,
    Json,
    Memory,
    Size,
    Threads,
    Time,
    Variants,
    chosen,
    examples,
    show_whole_help,
)
from gridlock.cli.play import PLAY_EXAMPLES, WATCH_EXAMPLES, matches, open_app, play, watch
from gridlock.cli.puzzle import EXAMPLES as PUZZLE_EXAMPLES
from gridlock.cli.puzzle import puzzle
from gridlock.cli.review import EXAMPLES as REVIEW_EXAMPLES
from gridlock.cli.review import review
from gridlock.cli.serve import EXAMPLES as SERVE_EXAMPLES
from gridlock.cli.serve import serve
from gridlock.cli.stats import stats
from gridlock.cli.table import app as table_app
from gridlock.rules import make

app = typer.Typer(
    help="Five two-player grid games in which the last player able to move wins.",
    epilog=examples("gridlock", "gridlock rules spread", "gridlock play trail --p2 level:3"),
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"gridlock {gridlock.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def program(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> int:
    """Five two-player grid games in which the last player able to move wins.

    Without a command, the terminal app; through a pipe, 'gridlock play'.
    """
    return open_app() if context.invoked_subcommand is None else 0


app.command(epilog=examples(*PLAY_EXAMPLES))(play)
app.command(epilog=examples(*WATCH_EXAMPLES))(watch)
app.command(epilog=examples("gridlock matches", "gridlock play --resume last"))(matches)
app.command(epilog=examples("gridlock stats", "gridlock play spread --p2 equal"))(stats)


app.command(epilog=examples("gridlock games", "gridlock games --from mygame.py"))(games)


@app.command(epilog=examples("gridlock rules blockade"))
def rules(id: Id) -> None:
    """Explain a game: its rules, with drawings, tips, and how its rule sheet is read."""
    from gridlock.printing import print_lines
    from gridlock.rules.guide import guide
    from gridlock.telling.lines import screen_width
    from gridlock.telling.pages import page_lines

    print_lines(page_lines(guide(make(id)), screen_width()))


@app.command(epilog=examples("gridlock perft spread 4", "gridlock perft trail 8 --size 6x6"))
def perft(
    id: Id,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=64, help="How many moves deep.")],
    size: Size = None,
    variant: Variants = None,
) -> None:
    """Count the sequences of moves from the start, to every depth up to DEPTH."""
    from gridlock.rules.perft import perft as count

    start = chosen(id, size, variant).start()
    for level in range(depth + 1):
        print(f"{level:>2} {count(start, level)}", flush=True)


@app.command(epilog=examples("gridlock replay ours.txt", "gridlock replay ours.txt --all"))
def replay(
    file: File,
    whole: Annotated[bool, typer.Option("--all", help="Print it all instead of stepping through.")] = False,
    number: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Only the Nth record of the file.")
    ] = None,
) -> None:
    """Step through the matches recorded in a file."""
    from gridlock.cli.replay import replay_file

    replay_file(file, whole=whole, number=number)


@app.command(
    epilog=examples(
        "gridlock solve spread",
        'gridlock solve lightcycle --moves "right left"',
        'gridlock solve trail --position "x.../..../..../.... 2" --json',
        "gridlock solve blockade --size 6x6 --winner-only --memory 4G --time 60",
    )
)
def solve(
    id: Id,
    size: Size = None,
    variant: Variants = None,
    moves: Annotated[
        str | None, typer.Option("--moves", metavar="MOVES", help='Moves from there on: "3,3 2,2".')
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="TEXT", help="Begin at this position.")
    ] = None,
    winner_only: Annotated[
        bool, typer.Option("--winner-only", help="Ask only who wins; for big boards.")
    ] = False,
    threads: Threads = None,
    memory: Memory = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Tell who wins a position, in how many moves, and what every legal move is worth.

    The exit status is 3 if time ran out.
    """
    from gridlock.cli.solve import limits_from, position_from, solve_position

    limits = limits_from(threads, memory, time)
    asked = position_from(chosen(id, size, variant), position, moves)
    return solve_position(asked, limits, winner_only=winner_only, as_json=as_json)


app.command(epilog=examples(*LEARN_EXAMPLES))(learn)
app.command(epilog=examples(*REVIEW_EXAMPLES))(review)
app.command(epilog=examples(*PUZZLE_EXAMPLES))(puzzle)
app.command(epilog=examples(*ATLAS_EXAMPLES))(atlas)
app.command(epilog=examples(*ENGINE_EXAMPLES))(engine)
app.command(epilog=examples(*SERVE_EXAMPLES))(serve)
app.add_typer(bot_app, name="bot")
app.add_typer(table_app, name="table")
show_whole_help(app)
