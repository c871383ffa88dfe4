"""The typer application: every command and its help."""

from typing import Annotated

import typer

import gridlock
from gridlock.cli.atlas import EXAMPLES as ATLAS_EXAMPLES
from gridlock.cli.atlas import atlas
from gridlock.cli.bot import ENGINE_EXAMPLES, engine
from gridlock.cli.bot import app as bot_app
from gridlock.cli.dataset import EXAMPLES as DATASET_EXAMPLES
from gridlock.cli.dataset import dataset
from gridlock.cli.games import GAMES_EXAMPLES, LEARN_EXAMPLES, RULES_EXAMPLES, games, learn, rules
from gridlock.cli.history import MATCHES_EXAMPLES, REPLAY_EXAMPLES, STATS_EXAMPLES, matches, replay, stats
from gridlock.cli.options import examples, show_whole_help
from gridlock.cli.play import PLAY_EXAMPLES, WATCH_EXAMPLES, open_app, play, watch
from gridlock.cli.puzzle import EXAMPLES as PUZZLE_EXAMPLES
from gridlock.cli.puzzle import puzzle
from gridlock.cli.review import EXAMPLES as REVIEW_EXAMPLES
from gridlock.cli.review import review
from gridlock.cli.serve import EXAMPLES as SERVE_EXAMPLES
from gridlock.cli.serve import serve
from gridlock.cli.solve import EXAMPLES as SOLVE_EXAMPLES
from gridlock.cli.solve import solve

app = typer.Typer(
    epilog=examples("gridlock", "gridlock rules spread", "gridlock play trail --p2 level:3"),
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(given: bool) -> None:
    if given:
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

    Without a command, opens the terminal app; through a pipe, runs 'gridlock play'.
    """
    return open_app() if context.invoked_subcommand is None else 0


app.command(epilog=examples(*PLAY_EXAMPLES))(play)
app.command(epilog=examples(*WATCH_EXAMPLES))(watch)
app.command(epilog=examples(*MATCHES_EXAMPLES))(matches)
app.command(epilog=examples(*STATS_EXAMPLES))(stats)
app.command(epilog=examples(*GAMES_EXAMPLES))(games)
app.command(epilog=examples(*RULES_EXAMPLES))(rules)
app.command(epilog=examples(*REPLAY_EXAMPLES))(replay)
app.command(epilog=examples(*SOLVE_EXAMPLES))(solve)
app.command(epilog=examples(*LEARN_EXAMPLES))(learn)
app.command(epilog=examples(*REVIEW_EXAMPLES))(review)
app.command(epilog=examples(*PUZZLE_EXAMPLES))(puzzle)
app.command(epilog=examples(*ATLAS_EXAMPLES))(atlas)
app.command(epilog=examples(*DATASET_EXAMPLES))(dataset)
app.command(epilog=examples(*ENGINE_EXAMPLES))(engine)
app.command(epilog=examples(*SERVE_EXAMPLES))(serve)
app.add_typer(bot_app, name="bot")
show_whole_help(app)
