"""Puzzles have exactly one solution, stay what they are, and can be talked about."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from boards import comparable, judge_of, state_of
from gridlock import GAMES, GridlockError, analyze, best_line
from gridlock.dialogue.puzzle import figures
from gridlock.puzzles import (
    DIFFICULTIES,
    KINDS,
    InvalidPuzzle,
    Progress,
    Puzzle,
    check,
    count,
    daily,
    due,
    following,
    named,
    puzzle,
    suggested,
)
from gridlock.puzzles.making import find_series
from minimax import Minimax
from terminal import ended, gridlock, spawn

SERIES = [(kind, difficulty) for kind in KINDS for difficulty in DIFFICULTIES if count(kind, difficulty)]
BUDGET = 1_000  # states that the naive minimax may look at for one puzzle
DAY = date(2026, 11, 16)


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or changes what the user has solved."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


def all_of(kind: str, difficulty: str) -> Iterator[Puzzle]:
    for number in range(1, count(kind, difficulty) + 1):
        yield puzzle(kind, difficulty, number)


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
    sizes = {name: KINDS[name].game.size_text for name in GAMES}
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
    for kind in KINDS:
        counts = " | ".join(str(count(kind, difficulty) or "none") for difficulty in DIFFICULTIES)
        assert re.search(
            rf"^\| `{kind}` \| {KINDS[kind].game.size_text}.* \| {re.escape(counts)} \|$", page, re.M
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


# Progress --------------------------------------------------------------------------------------------


def test_progress_survives() -> None:
    first, second, third = (puzzle("spread", "easy", number) for number in (1, 2, 3))
    progress = Progress.load()
    progress.tried(first, True)
    progress.tried(second, False)
    progress.tried(second, True)
    progress.tried(third, False)
    progress.tried(first, False)  # once solved, it stays so
    for seen in (progress, Progress.load()):
        assert [seen.solved(made.id) for made in (first, second, third)] == [True, True, False]
        assert seen.counts() == {"spread-easy": {"first": 1, "later": 1, "failed": 1}}
        assert seen.next_number("spread", "easy") == 4
        assert seen.next_number("spread", "hard") == 1
        assert not seen.remark


def test_the_next_number_when_all_were_tried() -> None:
    progress = Progress.load()
    for made in all_of("crossfire-all", "medium"):
        progress.tried(made, made.id != "crossfire-all-medium-3")
    assert progress.next_number("crossfire-all", "medium") == 3
    progress.tried(puzzle("crossfire-all", "medium", 3), True)
    assert progress.next_number("crossfire-all", "medium") == 1


def test_the_file_says_what_was_tried(own_data: Path) -> None:
    Progress.load().tried(puzzle("trail", "hard", 5), False, today=DAY)
    assert json.loads(own_data.read_text()) == {
        "version": 1,
        "puzzles": {"trail-hard-5": {"result": "failed", "tries": 1, "date": "2026-11-16"}},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "\x00",
        '{"version": 2, "puzzles": {}}',
        '{"version": 1}',
        '{"version": 1, "puzzles": {"spread-easy-1": 3}}',
        '{"version": 1, "puzzles": {"spread-easy-1": {"result": "fine", "tries": 1, "date": "2026-11-16"}}}',
        '{"version": 1, "puzzles": {"spread-easy-1": {"result": "first", "tries": 1, "date": "today"}}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_set_aside(own_data: Path, text: str) -> None:
    for name in ("puzzles.json.damaged", "puzzles.json.damaged2"):  # what was set aside stays
        own_data.write_text(text)
        progress = Progress.load()
        assert progress.remark == (
            f"The progress in {own_data} could not be read. It was set aside as {name}."
        )
        assert own_data.with_name(name).read_text() == text
        assert progress.counts() == {}


def test_a_file_that_is_no_text_is_set_aside(own_data: Path) -> None:
    own_data.write_bytes(b"\xff\xfe\x00")
    assert gridlock("puzzle", "--progress").out == (
        f"The progress in {own_data} could not be read. It was set aside as puzzles.json.damaged.\n"
        "No puzzle has been tried yet.\n"
    )
    assert own_data.with_name("puzzles.json.damaged").read_bytes() == b"\xff\xfe\x00"


def test_damage_between_two_answers_loses_nothing(own_data: Path) -> None:
    progress = Progress.load()
    progress.tried(puzzle("spread", "easy", 1), True)
    own_data.write_text("{")
    progress.tried(puzzle("spread", "easy", 2), True)
    assert "set aside" in progress.remark
    assert Progress.load().counts() == {"spread-easy": {"first": 2, "later": 0, "failed": 0}}


def test_puzzles_that_only_another_version_knows_are_kept(own_data: Path) -> None:
    unknown = {"hex-easy-1": {"result": "first", "tries": 1, "date": "2026-11-16"}}
    own_data.write_text(json.dumps({"version": 1, "puzzles": unknown}))
    progress = Progress.load()
    progress.tried(puzzle("spread", "easy", 1), True)
    assert progress.counts() == {"spread-easy": {"first": 1, "later": 0, "failed": 0}}
    assert "hex-easy-1" in json.loads(own_data.read_text())["puzzles"]


def test_two_who_write_in_turn() -> None:
    one, two = Progress.load(), Progress.load()
    one.tried(puzzle("spread", "easy", 1), True)
    two.tried(puzzle("spread", "easy", 2), False)
    two.tried(puzzle("spread", "easy", 1), False)  # solved by the other already
    one.tried(puzzle("spread", "easy", 2), True)
    expected = {"spread-easy": {"first": 1, "later": 1, "failed": 0}}
    assert one.counts() == two.counts() | expected == Progress.load().counts() == expected


def test_many_programs_that_write_at_once() -> None:
    program = (
        "import sys; from gridlock.puzzles import Progress, puzzle\n"
        "progress = Progress.load()\n"
        "for number in range(1, 16): progress.tried(puzzle(sys.argv[1], 'easy', number), True)"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, name]) for name in GAMES]
    assert [child.wait() for child in running] == [0] * len(GAMES)
    counts = Progress.load().counts()
    assert counts == {f"{name}-easy": {"first": 15, "later": 0, "failed": 0} for name in sorted(GAMES)}


def test_a_lock_left_behind_does_not_stop_anybody(own_data: Path) -> None:
    lock = own_data.with_name("puzzles.json.lock")
    lock.touch()
    os.utime(lock, (0, 0))
    Progress.load().tried(puzzle("spread", "easy", 1), True)
    assert Progress.load().solved("spread-easy-1")
    assert not lock.exists()


def test_the_streak() -> None:
    progress = Progress.load()
    for back in (1, 2, 3, 5):
        day = DAY - timedelta(back)
        progress.tried(daily(day), True, today=day)
    assert progress.streak(DAY) == 3  # today's can still be solved
    progress.tried(daily(DAY), False, today=DAY)
    assert progress.streak(DAY) == 3
    progress.tried(daily(DAY), True, today=DAY)
    assert progress.streak(DAY) == 4
    assert progress.streak(DAY + timedelta(2)) == 0
    progress.tried(daily(DAY - timedelta(4)), True, today=DAY)  # too late for that day
    assert progress.streak(DAY) == 4
    assert figures(progress, "daily-2026-11-16").startswith("Daily: 6 solved, 5 at the first try; ")


def test_which_puzzle_is_suggested() -> None:
    progress = Progress.load()
    assert suggested(progress, DAY) == daily(DAY)
    assert suggested(progress, DAY, "hard") == puzzle("spread", "hard", 1)
    progress.tried(daily(DAY), True)
    assert suggested(progress, DAY) == puzzle("spread", "easy", 1)
    progress.tried(puzzle("spread", "easy", 1), False)
    assert suggested(progress, DAY) == puzzle("crossfire", "easy", 1)
    for name in GAMES:
        progress.tried(puzzle(name, "easy", 1), True)
    assert due(progress, "easy") == puzzle("spread", "easy", 2)


def test_which_puzzle_follows() -> None:
    progress = Progress.load()
    assert following(puzzle("trail", "hard", 7), progress) == puzzle("trail", "hard", 8)
    assert following(puzzle("trail", "hard", 200), progress) == puzzle("trail", "hard", 1)
    assert following(daily(DAY), progress) == puzzle("spread", "easy", 1)


# The conversation ------------------------------------------------------------------------------------

RULE = (
    "Put a token on an empty cell that touches none of your own tokens, not even at a corner.\n"
    "The last player able to move wins.\n"
)
SPREAD_1 = (
    f"Puzzle spread-easy-1: GridLock (spread 5x5).\n{RULE}"
    "Player 1 (X) is to move, and exactly one move wins. Which?\n"
    "\n"
    "O X _ O _\n"
    "_ _ _ _ _\n"
    "X _ _ _ _\n"
    "O _ O _ _\n"
    "X _ _ X _\n"
    "\n"
)


def test_solving_at_the_first_try() -> None:
    ran = gridlock("puzzle", "spread", typed=["3 5", "thanks", "quit"])
    assert ran.out == (
        f"{SPREAD_1}Your move: 3 5\n"
        "Right: 3,5 is the only move that wins, in 3 moves.\n"
        "Best play: 3,5 4,5 1,5\n"
        "spread easy: 1 of 200 solved, 1 at the first try.\n"
        "Type next or quit: thanks\n"
        "The puzzle is over: next gives you another one, quit ends.\n"
        "Type next or quit: quit\n"
    )
    assert (ran.status, ran.err) == (0, "")


def test_wrong_hints_and_right() -> None:
    ran = gridlock("puzzle", "spread-easy-1", typed=["1 1", "up", "2 4", "HINT", "3,5"])
    wrong = check(puzzle("spread", "easy", 1), puzzle("spread", "easy", 1).position.parse_move("2,4"))
    assert ran.out == (
        f"{SPREAD_1}Your move: 1 1\n"
        "Invalid move: (1,1) is already taken.\n"
        "Your move: up\n"
        "Invalid move: 'up' is not a row and a column, such as 1 1.\n"
        "Your move: 2 4\n"
        f"{wrong.text}\n"
        f"Best play: {' '.join(map(str, wrong.line))}\n"
        "Try again, or type help.\n"
        "Your move: HINT\n"
        "Hint: the win takes 3 moves, and the move goes to row 3.\n"
        "Your move: 3,5\n"
        "Right: 3,5 is the only move that wins, in 3 moves.\n"
        "Best play: 3,5 4,5 1,5\n"
        "spread easy: 1 of 200 solved, 0 at the first try.\n"
        "Type next or quit: \n"
    )
    assert (ran.status, ran.err) == (0, "")  # nothing was left open when the input ended


def test_to_be_told_the_move_is_not_to_find_it() -> None:
    ran = gridlock("puzzle", "spread", typed=["hint", "hint", "hint", "3 5", "quit"])
    assert ran.out.count("Hint: the move is 3,5.\n") == 2
    assert "spread easy: 1 of 200 solved, 0 at the first try.\n" in ran.out


def test_one_hint_leaves_the_first_try() -> None:
    ran = gridlock("puzzle", "spread", typed=["hint", "3 5", "quit"])
    assert "spread easy: 1 of 200 solved, 1 at the first try.\n" in ran.out


def test_show_and_next_and_quit() -> None:
    ran = gridlock("puzzle", "spread", typed=["show", "next", "next", "quit"])
    assert ran.out.startswith(
        f"{SPREAD_1}Your move: show\n"
        "The move is 3,5, which wins in 3 moves.\n"
        "Best play: 3,5 4,5 1,5\n"
        "spread easy: 0 of 200 solved, 0 at the first try, 1 tried in vain.\n"
        "Type next or quit: next\n"
        "\n"
        "Puzzle spread-easy-2: "
    )
    assert "Your move: next\n\nPuzzle spread-easy-3: " in ran.out
    assert ran.out.endswith("Your move: quit\nThe puzzle is left for another time.\n")
    assert Progress.load().next_number("spread", "easy") == 2  # passed over is not tried
    assert ran.status == 0


def test_help_and_moves() -> None:
    ran = gridlock("puzzle", "spread", typed=["help", "moves", "quit"])
    assert (
        f"Your move: help\n{RULE}"
        "Type a move as moves lists them, or one of these words:\n"
        "  help       this list\n"
        "  moves      every legal move\n"
        "  hint       a hint; the second one names the move\n"
        "  show       give up and see the solution\n"
        "  next       another puzzle\n"
        "  quit       leave\n"
        "Your move: moves\n"
        "Legal moves: 1,5 2,4 2,5 3,3 3,4 3,5\n"
    ) in ran.out


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_hint_leaves_a_choice_and_the_board_tells_nothing(kind: str) -> None:
    for number in range(1, 21):
        made = puzzle(kind, "easy", number)
        ran = gridlock("puzzle", made.id, typed=["hint", "quit"])
        shown, _, told = ran.out.partition("Your move: ")
        assert f"\n\n{made.position}\n\n" in shown
        assert f"is not {made.solution}." not in told
        game = made.position.game
        fitting = [
            move
            for move in made.position.legal_moves()
            if f"row {game.parts(made.position, move)[0] // game.cols + game.origin}." in told
        ]
        assert f"the win takes {made.moves} moves" in told
        assert "the move is not" in told or (len(fitting) > 1 and made.solution in fitting)


def test_the_end_of_the_trail_is_told() -> None:
    ran = gridlock("puzzle", "trail-hard-3", typed=["quit"])
    assert "\n\nThe last marker was placed at (4,5).\nYour move: " in ran.out
    assert "Grid Lock (trail 6x6).\n" in ran.out


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("crossfire-easy-1", "\nOf the diagonals, only the two long ones count.\n"),
        ("crossfire-all-easy-1", "\nEvery diagonal counts.\n"),
    ],
)
def test_which_diagonals_count(id: str, sentence: str) -> None:
    assert sentence in gridlock("puzzle", id, typed=["quit"]).out


def test_the_end_of_the_input() -> None:
    ran = gridlock("puzzle", "spread", typed=["2 4"])
    assert ran.out.endswith("Try again, or type help.\nYour move: \n")
    assert (ran.status, ran.err) == (1, "gridlock: The input ended before the game did.\n")
    assert Progress.load().counts() == {"spread-easy": {"first": 0, "later": 0, "failed": 1}}


def test_interrupted_at_a_terminal() -> None:
    child = spawn("puzzle", "lightcycle")
    child.expect("Your move: ")
    child.sendline("left")
    child.expect("Right: left is the only move that wins")
    child.expect("Type next or quit: ")
    child.sendintr()
    child.expect("Interrupted.")
    assert ended(child) == 130


# Which puzzle ----------------------------------------------------------------------------------------


def test_the_puzzle_of_today_comes_first_and_then_what_is_due() -> None:
    today = daily(date.today())
    first = gridlock("puzzle", typed=[str(today.solution), "next", "quit"])
    assert first.out.startswith(f"Puzzle {today.id}, {today.difficulty}: ")
    assert "\nDaily: 1 solved, 1 at the first try; 1 day in a row.\n" in first.out
    assert f"\nPuzzle spread-{today.difficulty}-1: " in first.out
    assert gridlock("puzzle", typed=["quit"]).out.startswith("Puzzle spread-easy-1: ")
    assert gridlock("puzzle", "--daily", typed=["quit"]).out.startswith(f"Puzzle {today.id}, ")


@pytest.mark.parametrize(
    ("arguments", "opening"),
    [
        (["--date", "2026-11-16"], "Puzzle daily-2026-11-16, easy: GridLock (spread 5x5)."),
        (["daily-2026-11-16"], "Puzzle daily-2026-11-16, easy: "),
        (["blockade", "--difficulty", "hard", "--number", "9"], "Puzzle blockade-hard-9: "),
        (["blockade-hard-9"], "Puzzle blockade-hard-9: "),
        (["--difficulty", "medium"], "Puzzle spread-medium-1: "),
        (["crossfire-all"], "Puzzle crossfire-all-easy-1: "),
    ],
)
def test_puzzles_by_their_names(arguments: list[str], opening: str) -> None:
    assert gridlock("puzzle", *arguments, typed=["quit"]).out.startswith(opening)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There are no puzzles of 'chess': choose one of "),
        (["spread", "--difficulty", "odd"], "A puzzle is easy, medium or hard, not 'odd'."),
        (["spread", "--number", "0"], "There is no easy puzzle 0 of spread: "),
        (["--number", "3"], "--number goes with a game: name one."),
        (["spread", "--daily"], "The puzzle of a day has its own game and difficulty: name only the day."),
        (["--date", "soon"], "'daily-soon' is not a puzzle: a daily one is called daily-2026-11-16."),
        (["spread-easy-1", "--number", "2"], "spread-easy-1 is one puzzle: "),
        (["spread-easy-one"], "'spread-easy-one' is not a puzzle; "),
    ],
)
def test_arguments_that_do_not_fit(arguments: list[str], sentence: str) -> None:
    ran = gridlock("puzzle", *arguments)
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert (ran.status, ran.out) == (2, "")


def test_the_figures() -> None:
    progress = Progress.load()
    assert gridlock("puzzle", "--progress").out == "No puzzle has been tried yet.\n"
    progress.tried(puzzle("trail", "hard", 1), True)
    progress.tried(puzzle("crossfire-all", "easy", 1), False)
    progress.tried(daily(date.today()), True)
    assert gridlock("puzzle", "--progress").out == (
        "crossfire-all easy: 0 of 38 solved, 0 at the first try, 1 tried in vain.\n"
        "Daily: 1 solved, 1 at the first try; 1 day in a row.\n"
        "trail hard: 1 of 200 solved, 1 at the first try.\n"
    )


def test_progress_that_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "file"))
    ran = gridlock("puzzle", "spread", typed=["2 4", "3 5"])
    assert ran.out.count("The progress could not be saved: ") == 1
    assert "Right: 3,5" in ran.out
    assert ran.status == 0
