"""The move generators against the checked-in tables, and the tables against the judge."""

from __future__ import annotations

import pytest

from boards import KINDS, judge_of
from gridlock.rules.perft import perft
from perft_tables import Row, judge_perft, rows

ROWS = list(rows())


def test_every_game_has_a_table_to_a_million_leaves() -> None:
    for kind in KINDS:
        assert max(row.leaves for row in ROWS if row.kind == kind) >= 1_000_000


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.kind} {row.size} {row.depth}")
def test_perft(row: Row) -> None:
    assert perft(row.game().start(), row.depth) == row.leaves


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
