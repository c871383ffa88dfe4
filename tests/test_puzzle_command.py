"""The command that gives puzzles: the conversation, and which puzzle it is about."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from gridlock.puzzles import Progress, check, daily, kinds, puzzle
from terminal import ended, gridlock, spawn


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or changes what the user has solved."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


# The conversation ------------------------------------------------------------------------------------

RULE = (
    "Put a token on an empty cell that touches none of your own tokens, not even at a corner.\n"
    "The last player able to move wins.\n"
)
SPREAD_1 = (
    f"Puzzle spread-easy-1: Spread 5x5 (GridLock).\n{RULE}"
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
        "This puzzle is done: type next for another, or quit.\n"
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
        "spread easy: 0 of 200 solved, 0 at the first try, 1 unsolved.\n"
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


@pytest.mark.parametrize("kind", kinds())
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
    assert "Trail 6x6 (Grid Lock).\n" in ran.out


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
        (["--date", "2026-11-16"], "Puzzle daily-2026-11-16, easy: Spread 5x5 (GridLock)."),
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
        "crossfire-all easy: 0 of 38 solved, 0 at the first try, 1 unsolved.\n"
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
