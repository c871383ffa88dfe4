"""Matches: moves, undo, clock, events, records."""

from __future__ import annotations

import pytest

import gridlock
from gridlock import IllegalMove, Move, Outcome
from gridlock.clock import TimeControl
from gridlock.match import Help, Match
from gridlock.records import Ending, Record, parse_records


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


def test_a_move_object_is_not_parsed() -> None:
    match = Match(gridlock.make("blockade"))
    move = match.position.legal_moves()[-1]
    assert match.play(move) is move
    assert match.moves[0] is move


def test_a_rejected_move_changes_nothing() -> None:
    match = Match(gridlock.make("spread"))
    match.play("3,3")
    before = match.position
    for bad in ("3,3", "nonsense", 99, Move(99, "nowhere")):
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
    assert match.undo() is None
    assert match.outcome is None
    assert len(match.moves) == 1  # only the resignation was undone
    match.resign()
    assert match.undo_to({2}) == []
    assert len(match.moves) == 1
    match.resign()
    assert [str(move) for move in match.undo_to({1})] == ["1,1"]


def test_the_record_of_a_match_that_is_over_before_it_starts() -> None:
    record = Match(gridlock.make("blockade", rows=1, cols=2)).record()
    assert (record.winner, record.ending, record.moves) == (2, "stuck", ())


def test_undone_moves_can_be_redone_until_another_is_made() -> None:
    match = Match(gridlock.make("spread"))
    for move in ("3,3", "1,1", "5,5"):
        match.play(move)
    match.undo()
    match.undo()
    assert match.can_redo
    assert str(match.redo()) == "1,1"
    assert str(match.redo()) == "5,5"
    with pytest.raises(IllegalMove, match="no move to redo"):
        match.redo()
    match.undo()
    match.play("1,5")
    assert not match.can_redo


def test_every_event_is_published() -> None:
    match = Match(gridlock.make("lightcycle"))
    heard: list[tuple[str, int, str]] = []
    match.listen(lambda event: heard.append((event.kind.value, event.side, event.text)))
    match.play("right")
    match.use_help(Help.HINT)
    match.play("up")
    match.undo()
    match.redo()
    match.resign()
    assert heard == [
        ("move", 1, "right"),
        ("help", 2, "hint"),
        ("move", 2, "up"),
        ("undo", 2, "up"),
        ("redo", 2, "up"),
        ("end", 1, "Player 1 resigned."),
    ]
    assert [tuple(event) for event in match.events] == heard


def test_the_last_move_publishes_the_end_too() -> None:
    match = Match(gridlock.make("trail", 1, 2))
    match.play("1,1")
    match.play("1,2")
    assert [(event.kind.value, event.side) for event in match.events] == [
        ("move", 1),
        ("move", 2),
        ("end", 1),
    ]


def test_a_match_is_lost_on_time() -> None:
    match = Match(gridlock.make("spread"), control=TimeControl(60, 5))
    assert match.clock is not None
    match.start_clock()
    match.play("3,3")
    assert match.clock.left(1) > 60  # the increment
    match.clock.set_left(2, 0)
    with pytest.raises(IllegalMove, match=r"The game is over: Player 2's time has run out\."):
        match.play("1,1")
    assert match.outcome == Outcome(1, "Player 2's time has run out.")
    record = match.record()
    assert (record.ending, record.tags["Time"]) == (Ending.TIME, "1:00+5")
    assert parse_records(str(record)) == [record]
    match.undo()
    assert match.outcome is None
    assert 55 < match.clock.left(2) <= 60  # the time at the start of the turn
    match.clock.set_left(1, 1)
    match.undo()
    assert 55 < match.clock.left(1) <= 60


def test_a_forfeit_is_recorded_with_its_reason() -> None:
    match = Match(gridlock.make("spread"))
    match.forfeit(1, "Player 1 forfeits. It said {nothing}.\nIts last lines:\n    oh")
    assert match.outcome is not None
    assert match.outcome.winner == 2
    record = match.record()
    assert record.comments == ((0, match.outcome.reason),)
    assert parse_records(str(record)) == [record]
    with pytest.raises(IllegalMove, match="The game is over"):
        match.resign()


def test_an_unfinished_match_can_be_resumed() -> None:
    game = gridlock.make("blockade", 4, 5)
    start = game.position("1..../...../.#.../....2 1")
    match = Match(game, ("human", "level:3"), start=start, control=TimeControl(60, 5))
    match.play("right:0,0")
    match.use_help(Help.ANALYSIS)
    match.use_help(Help.HINT)
    match.use_help(Help.HINT)
    assert match.clock is not None
    match.clock.set_left(1, 12.5)
    (record,) = parse_records(str(match.record()))
    again = Match.resume(record)
    assert again.position == match.position
    assert again.moves == match.moves
    assert again.players == match.players
    assert again.help == {Help.ANALYSIS: 1, Help.HINT: 2}
    assert again.clock is not None
    assert again.clock.left(1) == 12.5
    again.undo()
    assert again.position == start


@pytest.mark.parametrize("tags", [{"Time": "whenever"}, {"Hint": "often"}, {"Time": "5:00", "Left1": "much"}])
def test_tags_of_another_program_do_not_prevent_resuming(tags: dict[str, str]) -> None:
    record = Record(gridlock.make("spread"), (), tags=tags)
    assert Match.resume(record).position == gridlock.make("spread").start()


def test_undo_and_redo_to_a_sides_own_turn() -> None:
    match = Match(gridlock.make("lightcycle"))
    for move in ("right", "left", "up", "up"):
        match.play(move)
    assert [str(move) for move in match.undo_to({1})] == ["up", "up"]
    assert match.position.turn == 1
    assert [str(move) for move in match.undo_to({1, 2})] == ["left"]
    assert [str(move) for move in match.redo_to({1})] == ["left"]
    assert [str(move) for move in match.redo_to({1})] == ["up", "up"]
    match.undo_to({2})
    match.undo_to({2})
    with pytest.raises(IllegalMove, match="no move to take back"):
        match.undo_to({2})
    assert [str(move) for move in match.moves] == ["right"]


# Playing out ---------------------------------------------------------------------------------------


def decided() -> Match:
    """Return a match in which O can still place on three cells, and X on none."""
    game = gridlock.make("spread", 3, 4)
    match = Match(game, start=game.position("O.OX/X.../..X. 2"))
    assert match.stuck_side == 1
    return match


def test_a_decided_match_is_played_out_to_its_end() -> None:
    match = decided()
    while match.outcome is None:
        match.play_out()
    assert match.outcome.winner == 2
    assert match.played_out == len(match.moves) > 0
    record = match.record()
    assert record.played_out == match.played_out
    assert parse_records(str(record)) == [record]


def test_only_a_decided_match_can_be_played_out() -> None:
    with pytest.raises(IllegalMove, match="Both sides can still move"):
        Match(gridlock.make("spread")).play_out()
    for name in ("crossfire", "trail", "lightcycle", "blockade"):
        match = Match(gridlock.make(name))
        while match.outcome is None:
            assert match.stuck_side is None
            match.play(match.position.legal_moves()[0])


def test_a_move_by_hand_counts_as_chosen() -> None:
    match = decided()
    match.play(match.position.legal_moves()[0])
    assert match.played_out == 0
    assert "PlayedOut" not in match.record().tags


def test_undo_goes_back_before_what_was_played_out() -> None:
    game = gridlock.make("spread", 3, 4)
    match = Match(game)
    while match.stuck_side is None:
        match.play(match.position.legal_moves()[0])
    chosen = match.moves
    while match.outcome is None:
        match.play_out()
    match.undo_to({match.positions[len(chosen) - 1].turn})
    assert match.moves == chosen[:-1]
    assert match.played_out == 0


@pytest.mark.parametrize("tag", ["", "many", "-1", "9" * 40])
def test_a_wrong_count_of_moves_played_out_is_ignored(tag: str) -> None:
    game = gridlock.make("spread")
    assert Record(game, (), tags={"PlayedOut": tag}).played_out == 0


# First moves ---------------------------------------------------------------------------------------


def test_first_moves_can_be_free() -> None:
    now = [0.0]
    match = Match(
        gridlock.make("spread"), control=TimeControl(60, 5), now=lambda: now[0], free_first_moves=True
    )
    assert match.clock is not None
    match.start_clock()
    for move in ("1,1", "5,5"):
        assert match.clock.running is None
        now[0] += 1000
        match.play(move)
    assert match.clock.running == 1
    assert [match.clock.left(side) for side in (1, 2)] == [65, 65]
    now[0] += 10
    assert match.clock.left(1) == 55
