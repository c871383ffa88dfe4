"""The commands ``matches``, ``stats`` and ``replay``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from gridlock.cli.options import NO_MATCHES, All, File, Json, Number, records_from, warn
from gridlock.errors import EndOfInput
from gridlock.printing import printable
from gridlock.text.headings import heading, match_line, pairing, result_text

if TYPE_CHECKING:
    from gridlock.dialogue import Console
    from gridlock.records import Record

MATCHES_EXAMPLES = ("gridlock matches", "gridlock play --resume last")
REPLAY_EXAMPLES = ("gridlock replay ours.txt", "gridlock replay ours.txt --all")
STATS_EXAMPLES = ("gridlock stats", "gridlock play spread --p2 equal")

_KEYS = "Enter: next   b: back   a number: go to that move   n: next match   q: quit"


def matches() -> None:
    """List the matches you played at a terminal, latest first, each with its file."""
    from gridlock.saves import saved_matches

    problems: list[str] = []
    saves = list(saved_matches(problems.append))
    for problem in problems:
        warn(problem)
    if not saves and not problems:
        print(NO_MATCHES)
    for saved in saves:
        record = saved.record
        match = match_line(record.game, record.players, len(record.moves))
        print(f"{record.date}  {match}, {result_text(record)}\n    {printable(str(saved.path))}")


def stats(as_json: Json = False) -> None:
    """Show your wins and losses against the bots, your rating, and which bot to play next."""
    from gridlock.stats import Results, results_file
    from gridlock.text.results import results_text, results_to_json

    results = Results.load()
    if results.remark:
        warn(results.remark)
    if as_json:
        print(json.dumps({"file": str(results_file()), **results_to_json(results)}))
        return
    print(results_text(results))
    if results.all:
        print(f"\nThese results are stored in {results_file()}\nDelete the file to reset them.")


def replay(file: File, whole: All = False, number: Number = None) -> None:
    """Step through the matches recorded in a file."""
    from gridlock.dialogue import Console

    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for record in records_from(file, number):
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
    """Return the text to show before the first move and after each one."""
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
    """Show a match step by step; return False if the user quits."""
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
