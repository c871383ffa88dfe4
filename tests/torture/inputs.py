"""Random arguments, lines, files and positions: each gets an answer, and nothing breaks."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from boards import KINDS, assert_agrees, judge_of
from gridlock.errors import InvalidPosition
from gridlock.records import InvalidRecord, parse_records
from terminal import Ran, gridlock
from torture.campaign import Campaign
from torture.rubbish import SPECS, VALUES, any_text, game, lines, record_text, spoilt_bytes

_GAMES = tuple(dict.fromkeys(kind.partition(" ")[0] for kind in KINDS))
_COMMANDS = (
    "play",
    "watch",
    "matches",
    "games",
    "rules",
    "replay",
    "review",
    "puzzle",
    "engine",
    "bot",
)
_OPTIONS = (
    *(
        "--size",
        "--variant",
        "--rounds",
        "--names",
        "--record",
        "--swap",
        "--all",
        "--game",
        "-h",
        "--clock",
    ),
    *("--p1", "--p2", "--resume", "--position", "--seed", "--date", "--difficulty", "--number", "--json"),
)


@contextlib.contextmanager
def _at(folder: Path) -> Iterator[None]:
    """Work in a folder, which also holds our data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDLOCK_DATA", str(folder / "data"))
        patch.chdir(folder)
        yield


def answered(ran: Ran) -> None:
    """Check that the answer is in order."""
    assert ran.status in (0, 1, 2, 3, 130), ran
    assert "Traceback" not in ran.out + ran.err, ran
    bad = {letter for letter in ran.out + ran.err if not letter.isprintable() and letter != "\n"}
    assert not bad, ascii(bad)
    assert not Path("it-ran").exists(), "a program was started that nobody has named"


def dialogue(random: Random, folder: Path) -> None:
    """Type lines at the prompts of a game."""
    arguments = ["play", random.choice(_GAMES), "--p2", random.choice(("human", "random"))]
    with _at(folder):
        answered(
            gridlock(*arguments, "--size", random.choice(("2x2", "3x3", "5x5")), typed=lines(random, 30))
        )


def any_bytes(random: Random, folder: Path) -> None:
    """Send bytes that may not be text."""
    with _at(folder):
        answered(gridlock("play", random.choice(_GAMES), typed=random.randbytes(random.randrange(400))))


def puzzles(random: Random, folder: Path) -> None:
    """Type lines at the prompt of a puzzle, with garbage in the progress file."""
    with _at(folder):
        Path("data").mkdir()
        good = {
            "version": 1,
            "puzzles": {"spread-easy-1": {"result": "first", "tries": 1, "date": "2026-11-16"}},
        }
        if random.random() < 0.7:
            Path("data/puzzles.json").write_bytes(spoilt_bytes(json.dumps(good).encode(), random))
        answered(gridlock("puzzle", "trail-easy-1", typed=[*lines(random), "next", "quit"]))


def results(random: Random, folder: Path) -> None:
    """Put garbage in the results file."""
    good = {
        "version": 1,
        "results": {
            f"2026-{number}": {
                "game": random.choice((*_GAMES, "gone")),
                "size": "5x5",
                "variant": "",
                "opponent": random.choice(("level:1", "level:9", "mcts:800", any_text(random, 12))),
                "seat": random.choice((1, 2)),
                "won": random.random() < 0.5,
                "ending": "stuck",
                "moves": 9,
                "date": "2026-11-16",
                "uncounted": random.choice(("", "help", any_text(random, 6))),
            }
            for number in range(random.randrange(9))
        },
    }
    with _at(folder):
        Path("data").mkdir()
        text = json.dumps(good).encode()
        spoilt = random.random() < 0.6
        Path("data/results.json").write_bytes(spoilt_bytes(text, random) if spoilt else text)
        answered(gridlock("stats"))
        answered(gridlock("stats", "--json"))
        answered(gridlock("play", random.choice(_GAMES), "--p2", "equal", typed=lines(random)))


def arguments(random: Random, folder: Path) -> None:
    """Pass random arguments."""
    choices = (*_OPTIONS, *_GAMES, *VALUES, *SPECS[:-1], "3", "last", "new", "check", "stats")
    arguments = [random.choice(_COMMANDS)]
    for _ in range(random.randrange(5)):
        arguments.append(random.choice(choices) if random.random() < 0.85 else any_text(random, 12))
    arguments = [word.replace("\x00", "") for word in arguments]
    if arguments[0] == "watch":
        arguments += ["--delay", "0"]
    with _at(folder):
        answered(gridlock(*arguments, typed=lines(random)))


def records(random: Random, folder: Path) -> None:
    """Read, replay and resume damaged records."""
    text = record_text(random)
    try:
        records = parse_records(text)
    except InvalidRecord as error:
        assert str(error).isprintable(), ascii(error)
    else:
        written = "\n".join(map(str, records))
        assert parse_records(written) == records
        assert "\n".join(map(str, parse_records(written))) == written
    with _at(folder):
        Path("theirs.txt").write_bytes(text.encode(errors="replace"))
        answered(gridlock("replay", "theirs.txt"))
        answered(gridlock("play", "--resume", "theirs.txt", typed=["no", *lines(random)]))


def kept_matches(random: Random, folder: Path) -> None:
    """Damage our own files."""
    with _at(folder):
        Path("data/matches").mkdir(parents=True)
        for number in range(random.randrange(1, 4)):
            text = record_text(random).encode(errors="replace")
            data = spoilt_bytes(text, random) if random.random() < 0.3 else text
            Path(f"data/matches/{number}.txt").write_bytes(data)
        for arguments in (["matches"], ["replay", "last"], ["play", "--resume", "last"]):
            answered(gridlock(*arguments, typed=["no", "no", *lines(random)]))


def peers(random: Random, folder: Path) -> None:
    """Send lines to the engine."""
    words = (
        *("ugi", "isready", "uginewgame", "stop", "query result", "query islegal 1,1", "position startpos"),
        *("position startpos moves 1,1 2,2", "position fen x 1", "setoption name Game value trail"),
        *("setoption name Size value 3x3", f"setoption name Player value {SPECS[-1]}", "go movetime 1", "go"),
        *("setoption", "setoption name value", "go depth x", "go p1time 1 p2time 1", "x" * 20_000),
    )
    commands = [
        random.choice(words) if random.random() < 0.85 else any_text(random).replace("\n", "")
        for _ in range(random.randrange(1, 15))
    ]
    with _at(folder):
        answered(gridlock("engine", "trail", "--player", "random", typed=[*commands, "quit"]))


def atlases(random: Random, folder: Path) -> None:
    """Read a damaged atlas."""
    columns = b"game,variant,rows,cols,winner,moves,nodes,seconds,time,proof,solved_by,tried_by"
    good = columns + b"\ntrail,,1,2,2,2,3,0.0,10.0,matching,0123abcd,\n"
    with _at(folder):
        Path("trail.csv").write_bytes(spoilt_bytes(good, random))
        answered(gridlock("atlas", "--check", "--out", "."))


def positions(random: Random, folder: Path) -> None:
    """Read random positions: they are refused, or agree with the judge."""
    for _ in range(20):
        board = game(random)
        letters = [*board.letters, ".", "."]
        cells = [random.choice(letters) for _ in range(board.board.size)]
        rows = ("".join(cells[at : at + board.cols]) for at in range(0, len(cells), board.cols))
        try:
            position = board.position(f"{'/'.join(rows)} {random.choice('12')}")
        except InvalidPosition:
            continue
        assert board.position(position.text) == position
        assert_agrees(judge_of(board), position)


INPUTS = Campaign(
    "inputs",
    {
        shot.__name__: shot
        for shot in (
            *(dialogue, any_bytes, puzzles, results, arguments, records, kept_matches, peers, atlases),
            positions,
        )
    },
)
