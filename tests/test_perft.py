"""The move generators against the checked-in tables, and the tables against the judge."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from boards import KINDS, judge_of
from gridlock import Position
from gridlock.testing import main, perft
from perft_tables import Row, judge_perft, rows

pytestmark = pytest.mark.slow

ROWS = list(rows())
FEW = 50_000  # leaves that perft counts quickly
TABLES = [list(table) for _, table in groupby(ROWS, lambda row: row[:2])]
LARGE = [table for table in TABLES if any(row.leaves > FEW for row in table)]


def test_every_game_has_a_table_to_a_million_leaves() -> None:
    for kind in KINDS:
        assert max(row.leaves for row in ROWS if row.kind == kind) >= 1_000_000


@pytest.mark.parametrize("kind", KINDS)
def test_perft(kind: str) -> None:
    for row in ROWS:
        if row.kind == kind and row.leaves <= FEW:
            assert perft(row.game().start(), row.depth) == row.leaves, row


@pytest.mark.parametrize("kind", KINDS)
def test_large_tables_position_by_position(kind: str) -> None:
    """Each position is visited once, weighted by the number of sequences that lead to it."""
    for table in LARGE:
        if table[0].kind == kind:
            _check_position_by_position(table)


def _check_position_by_position(table: list[Row]) -> None:
    reached = Counter({table[0].game().start(): 1})
    for row in table[1:]:
        assert sum(ways * position.legal.bit_count() for position, ways in reached.items()) == row.leaves, row
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
def test_the_tables_agree_with_the_judge(kind: str) -> None:
    for row in ROWS:
        if row.kind == kind and _nodes_above(row) <= 15_000:
            judge = judge_of(row.game())
            assert judge_perft(judge, judge.start(), row.depth) == row.leaves


def _nodes_above(row: Row) -> int:
    """The number of positions the judge must visit to count the leaves of a row."""
    return sum(other.leaves for other in ROWS if other[:2] == row[:2] and other.depth < row.depth)


def test_trail_4x4_ends_in_the_known_number_of_hamiltonian_paths() -> None:
    """The 4x4 grid graph has 276 Hamiltonian paths, each walked in two directions."""
    assert next(row.leaves for row in ROWS if row[:3] == ("trail", "4x4", 16)) == 2 * 276


def test_the_command_counts_to_every_depth(capsys: pytest.CaptureFixture[str]) -> None:
    main(["perft", "trail", "--depth", "3"])
    assert capsys.readouterr().out == " 0 1\n 1 16\n 2 48\n 3 104\n"
    main(["perft", "crossfire", "--depth", "1", "--size", "3x3", "--variant", "diagonals=all"])
    assert capsys.readouterr().out == " 0 1\n 1 9\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess': choose one of "),
        (["spread", "--variant", "diagonals=all"], "spread has no option 'diagonals'; it has none."),
        (["spread", "--depth", "deep"], "argument --depth: invalid int value: 'deep'"),
        (["spread", "--size", "five"], "A size is rows x columns, such as 5x5, not 'five'."),
    ],
)
def test_the_command_reports_invalid_arguments(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["perft", *arguments])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
