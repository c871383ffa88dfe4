"""The match: the one authority on a game in progress."""

from __future__ import annotations

import pytest

import gridlock
from gridlock import IllegalMove, Outcome
from gridlock.match import Match


def test_playing_and_taking_back() -> None:
    match = Match(gridlock.make("spread"))
    match.play("3,3")
    match.play(6)
    assert [str(move) for move in match.moves] == ["3,3", "2,2"]
    assert match.undo() == 6
    assert match.position == gridlock.make("spread").start().play("3,3")
    match.undo()
    with pytest.raises(IllegalMove, match="no move to take back"):
        match.undo()


def test_a_refused_move_changes_nothing() -> None:
    match = Match(gridlock.make("spread"))
    match.play("3,3")
    before = match.position
    for bad in ("3,3", "nonsense", 99):
        with pytest.raises(gridlock.GridlockError):
            match.play(bad)
    assert match.position is before
    assert len(match.moves) == 1


def test_resigning_ends_the_match_and_undo_takes_it_back() -> None:
    match = Match(gridlock.make("trail"))
    match.play("1,1")
    match.resign()
    assert match.outcome == Outcome(1, "Player 2 resigned.")
    with pytest.raises(IllegalMove, match="The game is over: Player 2 resigned"):
        match.play("1,2")
    with pytest.raises(IllegalMove, match="over"):
        match.resign()
    match.undo()
    assert match.outcome is None


def test_the_record_of_a_match_that_is_over_before_it_starts() -> None:
    record = Match(gridlock.make("blockade", rows=1, cols=2)).record()
    assert (record.winner, record.ending, record.moves) == (2, "stuck", ())
