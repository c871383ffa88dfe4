"""Puzzles have exactly one solution, stay what they are, and tell right from wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from boards import comparable, judge_of, state_of
from gridlock import GAMES, GridlockError, analyze, best_line
from gridlock.puzzles import DIFFICULTIES, InvalidPuzzle, Puzzle, check, count, daily, kinds, named, puzzle
from gridlock.puzzles.catalogue import game_of
from gridlock.puzzles.making import find_series
from minimax import Minimax
from puzzle_samples import DAY, all_of

SERIES = [(kind, difficulty) for kind in kinds() for difficulty in DIFFICULTIES if count(kind, difficulty)]
BUDGET = 1_000  # states that the naive minimax may look at for one puzzle


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or changes what the user has solved."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


def free_cells(made: Puzzle) -> int:
    position = made.position
    return position.game.board.size - (position.own | position.opp | position.extra).bit_count()


# The puzzles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_exactly_one_move_wins_says_minimax(kind: str, difficulty: str) -> None:
    reached = 0
    for made in sorted(all_of(kind, difficulty), key=free_cells)[:20]:  # the late ones are within reach
        minimax = Minimax(judge_of(made.position.game), budget=BUDGET)
        state = comparable(made.position.game, state_of(made.position))
        try:
            children = minimax.children(state)
        except TimeoutError:
            continue  # the next test asks the solver, which is itself tested against minimax
        wins = {action: moves for action, (winner, moves) in children.items() if winner == made.position.turn}
        assert wins == {int(made.solution): made.moves - 1}, made.id
        assert len(children) >= 3
        reached += 1
    assert reached >= min(10, count(kind, difficulty) - 1)


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_exactly_one_move_wins_says_the_solver(kind: str, difficulty: str) -> None:
    for made in all_of(kind, difficulty):
        best, *rest = analyze(made.position)
        assert best.move == made.solution, made.id
        assert best.value == (made.position.turn, made.moves - 1)
        assert len(rest) >= 2
        assert all(judged.value.winner != made.position.turn for judged in rest), made.id


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_no_puzzle_is_another_one_turned_or_flipped(kind: str, difficulty: str) -> None:
    seen: set[str] = set()
    for made in all_of(kind, difficulty):
        images = {made.position.transform(symmetry).text for symmetry in made.position.game.symmetries}
        assert not images & seen, made.id
        seen |= images


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_the_difficulty_is_the_number_of_moves(kind: str, difficulty: str) -> None:
    moves = {made.moves for made in all_of(kind, difficulty)}
    assert moves <= {"easy": {3}, "medium": {5}, "hard": {7, 9, 11, 13, 15}}[difficulty]


def test_puzzles_are_on_the_standard_boards_but_for_trail() -> None:
    sizes = {name: game_of(name).size_text for name in GAMES}
    assert sizes == {
        "spread": "5x5",
        "crossfire": "5x5",
        "lightcycle": "5x5",
        "trail": "6x6",
        "blockade": "5x5",
    }
    assert all(count(name, difficulty) >= 20 for name in GAMES for difficulty in DIFFICULTIES)


def test_the_page_says_how_many_there_are() -> None:
    page = (Path(__file__).parent.parent / "docs" / "puzzles.md").read_text()
    for kind in kinds():
        counts = " | ".join(str(count(kind, difficulty) or "none") for difficulty in DIFFICULTIES)
        assert re.search(
            rf"^\| `{kind}` \| {game_of(kind).size_text}.* \| {re.escape(counts)} \|$", page, re.M
        )


@pytest.mark.parametrize(
    ("id", "text", "solution"),
    [
        # After X at 3,5 O has 4,5 or 5,5, which touch, and X has both 1,5 and 3,3: O runs out first.
        # X anywhere else, and O takes 3,5 and keeps 5,5, which X cannot take away.
        ("spread-easy-1", "OX.O./...../X..../O.O../X..X. 1", "3,5"),
        ("spread-hard-3", "X..X./..O../...../...../.O.X. 2", "3,5"),
        ("crossfire-hard-3", ".X.../...../X..../...O./..... 2", "2,3"),
        ("lightcycle-hard-3", ".1.../.#.../##..#/...2#/..... 2", "up"),
        ("trail-hard-3", "....../....../OXO.../X.XOx./....../...... 2", "5,5"),
        ("blockade-hard-3", "...../###../.#.#2/..1#./..### 2", "up:1,3"),
        # Player 1 must go up to 3,2; Player 2, now above it, drives on and leaves a wall there.
        ("lightcycle-easy-1", "...../..2../#.###/#1###/###.. 2", "left"),
    ],
)
def test_puzzles_stay_what_they_are(id: str, text: str, solution: str) -> None:
    # People talk about them by these names. That each has this one solution, minimax and the solver say.
    made = named(id)
    assert (made.id, made.position.text, str(made.solution)) == (id, text, solution)


def test_the_same_in_every_process() -> None:
    program = (
        "from gridlock.puzzles import named, daily; from datetime import date\n"
        "for p in (named('trail-hard-200'), named('spread-medium-7'), daily(date(2027, 1, 1))): print(p)"
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
    shown = "".join(
        f"{made}\n" for made in (named("trail-hard-200"), named("spread-medium-7"), daily(date(2027, 1, 1)))
    )
    assert outputs == {shown}


@pytest.mark.parametrize("kind", ["spread", "blockade"])
def test_the_catalogue_is_what_the_making_finds(kind: str) -> None:
    for difficulty, series in find_series(kind, 4).items():
        shipped = [puzzle(kind, difficulty, number) for number in range(1, 5)]
        assert [found.position for found in series] == [made.position for made in shipped]


@pytest.mark.parametrize(
    ("kind", "difficulty", "number", "sentence"),
    [
        ("chess", "easy", 1, "There are no puzzles of 'chess': choose one of spread, crossfire, "),
        ("spread", "tough", 1, "A puzzle is easy, medium or hard, not 'tough'."),
        ("spread", "easy", 0, "There is no easy puzzle 0 of spread: they are numbered from 1 to 200."),
        ("spread", "easy", 201, "There is no easy puzzle 201 of spread: they are numbered from 1 to 200."),
        ("crossfire-all", "hard", 1, "There is no hard puzzle 1 of crossfire-all: there are none."),
    ],
)
def test_puzzles_that_do_not_exist(kind: str, difficulty: str, number: int, sentence: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        puzzle(kind, difficulty, number)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "id", ["", "spread", "spread-easy", "spread-easy-x", "spread-easy-٣", "daily-2026-02-30"]
)
def test_ids_that_are_none(id: str) -> None:
    with pytest.raises(GridlockError, match="is not a puzzle"):
        named(id)


# The puzzle of the day -------------------------------------------------------------------------------


def test_the_puzzle_of_a_day() -> None:
    made = daily(DAY)
    assert made.id == "daily-2026-11-16"
    assert made == named("daily-2026-11-16")
    assert made.position.text == ".X.../O.O../..X../X...X/.OXO. 2"
    assert (str(made.solution), made.moves, made.difficulty) == ("1,5", 3, "easy")


def test_every_week_has_every_game_and_every_difficulty() -> None:
    days = [daily(DAY + timedelta(k)) for k in range(400)]
    for first in range(len(days) - 7):
        week = days[first : first + 7]
        assert {made.position.game.id for made in week} == set(GAMES)
        assert {made.difficulty for made in week} == set(DIFFICULTIES)
    assert any(made.position.game.options.get("diagonals") == "all" for made in days)


def test_no_position_comes_twice_within_half_a_year() -> None:
    texts = [daily(DAY + timedelta(k)).position.text for k in range(180)]
    assert len(set(texts)) == len(texts)


# Right and wrong -------------------------------------------------------------------------------------


def test_the_right_move() -> None:
    made = puzzle("spread", "easy", 1)
    verdict = check(made, made.solution)
    assert verdict.right
    assert verdict.text == "Right: 3,5 is the only move that wins, in 3 moves."
    assert verdict.line == best_line(made.position)


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_wrong_moves_and_what_is_said_of_them(kind: str, difficulty: str) -> None:
    made = puzzle(kind, difficulty, 1)
    rival = 3 - made.position.turn
    for move in made.position.legal_moves():
        if move == made.solution:
            continue
        verdict = check(made, move)
        assert not verdict.right
        assert verdict.line[0] == move
        moves = len(verdict.line) - 1
        assert verdict.text == (
            f"No: after {move} Player {rival} wins in {moves} move{'s' * (moves > 1)} by {verdict.line[1]}."
        )
        position = made.position
        for step in verdict.line:
            position = position.play(step)
        # Player 'made.position.turn' is stuck; in spread the other side may go on placing.
        assert position.turn == rival if position.legal else position.outcome() is not None
