"""Shared texts: counts, headings, marks, bars and Markdown."""

from __future__ import annotations

import pytest

from gridlock.board import flood
from gridlock.plural import count, times
from gridlock.records import Ending, Record
from gridlock.rules import GAMES, make
from gridlock.search import Value
from gridlock.text.analysis import value_mark, value_text
from gridlock.text.headings import full_title, game_line, game_title, heading, match_line, result_text
from gridlock.text.pages import page_lines, page_text
from gridlock.text.progress import bar, nodes_text


def test_singular_and_plural() -> None:
    assert [count(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert count(1234567, "node", ",") == "1,234,567 nodes"
    assert (count(1.0, "second", ".3g"), count(0.5, "second", ".3g")) == ("1 second", "0.5 seconds")
    assert [times(number) for number in range(4)] == ["never", "once", "twice", "three times"]
    assert (times(10), times(11)) == ("ten times", "11 times")


def test_headings() -> None:
    game = make("crossfire", 4, 4, diagonals="all")
    assert heading(make("spread")) == "Spread 5x5 (GridLock)"
    assert heading(game) == "Crossfire 4x4, diagonals all (GridLock)"
    assert game_title(game) == "Crossfire 4x4 · GridLock"
    assert full_title(game) == "Crossfire 4x4, every diagonal · GridLock"
    assert full_title(make("spread")) == game_title(make("spread"))
    assert match_line(game, ("Ann", "Bob"), 1) == "Crossfire 4x4, Ann against Bob, 1 move"


def test_title_equal_to_the_name_is_not_repeated() -> None:
    game = make("lightcycle")
    assert heading(game) == game_title(game) == "Light Cycle Duel 5x5"
    assert game_line(type(game)) == "Light Cycle Duel  lightcycle  5x5"


def test_name_defaults_to_the_title() -> None:
    other = type("Other", (GAMES["spread"],), {"id": "other", "title": "Something Else"})
    assert vars(other)["name"] == "Something Else"


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        (Ending.STUCK, "Player 2 won (Player 1 was stuck)"),
        (Ending.RESIGNATION, "Player 2 won (Player 1 resigned)"),
        (Ending.TIME, "Player 2 won (Player 1 ran out of time)"),
        (Ending.FORFEIT, "Player 2 won (Player 1 broke the rules or failed)"),
        (Ending.UNKNOWN, "Player 2 won"),
        ("an earthquake", "Player 2 won"),
    ],
)
def test_result_text(ending: str, told: str) -> None:
    assert result_text(Record(make("spread"), (), 2, ending)) == told
    assert result_text(Record(make("spread"), ())) == "unfinished"


def test_values() -> None:
    assert value_text(1, None) == "Player 1 wins."
    assert value_text(2, 1) == "Player 2 wins in 1 move."
    assert value_text(2, 0) == "Player 2 has won."
    assert [value_mark(Value(1, 4), side) for side in (1, 2)] == ["W5", "L5"]
    assert value_mark(Value(2, None), 2) == "W"


def test_progress_bar() -> None:
    assert bar(0, 7) == f"[{' ' * 30}]"
    assert bar(0.5, 1) == f"[{'#' * 15}{' ' * 15}]"
    assert bar(7, 7) == f"[{'#' * 30}]"
    assert nodes_text(2_500_000) == "2.5 million nodes"


def test_flood_stays_within_free_cells() -> None:
    board = make("spread", 3, 3).board
    assert flood(board, 0b000_000_001, 0b111_101_110) == 0b111_101_110
    assert flood(board, 0b000_000_001, 0b111_000_010) == 0b000_000_010
    assert flood(board, 0b000_000_001, 0b000_000_011) == 0b000_000_011  # back to where it began, if free


PAGE = """# A *title*

A paragraph that is **very
strong** in its middle, says `undo`
and leads to [a place](x.md).

    [ ][ ]   **as it is**
    [X][ ]

- one
  thing
- another
1. Third.

```
> 3 * 4 * 5
```

| a | b |
"""


def test_markdown_rendering() -> None:
    assert (
        page_text(PAGE, 30)
        == """A title
=======

A paragraph that is very
strong in its middle, says
'undo' and leads to a place.

    [ ][ ]   **as it is**
    [X][ ]

- one thing
- another
1. Third.

    > 3 * 4 * 5

| a | b |"""
    )


def test_bold_text_continues_on_the_next_line() -> None:
    lines = page_lines("Some **words that stand** out.", 12)
    assert lines == [
        (("Some ", False), ("words", True)),
        (("that stand", True),),
        (("out.", False),),
    ]
