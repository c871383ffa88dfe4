"""The puzzle command: the dialogue, and the choice of a puzzle."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from gridlock import Move
from gridlock.board import cells
from gridlock.puzzles import Progress, check, daily, kinds, puzzle, solution, winning_moves
from gridlock.puzzles.play import hint
from gridlock.text.lines import wrap
from gridlock.text.puzzles import difficulty_text, why_wrong
from puzzle_samples import all_of, right_moves, wrong_move
from terminal import ended, gridlock, spawn


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the tests away from the user's progress."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


# The conversation ------------------------------------------------------------------------------------

FIRST = puzzle("spread", "easy", 1)
RULE = (
    "Put a token on an empty cell that touches none of your own tokens, not even at a corner.\n"
    "The last player able to move wins.\n"
)
SPREAD_1 = (
    f"Puzzle spread-easy-1: Spread 5x5 (GridLock).\n{RULE}"
    f"You are {'XO'[FIRST.position.turn - 1]}, and you can win, "
    f"whatever your opponent plays. Your move.\n\n{FIRST.position}\n\n"
)


def solution_dialogue() -> tuple[list[str], str]:
    """Return the answers that solve the first puzzle, and the output up to its end."""
    position, line, output = FIRST.position, solution(FIRST.position), SPREAD_1
    for move, reply in zip(line[::2], line[1::2], strict=False):
        position = position.play(move).play(reply)
        output += f"Your move: {move}\nRight. Your opponent plays {reply}. Your move.\n\n{position}\n\n"
    output += f"Your move: {line[-1]}\nSolved: your opponent cannot move.\n"
    return [str(move) for move in line[::2]], output


def test_solving_on_the_first_try() -> None:
    typed, output = solution_dialogue()
    ran = gridlock("puzzle", "spread", typed=[*typed, "thanks", "quit"])
    assert ran.out.startswith(output)
    why, _, rest = ran.out.removeprefix(output).partition(f"{difficulty_text(FIRST)}\n")
    assert why.startswith("Why: ")
    assert rest == (
        "spread easy: 1 of 25 solved, 1 on the first try.\n"
        "Type next or quit: thanks\n"
        "This puzzle is done: type next for another, or quit.\n"
        "Type next or quit: quit\n"
    )
    assert (ran.status, ran.err) == (0, "")


def test_any_move_that_keeps_the_win_is_right() -> None:
    for each in all_of("spread", "easy"):
        best, *others = winning_moves(each.position)
        if others:
            break
    for move in (best, *others):
        ran = gridlock("puzzle", each.id, typed=[str(move), "quit"])
        assert f"Your move: {move}\nRight. Your opponent plays " in ran.out


def test_wrong_move_hints_and_solution() -> None:
    wrong = wrong_move(FIRST.position)
    verdict = check(FIRST.position, wrong)
    (why,) = map(wrap, why_wrong(FIRST.position, verdict))
    taken = next(cells(FIRST.position.own))
    typed, _ = solution_dialogue()
    ran = gridlock(
        "puzzle", "spread-easy-1", typed=[FIRST.position.game.cell_text(taken), "up", str(wrong), *typed]
    )
    assert ran.out.startswith(
        f"{SPREAD_1}Your move: {FIRST.position.game.cell_text(taken)}\n"
        f"Invalid move: {FIRST.position.game.show_cell(taken)} is already taken.\n"
        "Your move: up\n"
        "Invalid move: 'up' is not a row and a column, such as 1 1.\n"
        f"Your move: {wrong}\n"
        f"Not quite: after {wrong} your opponent wins with {verdict.line[0]}.\n"
        f"{why}\n"
        f"How it continues: {' '.join(map(str, (wrong, *verdict.line)))}\n"
        "Try another move, or type help.\n"
        f"Your move: {typed[0]}\n"
        "Right. "
    )
    assert ran.out.endswith("spread easy: 1 of 25 solved, 0 on the first try.\nType next or quit: \n")
    assert (ran.status, ran.err) == (0, "")  # nothing was left open when the input ended


def test_hint_that_names_the_move_costs_the_first_try() -> None:
    typed, _ = solution_dialogue()
    ran = gridlock("puzzle", "spread", typed=["hint", "HINT", "hint", *typed, "quit"])
    assert ran.out.count(f"Hint: {typed[0]} wins.\n") == 2
    assert "spread easy: 1 of 25 solved, 0 on the first try.\n" in ran.out


def test_first_hint_keeps_the_first_try() -> None:
    typed, _ = solution_dialogue()
    ran = gridlock("puzzle", "spread", typed=[*(word for move in typed for word in ("hint", move)), "quit"])
    assert len(re.findall("Hint: (you can win|any move wins)", ran.out)) == len(typed)
    assert "spread easy: 1 of 25 solved, 1 on the first try.\n" in ran.out


def test_board_and_again() -> None:
    typed, _ = solution_dialogue()
    ran = gridlock("puzzle", "spread", typed=["board", typed[0], "again", *typed, "quit"])
    assert ran.out.count(f"\n\n{FIRST.position}\n\n") == 3, "at first, when asked for, and again"
    assert "spread easy: 1 of 25 solved, 1 on the first try.\n" in ran.out


def test_show_and_next_and_quit() -> None:
    ran = gridlock("puzzle", "spread", typed=["show", "next", "next", "quit"])
    line = " ".join(map(str, solution(FIRST.position)))
    assert ran.out.startswith(f"{SPREAD_1}Your move: show\nThe solution: {line}\nWhy: ")
    assert (
        "spread easy: 0 of 25 solved, 0 on the first try, 1 unsolved.\n"
        "Type next or quit: next\n"
        "\n"
        "Puzzle spread-easy-2: "
    ) in ran.out
    assert "Your move: next\n\nPuzzle spread-easy-3: " in ran.out
    assert ran.out.endswith("Your move: quit\nYou can come back to this puzzle another time.\n")
    assert Progress.load().next_number("spread", "easy") == 2  # passed over is not tried
    assert ran.status == 0


def test_help_and_moves() -> None:
    ran = gridlock("puzzle", "spread", typed=["help", "moves", "quit"])
    assert (
        f"Your move: help\n{RULE}"
        "Your opponent resists as long as possible; any move that keeps the win is right.\n"
        "Type a move (moves lists them) or one of these commands:\n"
        "  help       this list\n"
        "  board      the board\n"
        "  moves      every legal move\n"
        "  hint       a hint; the second one names a move\n"
        "  again      start the puzzle again\n"
        "  show       give up and see the solution\n"
        "  next       another puzzle\n"
        "  quit       leave\n"
        "Your move: moves\n"
        f"Legal moves: {' '.join(map(str, FIRST.position.legal_moves()))}\n"
    ) in ran.out


def spoken(move: Move | None) -> str:
    """Return a move in words."""
    return re.sub(r"(\w+):(.+)", r"\1 (block \2)", str(move))


@pytest.mark.parametrize("kind", kinds())
def test_first_hint_is_true_and_leaves_a_choice(kind: str) -> None:
    for number in range(1, 21, 3):
        position = puzzle(kind, "easy", number).position
        game, wins = position.game, winning_moves(position)
        told, named = hint(position, 1)
        assert named is None
        fitting = [
            move
            for move in position.legal_moves()
            if f"Look at row {game.parts(position, move)[0] // game.cols + game.origin}." in told
        ]
        wrong = [
            move for move in position.legal_moves() if f" {spoken(move).capitalize()} doesn't win." in told
        ]
        assert (len(fitting) > 1 and set(fitting) & set(wins)) or (wrong and not set(wrong) & set(wins))
        again, named = hint(position, 2)
        assert named in wins
        assert again == f"Hint: {spoken(named)} wins."


def test_end_of_the_trail_is_shown() -> None:
    trail = puzzle("trail", "hard", 3)
    last = trail.position.game.show_cell(next(cells(trail.position.extra)))
    ran = gridlock("puzzle", trail.id, typed=["quit"])
    assert f"\n\nThe last marker was placed at {last}.\nYour move: " in ran.out
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


def test_end_of_input() -> None:
    ran = gridlock("puzzle", "spread", typed=[str(wrong_move(FIRST.position))])
    assert ran.out.endswith("Try another move, or type help.\nYour move: \n")
    assert (ran.status, ran.err) == (1, "gridlock: The input ended before the game did.\n")
    assert Progress.load().counts() == {"spread-easy": {"first": 0, "later": 0, "failed": 1}}


def test_interrupted_at_a_terminal() -> None:
    child = spawn("puzzle", "lightcycle")
    child.expect("Your move: ")
    child.sendline("show")
    child.expect("The solution: ")
    child.expect("Type next or quit: ")
    child.sendintr()
    child.expect("Interrupted.")
    assert ended(child) == 130


# Which puzzle ----------------------------------------------------------------------------------------


def test_daily_puzzle_comes_first_then_the_next_unsolved() -> None:
    today = daily(date.today())
    first = gridlock("puzzle", typed=[*map(str, right_moves(today)), "next", "quit"])
    assert first.out.startswith(f"Puzzle {today.id}, {today.difficulty}: ")
    assert "\nDaily: 1 solved, 1 on the first try; streak: 1 day.\n" in first.out
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
def test_puzzles_by_name(arguments: list[str], opening: str) -> None:
    assert gridlock("puzzle", *arguments, typed=["quit"]).out.startswith(opening)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There are no puzzles of 'chess': choose one of "),
        (["spread", "--difficulty", "odd"], "A puzzle is easy, medium or hard, not 'odd'."),
        (["spread", "--number", "0"], "There is no easy puzzle 0 of spread: "),
        (["--number", "3"], "--number needs a game: gridlock puzzle GAME --number 3"),
        (["spread", "--daily"], "A daily puzzle has a fixed game and difficulty; give only the date."),
        (["--date", "soon"], "'daily-soon' is not a puzzle. Daily puzzles have names like daily-2026-11-16."),
        (["spread-easy-1", "--number", "2"], "spread-easy-1 is a single puzzle: "),
        (["spread-easy-one"], "'spread-easy-one' is not a puzzle. "),
    ],
)
def test_contradictory_arguments(arguments: list[str], sentence: str) -> None:
    ran = gridlock("puzzle", *arguments)
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert (ran.status, ran.out) == (2, "")


def test_progress_option() -> None:
    progress = Progress.load()
    assert gridlock("puzzle", "--progress").out == "You haven't tried a puzzle yet.\n"
    progress.add_attempt(puzzle("trail", "hard", 1), True)
    progress.add_attempt(puzzle("crossfire-all", "easy", 1), False)
    progress.add_attempt(daily(date.today()), True)
    assert gridlock("puzzle", "--progress").out == (
        "crossfire-all easy: 0 of 25 solved, 0 on the first try, 1 unsolved.\n"
        "Daily: 1 solved, 1 on the first try; streak: 1 day.\n"
        "trail hard: 1 of 25 solved, 1 on the first try.\n"
    )


def test_progress_that_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "file"))
    typed, _ = solution_dialogue()
    ran = gridlock("puzzle", "spread", typed=[str(wrong_move(FIRST.position)), *typed])
    assert ran.out.count("Your progress couldn't be saved: ") == 1
    assert "Solved: " in ran.out
    assert ran.status == 0
