"""Golden playthroughs: one game of each, told move by move.

Run this file to write them anew. The judge tells them; the tests let the package tell them again.
"""

from __future__ import annotations

from pathlib import Path

from boards import KINDS, judge_of, make, state_of
from judge import Cells, State

FOLDER = Path(__file__).parent / "playthroughs"


def choice(ply: int, count: int) -> int:
    """Which of the legal moves is made: no plan, but always the same."""
    return (7 * ply + 3) % count


def tell(ply: int, state: State, legal: list[int], winner: int | None) -> str:
    lines = [
        f"ply {ply}",
        f"turn {state.turn}",
        f"side 1 {_cells(state.one)}",
        f"side 2 {_cells(state.two)}",
        f"blocked {_cells(state.blocked)}",
        f"legal {' '.join(map(str, legal)) or '-'}",
    ]
    return "\n".join([*lines, f"winner {winner}" if winner else f"move {legal[choice(ply, len(legal))]}", ""])


def _cells(cells: Cells) -> str:
    return " ".join(f"{row},{col}" for row, col in sorted(cells)) or "-"


def told_by_judge(kind: str) -> str:
    judge = judge_of(make(kind))
    state = judge.start()
    told: list[str] = []
    while True:
        legal = judge.legal(state)
        told.append(tell(len(told), state, legal, judge.winner(state)))
        if not legal:
            return "\n".join(told)
        state = judge.play(state, legal[choice(len(told) - 1, len(legal))])


def told_by_package(kind: str) -> str:
    position = make(kind).start()
    told: list[str] = []
    while True:
        moves, outcome = position.legal_moves(), position.outcome()
        winner = outcome.winner if outcome else None
        told.append(tell(len(told), state_of(position), [*map(int, moves)], winner))
        if not moves:
            return "\n".join(told)
        position = position.play(moves[choice(len(told) - 1, len(moves))])


def file_of(kind: str) -> Path:
    return FOLDER / f"{kind.replace(' ', '-')}.txt"


if __name__ == "__main__":
    for kind in KINDS:
        file_of(kind).write_text(told_by_judge(kind))
