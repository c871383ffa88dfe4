"""Arguments and options that several commands share."""

import sys
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.board import read_size
from gridlock.cli.completion import complete_id, complete_size, complete_variant
from gridlock.errors import GridlockError, InvalidChoice, excerpt
from gridlock.plural import count
from gridlock.printing import printable
from gridlock.rules import FIVE, Game, make_with

if TYPE_CHECKING:
    from gridlock.records import Record


NO_MATCHES = f"You have no saved matches yet. Play one with 'gridlock play {FIVE[0]} --p2 level:2'."


def warn(problem: str) -> None:
    """Print a warning to standard error."""
    print(f"gridlock: {printable(problem)}", file=sys.stderr)


def examples(*lines: str) -> str:
    """Format the examples at the end of a help text, one per line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def show_whole_help(app: typer.Typer) -> None:
    """Make command lists show the whole first paragraph of each help text; typer cuts it off."""
    for command in app.registered_commands:
        paragraph = (getdoc(command.callback) or "").partition("\n\n")[0]
        command.short_help = " ".join(paragraph.split())
    for group in app.registered_groups:
        if group.typer_instance is not None:
            group.short_help = str(group.typer_instance.info.help)
            show_whole_help(group.typer_instance)


Id = Annotated[
    str,
    typer.Argument(metavar="ID", help="The game; 'gridlock games' lists them.", autocompletion=complete_id),
]
MaybeId = Annotated[
    str | None,
    typer.Argument(
        metavar="ID", help="The game; you're asked if you leave it out.", autocompletion=complete_id
    ),
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="ROWSxCOLS",
        help="Board size, up to 64 cells, such as 6x6.",
        autocompletion=complete_size,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="NAME=VALUE",
        help="A game option, such as diagonals=all; see 'gridlock rules'.",
        autocompletion=complete_variant,
    ),
]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, max=256, help="Search threads; one per core if left out.")
]
Memory = Annotated[
    str | None, typer.Option("--memory", metavar="SIZE", help="Transposition table size; 1G if left out.")
]
Time = Annotated[
    float | None, typer.Option("--time", metavar="SECONDS", min=0, help="Stop after this many seconds.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LAST = "last"
"""The word that stands for the file of your latest match."""


File = Annotated[
    Path, typer.Argument(metavar="FILE", help=f"A record file, or {LAST} for your latest match.")
]
Number = Annotated[
    int | None, typer.Option("--game", min=1, metavar="N", help="Only the Nth match in the file.")
]
All = Annotated[bool, typer.Option("--all", help="Print the whole match instead of stepping through it.")]


def records_from(file: Path, number: int | None = None) -> "list[Record]":
    """Return the records in a file, or only the one with this number.

    ``last`` stands for the latest saved match. Raise GridlockError if there is no such record.
    """
    path, records = _latest() if str(file) == LAST else _read(file)
    if not records:
        raise GridlockError(f"{path} has no matches.")
    if number is None:
        return records
    if number > len(records):
        raise GridlockError(f"{path} has only {count(len(records), 'match')}.")
    return [records[number - 1]]


def _latest() -> "tuple[Path, list[Record]]":
    from gridlock.saves import saved_matches

    for path, record in saved_matches(warn, 1):
        return path, [record]
    raise GridlockError(NO_MATCHES)


def _read(path: Path) -> "tuple[Path, list[Record]]":
    from gridlock.records import read_records

    return path, read_records(path)


def game_from(id: str, size: str | None, variants: list[str] | None) -> Game:
    """Make the game that the arguments describe."""
    rows, cols = read_size(size) if size is not None else (None, None)
    return make_with(id, rows, cols, dict(_option(text) for text in variants or []))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InvalidChoice(f"Write a variant as NAME=VALUE, such as diagonals=all, not {excerpt(text)}.")
    return name, value
