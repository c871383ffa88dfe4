"""The search as plain Python: the same answers, nodes and random numbers as compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from boards import KINDS, judge_of, make, state_of
from gridlock import Limits, Position
from gridlock.search.answers import value_of
from gridlock.search.mcts import Tree
from gridlock.search.solver import Solver
from minimax import Minimax

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("interpreted.py")
SIZES = [(3, 3), (3, 4), (2, 5), (1, 8)]
LARGER = {
    "spread": (4, 5),
    "crossfire": (4, 5),
    "crossfire all": (4, 5),
    "trail": (4, 4),
    "lightcycle": (5, 5),
}


def samples(kind: str) -> list[Position]:
    """The start of some boards, and positions from random games on them."""
    random = Random(3)
    positions = []
    for size in [*SIZES, LARGER.get(kind, (3, 4))]:
        position = make(kind, *(size if kind != "lightcycle" or size[1] > 1 else (2, 4))).start()
        for _ in range(3):
            if position.legal:
                positions.append(position)
                position = position.play(random.choice(position.legal_moves()))
    return positions


def compiled(position: Position) -> str:
    solver = Solver(position.game, Limits(threads=1))
    value = value_of(solver, position.words, position.turn)
    proof = solver.proof(position.words)
    tree = Tree(position, 40, seed=1)
    tree.grow(40)
    visits = [f"{branch.move}:{branch.visits}" for branch in tree.branches()]
    return " ".join(map(str, [*value, solver.nodes, proof, *visits]))


@pytest.mark.parametrize("kind", KINDS)
def test_the_interpreted_search_does_the_same(kind: str) -> None:
    positions = samples(kind)
    lines = [f"{kind}|{p.game.rows}|{p.game.cols}|{p.text}\n" for p in positions]
    ran = subprocess.run(
        [sys.executable, str(SCRIPT)], input="".join(lines), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    interpreted = ran.stdout.splitlines()
    assert interpreted == [compiled(position) for position in positions]
    for position, line in zip(positions, interpreted, strict=True):
        if position.game.board.size <= 10:
            winner, moves = map(int, line.split()[:2])
            assert (winner, moves) == Minimax(judge_of(position.game)).value(state_of(position))
