"""The referee turns anything a player does into a move or a reason for its loss."""

from __future__ import annotations

from typing import Any

import pytest

import gridlock
from gridlock.clock import Clock, TimeControl
from gridlock.match import Match
from gridlock.players import PlayerFailed, make_player
from gridlock.referee import Choice, ask, judge, play_out, take_turn
from gridlock.rules import Game, Move, Position


class Stub:
    """A player that gives one answer."""

    name = "stub"
    remark = ""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def get_ready(self, game: Game) -> None:
        pass

    def choose(self, position: Position, clock: Clock | None) -> Move:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]

    def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (PlayerFailed("stub hung.\nlast line"), "Player 1 forfeits. stub hung.\nlast line"),
        (ZeroDivisionError("oh"), "Player 1 forfeits. stub has crashed: ZeroDivisionError('oh')."),
        (None, "Player 1 forfeits. stub answered 'None', which is not a move."),
        ("3,3", "which is not a move."),
        (99, "99 is not a move"),
    ],
)
def test_a_player_that_breaks_the_rules_loses(answer: Any, reason: str) -> None:
    match = Match(gridlock.make("spread"))
    assert take_turn(match, Stub(answer)) is None
    assert match.outcome is not None
    assert match.outcome.winner == 2
    assert reason in match.outcome.reason


def test_a_move_is_recorded_by_its_own_text() -> None:
    match = Match(gridlock.make("blockade"))
    move = match.position.legal_moves()[0]
    assert str(take_turn(match, Stub(Move(move, "nonsense")))) == str(move)
    assert [str(made) for made in match.record().moves] == [str(move)]


def test_a_move_that_comes_too_late_loses_on_time() -> None:
    match = Match(gridlock.make("spread"), control=TimeControl(5))
    match.start_clock()
    assert match.clock is not None
    match.clock.set_left(1, 0.0)
    assert take_turn(match, Stub(Move(12, "3,3"))) is None
    assert match.outcome is not None
    assert match.outcome.reason == "Player 1's time has run out."


def test_a_choice_for_a_match_that_is_over_changes_nothing() -> None:
    match = Match(gridlock.make("spread"))
    choice = ask(Stub(Move(12, "3,3")), match.position, None)
    match.resign()
    assert judge(match, choice) is None
    assert judge(match, Choice(None, "It has crashed.")) is None
    assert match.outcome is not None
    assert match.outcome.reason == "Player 1 resigned."


def test_two_players_play_a_match_out() -> None:
    match = Match(gridlock.make("trail"))
    play_out(match, (make_player("random", seed=1), make_player("greedy", seed=1)))
    assert match.position.outcome() == match.outcome
