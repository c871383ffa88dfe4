"""Going through a recorded match, forwards and backwards."""

import sys
from pathlib import Path

from gridlock.cli.options import records_from
from gridlock.dialogue import Console
from gridlock.errors import EndOfInput
from gridlock.records import Record
from gridlock.text.headings import heading, pairing, result_text

_KEYS = "Enter: on   b: back   a number: to that move   n: next match   q: quit"


def replay_file(path: Path, *, whole: bool, number: int | None) -> None:
    """Show every record of a file, or the one with this number."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for record in records_from(path, number):
        if whole or not at_terminal:
            print("\n\n".join([_header(record), *_views(record), _footer(record)]) + "\n")
        elif not _step_through(Console(), record):
            return


def _header(record: Record) -> str:
    return f"{heading(record.game)}\n{pairing(record.players)}, {record.date}"


def _footer(record: Record) -> str:
    if record.winner is None:
        return "The match was not finished."
    name = record.players[record.winner - 1]
    called = "" if name == f"Player {record.winner}" else f"{name} won. "
    return f"{called}{result_text(record)}."


def _views(record: Record) -> list[str]:
    """What there is to see after each number of moves."""
    positions = list(record.positions())
    views = []
    for number, position in enumerate(positions):
        title = "The start"
        if number:
            title = f"{number}. {record.moves[number - 1]} (Player {positions[number - 1].turn})"
        remarks = [text for after, text in record.comments if after == number]
        views.append("\n".join([title, str(position), *remarks]))
    return views


def _step_through(console: Console, record: Record) -> bool:
    """Show a match step by step; False if the person has had enough."""
    views = _views(record)
    views[-1] += "\n" + _footer(record)
    console.say(f"{_header(record)}\n{_KEYS}\n")
    at = 0
    while True:
        console.say(views[at])
        try:
            answer = console.ask(f"[{at}/{len(views) - 1}] ").strip().lower()
        except EndOfInput:
            return False
        if answer == "q":
            return False
        if answer == "n" or (answer == "" and at == len(views) - 1):
            return True
        if answer == "":
            at += 1
        elif answer == "b":
            at = max(at - 1, 0)
        elif answer.isascii() and answer.isdigit() and int(answer) < len(views):
            at = int(answer)
        else:
            console.say(_KEYS)
