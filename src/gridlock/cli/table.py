"""The commands about complete tables: build one, look at what is in it."""

import time
from collections.abc import Sequence
from types import ModuleType
from typing import Annotated

import typer

from gridlock.cli.options import examples
from gridlock.errors import GridlockError, InvalidGame, excerpt
from gridlock.text.progress import bar, progress_line

app = typer.Typer(
    help="A file that knows the winner of every position of blockade on 5x5.",
    epilog=examples("gridlock table build blockade", "gridlock table stats"),
    rich_markup_mode=None,
)

TableId = Annotated[str | None, typer.Argument(metavar="ID", help="Which game, if several have a table.")]


def _tables_of(id: str | None) -> ModuleType:
    """What builds and reads the table of a game, or of the first that has one: ``tables`` in its room."""
    from gridlock.rules import GAMES
    from gridlock.rules.room import part_of

    asked = GAMES if id is None else [id] if id in GAMES else []
    found = next(filter(None, (part_of(GAMES[name], "tables") for name in asked)), None)
    if found is None:
        raise InvalidGame(f"There is no table of {excerpt(id or '')}.")
    return found


@app.command(epilog=examples("gridlock table build blockade", "gridlock table build blockade --force"))
def build(
    id: Annotated[str, typer.Argument(metavar="ID", help="Which game; so far, blockade has a table.")],
    force: Annotated[bool, typer.Option("--force", help="Build it again if it is there.")] = False,
) -> None:
    """Decide every position of a game's standard board and keep the answers in a file.

    For blockade it takes about a minute and 3.4 GB of disk space. GRIDLOCK_CACHE names the folder, if set.
    """
    tables = _tables_of(id)
    path = tables.table_path()
    table = None if force else tables.open_table()
    if table is not None:
        with table:
            table.check()
        print(f"The table is there already: {path}, {path.stat().st_size / 1e9:.2f} GB.")
        print("With --force it is built again.")
        return
    begin = time.monotonic()
    with progress_line(_how_far) as progress:
        if progress is not None:
            progress(0.0)
        path = tables.build_table(progress=progress)
    seconds = time.monotonic() - begin
    print(f"The table is built: {path}, {path.stat().st_size / 1e9:.2f} GB, in {seconds:.0f} seconds.")


def _how_far(done: float) -> str:
    return f"{bar(done, 1)} {done:4.0%}"


@app.command(epilog=examples("gridlock table stats"))
def stats(id: TableId = None) -> None:
    """Count the positions that the side to move wins and loses, by the number of blocks."""
    tables = _tables_of(id)
    table = tables.open_table()
    if table is None:
        raise GridlockError(f"There is no table yet: 'gridlock table build {tables.GAME}' builds it.")
    with table:
        layers = tables.table_stats(table)
    totals = [sum(column) for column in zip(*(layer[1:] for layer in layers), strict=True)]
    _print_columns([("blocks", "positions", "won", "lost"), *layers, ("all", *totals)])


def _print_columns(rows: Sequence[Sequence[str | int]]) -> None:
    """Print rows with their columns to the right, thousands apart."""
    texts = [[value if isinstance(value, str) else f"{value:,}" for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))
