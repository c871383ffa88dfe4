"""The checked-in perft tables: kind of game, size, and the number of move sequences to each depth.

Run this file to write them again. The judge counts them, not the package; it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from boards import KINDS, judge_of, make
from gridlock import Game
from gridlock.board import read_size
from judge import Judge, State

FOLDER = Path(__file__).parent / "perft"


class Row(NamedTuple):
    kind: str
    size: str
    depth: int
    leaves: int

    def game(self) -> Game:
        return make(self.kind, *read_size(self.size))


def rows() -> Iterator[Row]:
    for path in sorted(FOLDER.glob("*.txt")):
        kind = path.stem.replace("-", " ")
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                size, depth, count = line.split()
                yield Row(kind, size, int(depth), int(count))


def judge_perft(judge: Judge, state: State, depth: int) -> int:
    """The same count by the judge."""
    if depth == 0:
        return 1
    legal = judge.legal(state)
    if depth == 1:
        return len(legal)
    return sum(judge_perft(judge, judge.play(state, action), depth - 1) for action in legal)


TO_DEPTH = {
    "spread": {"5x5": 5, "4x6": 4, "2x3": 6},
    "crossfire": {"5x5": 6, "4x6": 5, "2x3": 6},
    "crossfire all": {"5x5": 9, "6x6": 6, "2x3": 6},
    "lightcycle": {"5x5": 24, "8x8": 16, "1x6": 6},
    "trail": {"4x4": 17, "6x6": 14, "1x6": 7},
    "blockade": {"5x5": 6, "3x7": 5, "1x6": 5},
}


def main() -> None:
    for kind in KINDS:
        lines = [f"# {kind}: size, depth, number of move sequences"]
        for size, depth in TO_DEPTH[kind].items():
            judge = judge_of(make(kind, *read_size(size)))
            for level in range(depth + 1):
                lines.append(f"{size} {level} {judge_perft(judge, judge.start(), level)}")
        (FOLDER / f"{kind.replace(' ', '-')}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
