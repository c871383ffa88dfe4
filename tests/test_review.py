"""Reviews: mistakes checked by minimax, and matches that were given up or timed out."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import pytest

from boards import KINDS, judge_of, make, state_of
from gridlock import Limits, Move, MoveValue, OutOfTime, Position, Value
from gridlock.match import Match
from gridlock.records import Ending, Record
from gridlock.review import Hint, Reason, Review, find_hint, hints, review
from gridlock.review.refutation import refute
from gridlock.rules import other
from gridlock.search.report import Report
from gridlock.text.reviews import review_text
from reviews import Few, minimax_of, prefix, random_record, winner

SMALL = [
    ("spread", 3, 4),
    ("crossfire", 4, 4),
    ("crossfire all", 3, 4),
    ("lightcycle", 3, 4),
    ("trail", 3, 4),
    ("blockade", 3, 3),
]


# Mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "rows", "cols"), SMALL)
def test_mistakes_are_the_moves_that_change_the_minimax_winner(kind: str, rows: int, cols: int) -> None:
    random = Random(f"mistakes in {kind}")
    mistakes = 0
    for _ in range(12):
        record = random_record(make(kind, rows, cols), random)
        result = review(record)
        positions = list(record.positions())
        values = [minimax_of(record.game).value(state_of(position)) for position in positions]
        winners = [value[0] for value in values]
        changed = [k for k in range(1, len(positions)) if winners[k] != winners[k - 1]]
        assert result.complete
        assert result.start == values[0]
        assert [judged.number for judged in result.judged] == [*range(1, len(positions))]
        assert [judged.value.winner for judged in result.judged] == winners[1:]
        assert [mistake.number for mistake in result.mistakes] == changed
        mistakes += len(changed)
        check_mistakes(result)
    assert mistakes


def test_moves_that_nobody_chose_are_valued_but_not_judged() -> None:
    match, random = Match(make("spread", 3, 4)), Random(3)
    while match.stuck_side is None:
        match.play(random.choice(match.position.legal_moves()))
    chosen = len(match.moves)
    while match.stuck_side is not None:
        match.play_out()
    assert match.played_out > 1
    result = review(match.record())
    assert [judged.number for judged in result.judged] == [*range(1, chosen + 1)]
    minimax = minimax_of(match.game)
    assert result.values == [minimax.value(state_of(position)) for position in match.positions]


def check_mistakes(result: Review) -> None:
    """Check that the better move wins, and that the line is play to the end by which the other side wins."""
    for mistake in result.mistakes:
        judged, loser = result.judged[mistake.number - 1], mistake.side
        assert (mistake.before, mistake.move, loser) == (judged.before, judged.move, judged.before.turn)
        assert winner(mistake.before.play(mistake.better)) == loser
        position = judged.before.play(judged.move)
        assert (position, mistake.given_up) == (mistake.position, "")
        planned = any(reason.pairs or reason.first for reason in mistake.reasons)
        fastest = judged.value.moves or 0
        assert len(mistake.line) >= fastest if planned else len(mistake.line) == fastest
        for move in mistake.line:
            assert winner(position) == 3 - loser
            position = position.play(move)
        assert not judge_of(position.game).legal(state_of(position)._replace(turn=loser))
        assert mistake.reasons
        assert mistake.summary.startswith(f"Move {mistake.number}: Player {loser} played ")
        known = {insight.text for insight in mistake.insights} | {reason.text for reason in mistake.reasons}
        assert set(mistake.explanation) <= known
        assert 0 < len(" ".join(mistake.explanation).split()) <= 40
        check_line_reason(mistake.position, mistake.line, mistake.reasons[-1], loser)


def check_line_reason(position: Position, line: tuple[Move, ...], reason: Reason, loser: int) -> None:
    """Check that a reason about a later position names the moves of the line that lead there."""
    moves = prefix(reason)
    assert moves == [str(move) for move in line[: len(moves)]]
    assert reason.at == len(moves)
    assert reason.lesson
    if reason.name in ("mirror", "pairs", "apart", "count", "safe"):
        assert f"Player {3 - loser}" in reason.claim


# Line and reason -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows", "cols"), [*SMALL[:2], *SMALL[3:], ("crossfire all", 4, 5), ("spread", 4, 4)]
)
def test_the_winner_follows_the_strategy_in_the_line(kind: str, rows: int, cols: int) -> None:
    random, followed = Random(f"strategies of {kind} {rows}x{cols}"), 0
    for _ in range(25):
        for mistake in review(random_record(make(kind, rows, cols), random)).mistakes:
            (reason,) = mistake.reasons
            position = mistake.position
            for move in mistake.line[: reason.at]:
                position = position.play(move)
            followed += check_followed(position, mistake.line[reason.at :], reason)
    assert followed


def check_followed(position: Position, line: tuple[Move, ...], reason: Reason) -> int:
    """Check that the winner follows the strategy; return how many of its moves did."""
    partners = {two: one for one, two in reason.pairs} | dict(reason.pairs)
    first, followed, answer = list(reason.first), 0, None
    for move in line:
        (cell, *_) = position.game.parts(position, move)
        if position.turn == reason.winner:
            if first:
                assert move == first.pop(0)
                followed += 1
            elif answer is not None:
                assert cell == answer
                followed += 1
        answer = partners.get(cell)
        position = position.play(move)
    if reason.cases:
        assert any(case == line[: len(case)] for case in reason.cases)
        followed += 1
    return followed


def test_the_docs_show_that_mistakes_are_explained_in_few_words() -> None:
    """The figures in the docs keep their promise."""
    page = (Path(__file__).parent.parent / "docs" / "review.md").read_text()
    table = page.partition("<!-- made by scripts/reasons.py -->")[2].strip().split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
    assert [row[0] for row in rows] == [kind.replace(" ", "-") for kind in KINDS]
    for _, mistakes, *_, any_of_these, at_once, watched, _, most_words in rows:
        assert int(mistakes) > 0
        assert float(any_of_these) >= 90
        assert float(at_once) + float(watched) == pytest.approx(100, abs=0.2)
        assert int(most_words) <= 40


def test_the_docs_show_that_the_numbers_are_good_advice() -> None:
    page = (Path(__file__).parent.parent / "docs" / "review.md").read_text()
    table = (
        page.partition("| positions | following the number | any move |")[2]
        .strip()
        .split("\n\n")[0]
        .splitlines()[1:]
    )
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table]
    assert [row[0] for row in rows] == [kind.replace(" ", "-") for kind in KINDS]
    for _, positions, kept, chance in rows:
        assert int(positions) > 100
        assert float(kept) >= float(chance) + 20


# Given up, out of time --------------------------------------------------------------------------


def resigned(moves: str, side: int | None = None) -> Review:
    match = Match(make("lightcycle"))
    for move in moves.split():
        match.play(move)
    match.resign(side)
    return review(match.record())


def test_resigning_a_won_position_is_a_mistake() -> None:
    result = resigned("right up")
    (mistake,) = result.mistakes
    assert (mistake.move, mistake.given_up, mistake.number, mistake.side) == (None, "resigned", 3, 1)
    assert mistake.position == mistake.before
    assert mistake.line[0] == mistake.better
    assert mistake.summary.startswith(
        f"Player 1 resigned. Player 1 could have won with {mistake.better}, in "
    )
    assert mistake.reasons
    assert len(result.judged) == 2


def test_resigning_on_the_opponents_turn_is_a_mistake_too() -> None:
    (mistake,) = resigned("right", side=1).mistakes
    assert mistake.summary == "Player 1 resigned. Player 1 was winning, in 14 moves."
    assert mistake.better == mistake.line[1]
    assert (mistake.side, mistake.before.turn) == (1, 2)


def test_resigning_a_lost_position_is_not_a_mistake() -> None:
    assert resigned("right").mistakes == []


@pytest.mark.parametrize(
    ("ending", "begin"),
    [(Ending.TIME, "Player 1 ran out of time."), (Ending.FORFEIT, "Player 1 forfeited.")],
)
def test_other_ways_to_lose_a_won_position(ending: Ending, begin: str) -> None:
    (mistake,) = review(Record(make("crossfire"), (), winner=2, ending=ending)).mistakes
    assert mistake.summary == f"{begin} Player 1 could have won with 3,3, in 5 moves."
    assert " ".join(map(str, mistake.line)) == "3,3 1,2 5,4 2,1 4,5", "the half turn about the centre"


def test_a_review_that_runs_out_of_time_keeps_what_is_known() -> None:
    record = random_record(make("spread", 8, 8), Random("large"))
    result = review(record, Limits(seconds=0.2, memory=20 << 20))
    assert not result.complete
    assert result.start is None
    numbers = [judged.number for judged in result.judged]
    assert numbers == [*range(len(record.moves) - len(numbers) + 1, len(record.moves) + 1)]
    assert len(numbers) < len(record.moves)
    assert f"The first {numbers[0] - 1} of {len(record.moves)} moves were not judged in time." in review_text(
        result
    )
    empty = review(record, Limits(seconds=0))
    assert (empty.judged, empty.mistakes, empty.complete) == ([], [], False)
    assert "judged in time" in review_text(empty)


def test_a_refutation_out_of_time_has_the_start_of_the_line() -> None:
    before = make("blockade", 3, 3).start()
    move = next(move for move in before.legal_moves() if winner(before.play(move)) != winner(before))
    lengths = []
    for questions in range(100):
        refutation = refute(before, move, other(winner(before)), Few(before.game, questions))
        lengths.append(len(refutation.line))
        if refutation.cut_short is None:
            break
        with pytest.raises(OutOfTime):
            refutation.raise_if_cut_short()
    assert lengths[:3] == [0, 1, 2]
    assert max(lengths) == lengths[-1] > 2
    assert refutation.reasons
    refutation.raise_if_cut_short()


def test_a_match_without_moves() -> None:
    result = review(Record(make("trail"), ()))
    assert (result.start, result.judged, result.mistakes, result.complete) == ((2, 12), [], [], True)
    assert "Neither player gave a win away." in review_text(result)


def test_the_hint_of_a_finished_game() -> None:
    assert find_hint(make("blockade", 1, 2).start(), Limits()) == Hint(None, "No hint: the game is over.")


def test_a_hint_is_a_move_and_a_sentence() -> None:
    start = make("crossfire").start()
    assert find_hint(start, Limits()) == Hint(start.parse_move("3,3"), "Hint: 3,3 wins in 5 moves.")
    lost = make("trail").start()
    hint = find_hint(lost, Limits())
    assert hint.move in lost.legal_moves()
    assert hint.text == f"Hint: {hint.move} holds out longest; Player 2 wins in 12 moves."


def test_a_hint_without_time_comes_from_the_tree_search_and_says_so() -> None:
    start = make("spread", 8, 8).start()
    hint = find_hint(start, Limits(seconds=0.0))
    assert hint.move in start.legal_moves()
    assert hint.text == (
        f"Best guess: {hint.move}; this position is too large to be solved in a few seconds."
    )


def test_a_cancelled_hint_searches_nothing() -> None:
    cancelled = threading.Event()
    cancelled.set()
    hint = find_hint(make("spread", 8, 8).start(), Limits(cancelled=cancelled))
    assert hint == Hint(None, "No hint: the search was stopped.")


def test_a_hint_from_the_tree_search_avoids_known_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    position = make("crossfire").start()
    only = position.parse_move("3,3")

    def out_of_time(report: Report, limits: Limits) -> None:
        report.winner = 1
        report.judged = [MoveValue(move, Value(2, None)) for move in position.legal_moves() if move != only]
        raise OutOfTime("The search did not finish.")

    monkeypatch.setattr(hints, "investigate", out_of_time)
    monkeypatch.setattr(hints, "most_visited", lambda position, *given, **named: position.parse_move("1,1"))
    hint = find_hint(position, Limits())
    assert hint.move == only
    assert hint.text.endswith("you can win, but the move was not found in a few seconds.")
