"""The move generators against the checked-in tables, and the tables against the judge."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from boards import KINDS, judge_of
from gridlock import Position
from gridlock.rules.perft import perft
from perft_tables import Row, judge_perft, rows

ROWS = list(rows())
FEW = 50_000  # leaves that perft itself counts in a moment
TABLES = [list(table) for _, table in groupby(ROWS, lambda row: row[:2])]
LARGE = [table for table in TABLES if any(row.leaves > FEW for row in table)]


def test_every_game_has_a_table_to_a_million_leaves() -> None:
    for kind in KINDS:
        assert max(row.leaves for row in ROWS if row.kind == kind) >= 1_000_000


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.leaves <= FEW], ids=lambda row: f"{row.kind} {row.size} {row.depth}"
)
def test_perft(row: Row) -> None:
    assert perft(row.game().start(), row.depth) == row.leaves


@pytest.mark.parametrize("table", LARGE, ids=lambda table: f"{table[0].kind} {table[0].size}")
def test_all_depths(table: list[Row]) -> None:
    """Position by position: each is reached once, and counts for as many sequences as lead to it."""
    reached = Counter({table[0].game().start(): 1})
    for row in table[1:]:
        assert sum(ways * position.legal.bit_count() for position, ways in reached.items()) == row.leaves
        if row != table[-1]:
            reached = _played_on(reached)


def _played_on(reached: Counter[Position]) -> Counter[Position]:
    """All positions one move later."""
    later: Counter[Position] = Counter()
    for position, ways in reached.items():
        for move in position.legal_moves():
            later[position.play(move)] += ways
    return later


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_are_the_judges(kind: str) -> None:
    for row in ROWS:
        if row.kind == kind and _nodes_above(row) <= 15_000:
            judge = judge_of(row.game())
            assert judge_perft(judge, judge.start(), row.depth) == row.leaves


def _nodes_above(row: Row) -> int:
    """How many positions the judge has to look at to count the leaves of a row."""
    return sum(other.leaves for other in ROWS if other[:2] == row[:2] and other.depth < row.depth)


def test_trail_4x4_ends_in_the_known_number_of_hamiltonian_paths() -> None:
    """The 4x4 grid graph has 276 Hamiltonian paths, each walked in two directions."""
    assert next(row.leaves for row in ROWS if row[:3] == ("trail", "4x4", 16)) == 2 * 276
