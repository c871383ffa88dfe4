"""Puzzles: they are won, hard enough and reproducible, and moves are judged correctly."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from boards import comparable, judge_of, state_of
from gridlock import GAMES, GridlockError, Move, solve
from gridlock.puzzles import (
    DIFFICULTIES,
    InvalidPuzzle,
    Puzzle,
    check,
    count,
    daily,
    kinds,
    puzzle,
    puzzle_by_id,
    solution,
    winning_moves,
)
from gridlock.puzzles.catalogue import game_of
from gridlock.puzzles.difficulty import PLAYERS, TRIES, difficulty_of, times_solved
from gridlock.puzzles.generate import CHOICES, choices_of, essence_of, find_series, lengths_of
from gridlock.puzzles.play import reply_to
from gridlock.rules import Position
from minimax import Minimax
from puzzle_samples import DAY, all_of, wrong_move
from puzzle_tables import with_tables

SERIES = [(kind, difficulty) for kind in kinds() for difficulty in DIFFICULTIES if count(kind, difficulty)]
BUDGET = 2_000  # states that the naive minimax may look at for one puzzle


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the tests away from the user's progress."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


def free_cells(sample: Puzzle) -> int:
    position = sample.position
    return position.game.board.size - (position.own | position.opp | position.extra).bit_count()


def within_reach(kind: str, difficulty: str) -> list[Puzzle]:
    """Return the puzzles with the fewest free cells, which naive minimax can solve."""
    return sorted(all_of(kind, difficulty), key=free_cells)[:8]


class Naive:
    """A position for the judge and the naive minimax."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.minimax = Minimax(judge_of(position.game), budget=BUDGET)

    def values(self, position: Position) -> dict[int, tuple[int, int]]:
        """The winner and the moves to the end after each legal move; TimeoutError if that is too much."""
        return self.minimax.children(comparable(position.game, state_of(position)))

    def wins(self, position: Position) -> set[int]:
        values = self.values(position)
        return {action for action, (winner, _) in values.items() if winner == position.turn}


# Naive minimax ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds())
def test_the_naive_minimax_agrees(kind: str) -> None:
    reached = 0
    for difficulty in DIFFICULTIES:
        for sample in within_reach(kind, difficulty):
            try:
                values = Naive(sample.position).values(sample.position)
            except TimeoutError:
                continue  # a test below asks the solver, which is itself tested against minimax
            wins = {
                action: moves for action, (winner, moves) in values.items() if winner == sample.position.turn
            }
            assert 0 < 2 * len(wins) <= len(values), sample.id
            assert min(wins.values()) + 1 == sample.moves
            assert set(wins) == set(map(int, winning_moves(sample.position)))
            reached += 1
    assert reached >= 4


@pytest.mark.parametrize("kind", kinds())
def test_the_opponent_resists_as_long_as_minimax(kind: str) -> None:
    for sample in within_reach(kind, "easy"):
        naive, position = Naive(sample.position), sample.position
        try:
            naive.values(position)
        except TimeoutError:
            continue
        for number, move in enumerate(solution(position)):
            if number % 2 == 0:
                assert int(move) in naive.wins(position)
            else:
                values = naive.values(position)
                longest = {action for action, value in values.items() if value[1] == max(values.values())[1]}
                right = {action: len(naive.wins(position.play(action))) for action in longest}
                part = {a: right[a] / position.play(a).legal.bit_count() for a in longest}
                assert (part[move], move) == min((part[action], action) for action in longest)
            position = position.play(move)
        return
    pytest.fail("no puzzle is within reach")


# All puzzles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds())
def test_the_solver_confirms_the_number_of_moves(kind: str) -> None:
    for difficulty in DIFFICULTIES:
        for sample in all_of(kind, difficulty):
            assert solve(sample.position) == (sample.position.turn, sample.moves), sample.id
            wins = len(winning_moves(sample.position))
            assert 0 < 2 * wins <= sample.position.legal.bit_count(), sample.id
            assert sample.moves in lengths_of(sample.position.game)


@pytest.mark.parametrize("kind", kinds())
def test_no_two_puzzles_are_the_same_problem(kind: str) -> None:
    samples = [sample for difficulty in DIFFICULTIES for sample in all_of(kind, difficulty)]
    essences = {essence_of(one.position): one.id for one in samples}
    assert len(essences) == len(samples)


@pytest.mark.parametrize("kind", kinds())
def test_every_puzzle_has_a_decision_with_four_choices(kind: str) -> None:
    for difficulty in DIFFICULTIES:
        for sample in all_of(kind, difficulty):
            after = {essence_of(sample.position.play(move)) for move in sample.position.legal_moves()}
            assert len(after) >= CHOICES or max(choices_of(sample.position)) >= CHOICES, sample.id


@pytest.mark.parametrize("kind", kinds())
def test_every_puzzle_has_more_than_one_decision(kind: str) -> None:
    for difficulty in DIFFICULTIES:
        for sample in islice(all_of(kind, difficulty), 0, None, 10):
            choices = choices_of(sample.position)
            assert sum(choice > 0 for choice in choices) >= 2, sample.id
            assert any(choices[-3:]), "not won by itself long before the end"


def test_boards_and_numbers() -> None:
    sizes = {name: game_of(name).size_text for name in kinds()}
    assert sizes == {
        "spread": "5x5",
        "crossfire": "5x6",
        "lightcycle": "6x6",
        "trail": "6x6",
        "blockade": "5x5",
        "crossfire-all": "7x7",
    }
    assert all(count(name, "easy") >= 20 for name in kinds())
    assert all(count(name, "medium") for name in kinds())


# Difficulty ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds())
def test_the_difficulty_follows_from_the_bots_results(kind: str) -> None:
    for difficulty in DIFFICULTIES:
        solved = [sample.solved for sample in all_of(kind, difficulty)]
        assert all(tuple(times) == PLAYERS for times in solved)
        assert all(difficulty_of(times) == difficulty for times in solved)
        assert all(4 * times["random"] <= TRIES for times in solved), "luck is not enough"
        together = [sum(times.values()) for times in solved]
        assert together == sorted(together, reverse=True), "the easiest comes first"


def test_the_limits_of_the_difficulties() -> None:
    # Levels 1 to 4 look at most two moves ahead, level 5 three, level 6 five.
    def cut(greedy: int, *levels: int) -> str:
        return difficulty_of(dict(zip(PLAYERS, (0, greedy, *levels), strict=True)), tries=10)

    assert cut(5, 0, 1, 0, 3, 9, 10) == "easy"
    assert cut(6, 0, 1, 3, 5, 9, 10) == "", "looking one move ahead is enough"
    assert cut(0, 0, 0, 0, 2, 9, 10) == "", "neither seen nor overlooked"
    assert cut(1, 0, 0, 1, 1, 0, 5) == "medium"
    assert cut(1, 0, 0, 1, 1, 5, 0) == "medium"
    assert cut(2, 0, 0, 1, 1, 5, 10) == ""
    assert cut(0, 0, 0, 0, 1, 4, 4) == "hard"
    assert cut(0, 0, 0, 0, 0, 0, 0) == "hard"


@pytest.mark.parametrize("kind", kinds())
def test_the_bots_results_are_reproducible(kind: str) -> None:
    sample = puzzle(kind, "medium", 1)
    for name in ("random", "greedy", "level:1", "level:2", "level:3", "level:4"):
        assert times_solved(sample.position, name) == sample.solved[name], (sample.id, name)


# Reproducibility -------------------------------------------------------------------------------------


def test_the_tables_in_the_docs_are_up_to_date() -> None:
    page = (Path(__file__).parent.parent / "docs" / "puzzles.md").read_text()
    assert page == with_tables(page), "run: python scripts/puzzle_tables.py"


def test_puzzles_are_the_same_in_every_process() -> None:
    program = (
        "from gridlock.puzzles import puzzle_by_id as get, daily; from datetime import date\n"
        "for p in (get('trail-hard-20'), get('spread-medium-7'), daily(date(2027, 1, 1))): print(p)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    samples = (puzzle_by_id("trail-hard-20"), puzzle_by_id("spread-medium-7"), daily(date(2027, 1, 1)))
    assert outputs == {"".join(f"{one}\n" for one in samples)}


def test_the_generator_reproduces_the_catalogue() -> None:
    for difficulty, series in find_series("trail", 1).items():
        shipped = {sample.position: sample for sample in all_of("trail", difficulty)}
        (generated,) = series
        sample = shipped[generated.position]
        assert (generated.moves, generated.solved) == (sample.moves, tuple(sample.solved.values()))


@pytest.mark.parametrize(
    ("kind", "difficulty", "number", "sentence"),
    [
        ("chess", "easy", 1, "There are no puzzles of 'chess': choose one of spread, crossfire, "),
        ("spread", "tough", 1, "A puzzle is easy, medium or hard, not 'tough'."),
        ("spread", "easy", 0, "There is no easy puzzle 0 of spread: they are numbered from 1 to 25."),
        ("spread", "easy", 26, "There is no easy puzzle 26 of spread: they are numbered from 1 to 25."),
    ],
)
def test_missing_puzzles_are_reported(kind: str, difficulty: str, number: int, sentence: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        puzzle(kind, difficulty, number)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "id", ["", "spread", "spread-easy", "spread-easy-x", "spread-easy-٣", "daily-2026-02-30"]
)
def test_invalid_ids(id: str) -> None:
    with pytest.raises(GridlockError, match="is not a puzzle"):
        puzzle_by_id(id)


# Daily puzzles ---------------------------------------------------------------------------------------


def test_the_puzzle_of_a_day() -> None:
    sample = daily(DAY)
    assert sample.id == "daily-2026-11-16"
    assert sample == puzzle_by_id("daily-2026-11-16")
    assert any(sample[1:] == other[1:] for other in all_of("spread", "easy"))


def test_every_week_has_every_game_and_every_difficulty() -> None:
    days = [daily(DAY + timedelta(k)) for k in range(400)]
    for first in range(len(days) - 7):
        week = days[first : first + 7]
        assert {sample.position.game.id for sample in week} == set(GAMES)
        assert {sample.difficulty for sample in week} == set(DIFFICULTIES)
    assert any(sample.position.game.options.get("diagonals") == "all" for sample in days)


def test_no_position_repeats_within_ten_weeks() -> None:
    texts = [daily(DAY + timedelta(k)).position.text for k in range(400)]
    for first in range(330):
        assert len(set(texts[first : first + 70])) == 70


# Right and wrong -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds())
def test_a_puzzle_continues_until_it_is_solved(kind: str) -> None:
    sample = puzzle(kind, "easy", 1)
    position, side = sample.position, sample.position.turn
    line = solution(position)
    assert len(line) == sample.moves
    for number, move in enumerate(line[::2]):
        verdict = check(position, move)
        assert verdict.right
        position = position.play(move)
        if number == len(line) // 2:
            assert verdict.solved
            assert verdict.text == "Solved: your opponent cannot move."
            assert not position.legal or position.turn == side
        else:
            assert verdict.reply == line[2 * number + 1] == reply_to(position)
            assert verdict.text == f"Right. Your opponent plays {spoken(verdict.reply)}. Your move."
            position = position.play(verdict.reply)


def spoken(move: Move) -> str:
    """Return a move in words."""
    return re.sub(r"(\w+):(.+)", r"\1 (block \2)", str(move))


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_every_winning_move_is_right_and_every_other_is_refuted(kind: str, difficulty: str) -> None:
    sample = puzzle(kind, difficulty, count(kind, difficulty))
    rival = 3 - sample.position.turn
    wins = winning_moves(sample.position)
    for move in sample.position.legal_moves():
        verdict = check(sample.position, move)
        assert verdict.right == (move in wins)
        if not verdict.right:
            played, reply = spoken(move), spoken(verdict.line[0])
            assert verdict.text == f"Not quite: after {played} your opponent wins with {reply}."
            assert not verdict.solved
            assert verdict.reply is None
            position = sample.position.play(move)
            for step in verdict.line:
                position = position.play(step)
            # The solver is stuck; in spread the other side may go on placing.
            assert position.turn == rival if position.legal else position.outcome() is not None


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_verdict_and_reason_name_the_same_reply(kind: str, difficulty: str) -> None:
    named = 0
    for number in range(1, 6):
        position = puzzle(kind, difficulty, number).position
        verdict = check(position, wrong_move(position))
        assert verdict.reasons
        for reason in verdict.reasons:
            reply = re.match(
                r"(?:After the reply|Player [12] plays) ([^ .]+(?: \(block [^)]+\))?)", reason.text
            )
            if reply is not None:
                assert reply[1].rstrip(",") == spoken(verdict.line[0]), reason.text
                named += 1
    assert named


def test_later_mistakes_count_too() -> None:
    position = puzzle("spread", "hard", 1).position
    later = []
    for number, move in enumerate(solution(position), start=1):
        position = position.play(move)
        if number % 2 == 0 and len(winning_moves(position)) < position.legal.bit_count():
            later.append(check(position, wrong_move(position)))
    assert later
    assert not any(verdict.right or verdict.solved for verdict in later)
