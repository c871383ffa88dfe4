"""Seats that were lost from the start, checked by minimax over the judge."""

from __future__ import annotations

from random import Random

import pytest

from boards import judge_of, make, state_of
from gridlock import Move, OutOfTime, Position, Value, analyze
from gridlock.games.trail import Trail
from gridlock.match import Match
from gridlock.players import make_player
from gridlock.records import Record, parse_records
from gridlock.review import LostSeat, Review, Slip, review
from gridlock.review.lost_seat import Replies, explain_loss
from gridlock.rules import other
from gridlock.text.reviews import lost_lines
from reviews import Few, minimax_of, winner

pytestmark = pytest.mark.usefixtures("patient_bots")

SMALL = [
    ("spread", 3, 4),
    ("crossfire", 4, 4),
    ("crossfire all", 4, 5),
    ("lightcycle", 3, 4),
    ("trail", 3, 4),
    ("blockade", 3, 3),
]


def value(position: Position) -> tuple[int, int]:
    return minimax_of(position.game).value(state_of(position))


def lost_record(kind: str, rows: int, cols: int, random: Random) -> Record:
    """Return a match of random moves against perfect play in the winning seat."""
    match = Match(make(kind, rows, cols))
    perfect, won = make_player("perfect", seed=1), winner(match.position)
    while match.outcome is None:
        position = match.position
        at_random = random.choice(position.legal_moves())
        match.play(perfect.choose(position, None) if position.turn == won else at_random)
    return match.record()


@pytest.mark.parametrize(("kind", "rows", "cols"), SMALL)
def test_a_lost_seat_has_every_slip(kind: str, rows: int, cols: int) -> None:
    random, slips = Random(f"lost seats in {kind}"), 0
    for _ in range(6):
        result = review(lost_record(kind, rows, cols, random))
        seat = result.lost
        assert result.complete
        assert seat is not None
        assert (seat.value.winner, seat.value.moves) == value(seat.position)
        assert seat.side == other(result.record.winner or 0)
        check_line(seat)
        check_slips(result, seat)
        slips += len(seat.slips)
    assert slips


def check_line(seat: LostSeat) -> None:
    """Check that the line goes from start to end and always keeps the win."""
    position = seat.position
    for move in seat.line:
        assert winner(position) == seat.value.winner
        position = position.play(move)
    assert not judge_of(position.game).legal(state_of(position)._replace(turn=seat.side))
    assert seat.reasons
    assert all(reason.text in seat.sentences and reason.at <= len(seat.line) for reason in seat.reasons)


def replies(before: Position, move: Move) -> Replies:
    """Count the replies to a move by minimax."""
    after = before.play(move)
    return Replies(sum(winner(after.play(reply)) == after.turn for reply in after.legal_moves()),
                   len(after.legal_moves()))  # fmt: skip


def check_slips(result: Review, seat: LostSeat) -> None:
    """Check that every move of the losing side is a slip or among the best."""
    slips = {slip.number: slip for slip in seat.slips}
    for judged in result.judged:
        if judged.before.turn != seat.side:
            assert judged.number not in slips
            continue
        moves = judged.before.legal_moves()
        lengths = {move: value(judged.before.play(move))[1] for move in moves}
        hardest = min(replies(judged.before, m).share for m in moves if lengths[m] == max(lengths.values()))
        cost = max(lengths.values()) - lengths[judged.move]
        left = replies(judged.before, judged.move)
        easy = left.share >= 0.5 and hardest <= left.share / 2
        assert (judged.number in slips) == bool(cost or easy)
        if cost or easy:
            slip = slips[judged.number]
            assert (slip.cost, slip.replies, slip.easy) == (cost, left, easy)
            assert lengths[slip.better] == max(lengths.values())
            assert slip.better_replies == replies(judged.before, slip.better)
            assert slip.better_replies.share == hardest


def test_a_side_that_gave_a_win_away_was_not_lost_from_the_start() -> None:
    (record,) = parse_records('[Game "spread"]\n3,3 2,2 *')
    result = review(record)
    assert result.mistakes
    assert result.lost is None
    assert lost_lines(result) == []


def test_slips_in_words() -> None:
    start = make("trail").start()
    one, two = start.parse_move("1,1"), start.parse_move("2,2")
    slip = Slip(start.game, 3, 1, one, two, 2, Replies(1, 4), Replies(1, 3))
    assert slip.text == "Move 3: Player 1 could have lasted 2 moves longer with 2,2."
    assert slip._replace(cost=0, replies=Replies(5, 6), better_replies=Replies(1, 8)).text == (
        "Move 3: 1,1 made it easy: 5 of 6 replies won. After 2,2 only 1 of 8 would have."
    )
    assert slip._replace(cost=1, replies=Replies(1, 1), better_replies=Replies(1, 3)).text == (
        "Move 3: 1,1 made it easy: the only reply won. After 2,2 only 1 of 3 would have. "
        "Player 1 could have lasted 1 move longer with 2,2."
    )


def test_only_the_worst_slips_are_listed_in_order() -> None:
    start = make("trail").start()
    move = start.parse_move("1,1")
    slips = [Slip(start.game, number, 1, move, move, cost, Replies(1, 9), Replies(1, 9))
             for number, cost in ((1, 2), (3, 8), (5, 2), (7, 4), (9, 6))]  # fmt: skip
    seat = LostSeat(start, Value(2, 12), slips=slips)
    assert [line.split(":")[0] for line in seat.slip_sentences] == ["Move 3", "Move 7", "Move 9"]
    none = "Player 1 made no move that cost time or made it easy."
    assert LostSeat(start, Value(2, 12)).slip_sentences == (none,)


def test_a_match_without_moves_has_a_lost_seat_too() -> None:
    result = review(Record(make("trail"), ()))
    assert result.lost is not None
    lines = lost_lines(result)
    assert lines[0] == (
        "Player 1 was lost from the start: whatever Player 1 plays, Player 2 can win within 12 moves."
    )
    assert lines[1].startswith("Player 2 goes to the paired cell every time: if Player 1 plays 1,1, ")
    assert lines[-1].startswith("Lesson: "), "and nothing about moves that nobody made"
    over = review(Record(make("blockade", 1, 2), ()))
    assert over.lost is not None
    assert over.lost.sentences[0] == "Player 1 was lost from the start."
    assert over.lost.line == ()


def test_partial_results_remain_when_time_runs_out() -> None:
    record = lost_record("crossfire", 4, 4, Random("slow"))
    whole = review(record)
    assert whole.lost is not None
    known = []
    for questions in range(100):
        seat = LostSeat(whole.lost.position, whole.lost.value)
        try:
            explain_loss(seat, whole.judged, Few(record.game, questions))
        except OutOfTime:
            assert seat.slips == whole.lost.slips[: len(seat.slips)]
            assert seat.sentences[0].startswith("Player ")
            known.append(len(seat.line))
        else:
            assert seat == whole.lost
            break
    assert known[0] == 0
    assert max(known) == len(whole.lost.line)
    assert questions > len(known) - 1 > 3


def test_the_first_value_is_that_of_the_start() -> None:
    """Compare with the known values."""
    result = review(Record(make("lightcycle"), ()))
    assert result.lost is not None
    assert (result.lost.side, result.lost.value) == (2, (1, 15))
    assert analyze(result.lost.position)[0].move == result.lost.line[0]


class Untold(Trail):
    """A game with rules only."""

    id = "untold"


def test_a_game_without_reasons_of_its_own_has_lost_seats_too() -> None:
    result = review(Record(Untold(2, 3, {}), ()))
    assert result.lost is not None
    assert (result.lost.side, result.lost.value) == (1, (2, 6))
    assert len(result.lost.line) == 6
    assert result.lost.reasons
