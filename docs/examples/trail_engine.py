"""A whole engine for trail on 4x4: it speaks UGI and steps onto any free cell."""

import sys


def say(line: str) -> None:
    """Print an answer at once."""
    print(line, flush=True)


def choose(taken: list[tuple[int, int]]) -> tuple[int, int]:
    """A free cell beside the last one."""
    if not taken:
        return 2, 2
    row, col = taken[-1]
    near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return next((r, c) for r, c in near if (r, c) not in taken and 1 <= r <= 4 and 1 <= c <= 4)


taken: list[tuple[int, int]] = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        say("ugiok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":  # position startpos moves 2,2 2,3
        taken = [(int(move[0]), int(move[2])) for move in words[3:]]
    elif words[0] == "go":
        row, col = choose(taken)
        say(f"bestmove {row},{col}")
    elif words[0] == "quit":
        break
