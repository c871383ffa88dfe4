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
from gridlock.rules import Game, make_with

if TYPE_CHECKING:
    from gridlock.records import Record


def tell(problem: str) -> None:
    """Say what went wrong, though the program goes on."""
    print(f"gridlock: {printable(problem)}", file=sys.stderr)


def examples(*lines: str) -> str:
    """The examples at the end of a help text, each on a line of its own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def show_whole_help(app: typer.Typer) -> None:
    """Let lists of commands show the first paragraph of each one's help, however narrow the terminal is.

    Left alone, they cut it off where the line ends.
    """
    for command in app.registered_commands:
        paragraph = (getdoc(command.callback) or "").partition("\n\n")[0]
        command.short_help = " ".join(paragraph.split())
    for group in app.registered_groups:
        if group.typer_instance is not None:
            group.short_help = str(group.typer_instance.info.help)
            show_whole_help(group.typer_instance)


Id = Annotated[
    str,
    typer.Argument(metavar="ID", help="Which game; 'gridlock games' lists them.", autocompletion=complete_id),
]
MaybeId = Annotated[
    str | None,
    typer.Argument(metavar="ID", help="Which game; asked for if left out.", autocompletion=complete_id),
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="ROWSxCOLS",
        help="Another board, up to 64 cells: 6x6.",
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
    int | None, typer.Option("--threads", min=1, max=256, help="Processor cores to use; all if left out.")
]
Memory = Annotated[
    str | None, typer.Option("--memory", metavar="SIZE", help="For the table of the search: 2G. Default: 1G.")
]
Time = Annotated[
    float | None, typer.Option("--time", metavar="SECONDS", min=0, help="Stop after this many seconds.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LAST = "last"
"""What is typed instead of a file for the latest match that was kept."""


File = Annotated[Path, typer.Argument(metavar="FILE", help=f"A file of records; {LAST}: your latest match.")]
Number = Annotated[
    int | None, typer.Option("--game", min=1, metavar="N", help="Only the Nth record of the file.")
]
All = Annotated[bool, typer.Option("--all", help="Print it all instead of stepping through.")]


def records_from(file: Path, number: int | None = None) -> "list[Record]":
    """The records of a file, or the one with this number; GridlockError if there is none.

    If the file is ``last``, the record of the latest match that was saved.
    """
    path, records = _latest() if str(file) == LAST else _read(file)
    if not records:
        raise GridlockError(f"{path} holds no match.")
    if number is None:
        return records
    if number > len(records):
        raise GridlockError(f"{path} has only {count(len(records), 'match')}.")
    return [records[number - 1]]


def _latest() -> "tuple[Path, list[Record]]":
    from gridlock.saves import saved_matches

    for path, record in saved_matches(tell, 1):
        return path, [record]
    raise GridlockError("There are no saved matches yet.")


def _read(path: Path) -> "tuple[Path, list[Record]]":
    from gridlock.records import read_records

    return path, read_records(path)


def chosen(id: str, size: str | None, variants: list[str] | None) -> Game:
    """The game that the arguments name."""
    rows, cols = read_size(size) if size is not None else (None, None)
    return make_with(id, rows, cols, dict(_option(text) for text in variants or []))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InvalidChoice(f"A variant is NAME=VALUE, such as diagonals=all, not {excerpt(text)}.")
    return name, value
