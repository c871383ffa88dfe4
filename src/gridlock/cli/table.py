"""The commands about complete tables: build one, look at what is in it."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Annotated

import typer

from gridlock.cli.options import examples
from gridlock.errors import GridlockError, InvalidGame, excerpt
from gridlock.printing import StatusLine

__all__ = ["app"]

app = typer.Typer(
    help="A file that knows the winner of every position of blockade on 5x5.",
    epilog=examples("gridlock table build blockade", "gridlock table stats"),
    rich_markup_mode=None,
)

_BAR = 40  # characters


TableId = Annotated[str, typer.Argument(metavar="ID", help="Which game; so far, blockade has a table.")]


def _tables_of(id: str) -> ModuleType:
    """What builds and reads the table of a game: the module ``tables`` in its room."""
    from gridlock.rules import GAMES
    from gridlock.rules.room import part_of

    found = part_of(GAMES[id], "tables") if id in GAMES else None
    if found is None:
        raise InvalidGame(f"There is no table of {excerpt(id)}.")
    return found


@app.command(epilog=examples("gridlock table build blockade", "gridlock table build blockade --force"))
def build(
    id: TableId,
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
    with _progress_bar() as progress:
        path = tables.build_table(progress=progress)
    seconds = time.monotonic() - begin
    print(f"The table is built: {path}, {path.stat().st_size / 1e9:.2f} GB, in {seconds:.0f} seconds.")


@contextmanager
def _progress_bar() -> Iterator[Callable[[float], None] | None]:
    """A line on a terminal that fills up and goes away at the end; None if nobody watches."""
    line = StatusLine()
    if not line.seen:
        yield None
        return

    def progress(done: float) -> None:
        line.show(f"[{'#' * int(done * _BAR):<{_BAR}}] {done:4.0%}")

    progress(0.0)
    try:
        yield progress
    finally:
        line.clear()


@app.command(epilog=examples("gridlock table stats"))
def stats(id: TableId = "blockade") -> None:
    """Count the positions that the side to move wins and loses, by the number of blocks."""
    tables = _tables_of(id)
    table = tables.open_table()
    if table is None:
        raise GridlockError(f"There is no table yet: 'gridlock table build {id}' builds it.")
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
