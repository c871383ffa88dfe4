"""Random texts and bytes: nearly right, wrong and hostile."""

from __future__ import annotations

from random import Random

from boards import KINDS, random_board
from gridlock import Game
from gridlock.match import Match

WORDS = (
    *("help", "rules", "moves", "undo", "redo", "save", "save .", "save /dev/full", "resign", "quit", "hint"),
    *(
        "1 1",
        "2 2",
        "2 3",
        "3,3",
        "(2, 2)",
        "up",
        "down",
        "left",
        "right",
        "right 0 0",
        "u",
        "r 0,0",
        "1",
        "9",
    ),
    *(
        "",
        " ",
        "\t",
        "0 0",
        "-1 -1",
        "1 1 1",
        "99999999999999999999 1",
        "٣ ٣",
        "é",
        "\x1b[2J",
        "\x00",
        "\u202e",
    ),
    *("yes", "no", "next", "show", "b", "n", "x" * 5000, "1 1" + " " * 3000, "quit" + "x" * 2000),
)
SPECS = (
    "human",
    "random",
    "greedy",
    "level:1",
    "mcts:3",
    "level:99",
    "engine:",
    "python:",
    "engine:touch it-ran",
)
TAGS = (
    *("Game", "Size", "Variant", "Player1", "Player2", "Seat1", "Seat2", "Date", "Result", "Ending"),
    *("Position", "Hint", "Analysis", "Time", "Left1", "Left2", "Event"),
)
VALUES = (
    *(
        "spread",
        "crossfire",
        "trail",
        "blockade",
        "lightcycle",
        "chess",
        "5x5",
        "1x64",
        "0x0",
        "64x64",
        "9x9",
    ),
    *("rows=5", "cols=1", "id=x", "diagonals=all", "diagonals=", "=", "standard", "1-0", "0-1", "*", "stuck"),
    *(
        "unfinished",
        "resignation",
        "9e999",
        "1e300",
        "-1",
        "nan",
        "5:00+3",
        "999:59",
        "",
        '\\"',
        "\\",
        "\x1b[2J",
    ),
    *("..../..../..../.... 1", "1..../...../...../...../....2 2", *SPECS),
)


def any_text(random: Random, most: int = 60) -> str:
    """Return random characters, including line ends and spaces of all kinds."""
    letters = 'abc 123,:()[]{};"\\/.\n\r\t\x00\x1b\x7f\x9b\u202e\ufeffé漢\U0001f600'
    letters += "\x0b\x0c\x1c\x1d\x1e\x85\xa0\u0301\u2028\u2029\u3000"
    return "".join(random.choice(letters) for _ in range(random.randrange(most)))


def lines(random: Random, most: int = 12) -> list[str]:
    """Return a line that a person might type."""
    return [
        random.choice(WORDS) if random.random() < 0.8 else any_text(random)
        for _ in range(random.randrange(1, most))
    ]


def game(random: Random) -> Game:
    """Return a random game on a random board, usually a small one."""
    return random_board(random.choice(KINDS), random)


def record_text(random: Random) -> str:
    """Return a record, perhaps with an error in it."""
    match = Match(game(random))
    while match.outcome is None and random.random() < 0.8:
        match.play(random.choice(match.position.legal_moves()))
    text = str(match.record())
    for _ in range(random.randrange(4)):
        text = _spoil(text, random)
    return text


def _spoil(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    kind = random.randrange(6)
    if kind == 0:
        return text[:at]
    if kind == 1:
        half = random.choice(("", "", "\ud800"))  # lone surrogates, which no file can hold
        return text[:at] + any_text(random, 8) + half + text[at:]
    if kind == 2:
        return text[:at] + text[at + random.randrange(1, 20) :]
    if kind == 3:
        return text + text
    tag = f'[{random.choice(TAGS)} "{random.choice(VALUES)}"]\n'
    return tag + text if kind == 4 else text.replace("\n\n", f"\n{tag}\n", 1)


def spoilt_bytes(data: bytes, random: Random) -> bytes:
    """Return the bytes with some changed, removed or added."""
    kind = random.randrange(5)
    at = random.randrange(len(data) + 1)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return b""
    if kind == 2:
        return data[:at] + random.randbytes(random.randrange(1, 40)) + data[at:]
    if kind == 3:
        return random.randbytes(len(data))
    changed = bytearray(data)
    for _ in range(random.randrange(1, 9)):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)
