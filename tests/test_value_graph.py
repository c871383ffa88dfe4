"""The graph of a match: who was winning after each move."""

from __future__ import annotations

from random import Random

import pytest

from boards import KINDS, make
from gridlock.records import parse_records
from gridlock.review import Review, review
from gridlock.text.value_graph import value_graph
from reviews import random_record


@pytest.mark.parametrize("kind", KINDS)
def test_graph_fits_its_width(kind: str) -> None:
    result = review(random_record(make(kind, 4, 4), Random(f"graph of {kind}")))
    for width in range(20, 100, 7):
        assert all(len(line) <= width for line in value_graph(result, width))


def test_long_match_is_split_into_several_graphs() -> None:
    record = random_record(make("spread", 8, 8), Random("large"))
    result = Review(record)
    drawn = value_graph(result, 20)
    assert all(len(line) <= 20 for line in drawn)
    assert drawn.count("Player 1 wins") > 1


GRAPH = """\
Player 1 wins
in  0 |
in  3 |
in  7 |
in 10 |       1
in 14 |       1
      +-------!-
in 14 | 2  2
in 10 |
in  7 |
in  3 |
in  0 |
Player 2 wins
move    0  1  2
"""


def test_graph_shows_the_winner_and_the_mistake() -> None:
    """The known values: Player 2 wins in 14, after 3,3 in 11; after 2,2 Player 1 wins in 9."""
    record = parse_records('[Game "spread"]\n3,3 2,2 *')[0]
    drawn = value_graph(review(record), 80)
    assert drawn[: GRAPH.count("\n")] == GRAPH.splitlines()
    assert "The longer the bar, the nearer the end. ! gave the win away." in drawn
