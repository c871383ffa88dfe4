"""The sheets' dialogues, line by line, and the additional commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridlock.records import read_records
from gridlock.rules import FIVE
from terminal import gridlock

TRANSCRIPTS = Path(__file__).parent / "transcripts"


@pytest.mark.parametrize("name", FIVE)
def test_sheet_transcript(name: str) -> None:
    typed = (TRANSCRIPTS / f"{name}.in").read_text()
    expected = (TRANSCRIPTS / f"{name}.out").read_text().splitlines()
    ran = gridlock("play", name, typed=typed)
    assert ran.out.splitlines()[: len(expected)] == expected


def test_end_of_the_trail_sheet() -> None:
    typed = (TRANSCRIPTS / "trail-end.in").read_text()
    expected = (TRANSCRIPTS / "trail-end.out").read_text()
    ran = gridlock("play", "trail", typed=typed)
    assert ran.out.endswith("\n\n" + expected)
    assert ran.status == 0
    assert ran.err == ""


def test_spread_closes_as_the_sheet_says() -> None:
    ran = gridlock("play", "spread", "--size", "1x5", typed=["1 2", "1 4", "1 5", "1 1"])
    # O X _ O X: the cell that is left touches a token of either player.
    assert ran.out.splitlines()[-3:] == [
        "Neither player can make a valid move.",
        "The last player to place a token was Player 2.",
        "Congratulations, Player 2 wins the game!",
    ]
    assert ran.status == 0


def test_spread_prints_the_pass_each_time() -> None:
    # O in the middle has no cell left; X goes on to take one corner after the other.
    ran = gridlock("play", "spread", "--size", "3x3", typed=["1 1", "2 2", "1 3", "3 1", "3 3"])
    passing = "Player 2, no valid moves available. Passing turn."
    assert ran.out.splitlines() == [
        "_ _ _",
        "_ _ _",
        "_ _ _",
        "Player 1 (X), enter your move (row column): 1 1",
        "X _ _",
        "_ _ _",
        "_ _ _",
        "Player 2 (O), enter your move (row column): 2 2",
        "X _ _",
        "_ O _",
        "_ _ _",
        "Player 1 (X), enter your move (row column): 1 3",
        "X _ X",
        "_ O _",
        "_ _ _",
        passing,
        "Player 1 (X), enter your move (row column): 3 1",
        "X _ X",
        "_ O _",
        "X _ _",
        passing,
        "Player 1 (X), enter your move (row column): 3 3",
        "X _ X",
        "_ O _",
        "X _ X",
        "Neither player can make a valid move.",
        "The last player to place a token was Player 1.",
        "Congratulations, Player 1 wins the game!",
    ]


def test_crossfire_to_the_end() -> None:
    ran = gridlock("play", "crossfire", "--size", "2x2", typed=["1 1"])
    assert ran.out.endswith(
        "\nPlayer 1 placed an 'X' at (1,1).\n\nCurrent Grid:\n"
        "    1   2\n  +---+---+\n1 | X |   |\n  +---+---+\n2 |   |   |\n  +---+---+\n\n"
        "Player 2 has no legal moves left.\nPlayer 1 wins the game!\n"
    )
    assert ran.status == 0


@pytest.mark.parametrize(
    ("diagonals", "line"),
    [("main", "- Diagonals: secondary"), ("all", "- Diagonals: all through (1,2), (1,5)")],
)
def test_crossfire_names_the_blocked_diagonals(diagonals: str, line: str) -> None:
    ran = gridlock("play", "crossfire", "--variant", f"diagonals={diagonals}", typed=["1 2", "4 3", "1 5"])
    assert ["Blocked cells:", "- Rows: 1", "- Columns: 2, 5", line] == ran.out.splitlines()[-6:-2]


def test_crossfire_shows_the_example_only_in_the_first_prompt() -> None:
    ran = gridlock("play", "crossfire", typed=["9 9", "3 3"])
    assert ran.out.count("(e.g., 3 3)") == 1


def test_lightcycle_to_the_end() -> None:
    ran = gridlock("play", "lightcycle", "--size", "1x4", typed=["right", "left"])
    assert ran.out.endswith("# 1 2 #\nPlayer 1 has no valid moves.\nPlayer 2 wins!\n")
    assert ran.status == 0


def test_blockade_to_the_end() -> None:
    ran = gridlock("play", "blockade", "--size", "2x2", typed=["right", "0 0"])
    # P1 has stepped to 0 1 and blocked 0 0: P2, in the corner 1 1, can still go left.
    assert "A block is placed at (0, 0).\n   0 1\n0 [X  P1]\n1 [ . P2]\nPlayer 2, your move.\n" in ran.out
    ran = gridlock("play", "blockade", "--size", "2x2", typed=["right", "1 0"])
    assert ran.out.endswith(
        "A block is placed at (1, 0).\n   0 1\n0 [ . P1]\n1 [X  P2]\nPlayer 2 cannot move.\nPlayer 1 wins!\n"
    )


def test_game_can_be_over_at_the_start() -> None:
    ran = gridlock("play", "blockade", "--size", "1x2")
    assert ran.out == "   0 1\n0 [P1 P2]\nPlayer 1 cannot move.\nPlayer 2 wins!\n"
    assert ran.status == 0


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("spread", ["3 3", "1 1", "2 2"], "Invalid move: (2,2) touches your own token at (3,3)."),
        ("spread", ["3 3", "3 3"], "Invalid move: (3,3) is already taken."),
        ("spread", ["6 1"], "Invalid move: '6 1' is not on the board, which goes from (1,1) to (5,5)."),
        ("crossfire", ["3 3", "3 1"], "Invalid move: (3,1) is in row 3, which Player 1 holds."),
        ("crossfire", ["3 3", "1 3"], "Invalid move: (1,3) is in column 3, which Player 1 holds."),
        (
            "crossfire",
            ["3 3", "1 1"],
            "Invalid move: (1,1) is on the primary diagonal, which Player 1 holds.",
        ),
        (
            "crossfire",
            ["3 3", "2 4"],
            "Invalid move: (2,4) is on the secondary diagonal, which Player 1 holds.",
        ),
        ("lightcycle", ["right", "left", "left"], "Invalid move: (3,1) is blocked."),
        ("lightcycle", ["left"], "Invalid move: A step left leaves the board."),
        (
            "lightcycle",
            ["right", "left", "right", "left"],
            "Invalid move: Player 1 is at (3,3).",
        ),
        ("trail", ["2 2", "4 4"], "Invalid move: (4,4) is not next to the last move at (2,2)."),
        ("trail", ["5"], "Invalid move: '5' is not a row from 1 to 4."),
        ("trail", ["1", "0"], "Invalid move: '0' is not a column from 1 to 4."),
        ("blockade", ["right 0 0", "up 4 4", "left"], "Invalid move: (0, 0) is blocked."),
        ("blockade", ["up"], "Invalid move: A step up leaves the board."),
        ("blockade", ["right", "3 3"], "Invalid move: (3, 3) does not touch your new place, (0, 1)."),
        ("blockade", ["right", "0 1"], "Invalid move: (0, 1) is your new place."),
        ("blockade", ["sideways"], "Invalid move: 'sideways' is not a direction: up, down, left or right."),
    ],
)
def test_illegal_moves_are_explained(name: str, typed: list[str], sentence: str) -> None:
    ran = gridlock("play", name, typed=typed)
    assert ran.out.splitlines().count(sentence) == 1
    assert ran.status == 1


def test_crossfire_with_all_diagonals_names_the_marker() -> None:
    ran = gridlock("play", "crossfire", "--variant", "diagonals=all", typed=["1 2", "2 3"])
    assert "Invalid move: (2,3) shares a diagonal with Player 1's marker at (1,2).\n" in ran.out


def test_illegal_block_keeps_the_step() -> None:
    ran = gridlock("play", "blockade", typed=["right", "4 4", "0 0"])
    block = "Place a block adjacent to your current position (row and column): "
    lines = ran.out.splitlines()
    at = lines.index(block + "4 4")
    assert lines[at + 2] == block + "0 0"
    assert lines[at + 3] == "A block is placed at (0, 0)."


def test_illegal_column_or_cell_is_asked_again() -> None:
    ran = gridlock("play", "trail", typed=["2", "x", "2", "4", "4", "1", "2"])
    prompts = [line for line in ran.out.splitlines() if line.startswith("Enter ")]
    assert prompts[:7] == [
        "Enter row (1-4): 2",
        "Enter column (1-4): x",
        "Enter column (1-4): 2",
        "Enter row (1-4): 4",
        "Enter column (1-4): 4",
        "Enter row (1-4): 1",
        "Enter column (1-4): 2",
    ]


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("spread", ["3 3", "3,3", "(3, 3)", "  3   3  ", "( 3 3 )"]),
        ("lightcycle", ["up", "UP", "u", " Up "]),
        ("blockade", ["right:0,0", "right 0 0", "r 0,0", "RIGHT (0, 0)", "r(0,0)", "r\n0 0"]),
        ("trail", ["2\n2", "2 2", "2,2", "(2, 2)"]),
    ],
)
def test_alternative_notations(name: str, answers: list[str]) -> None:
    boards = set()
    for answer in answers:
        ran = gridlock("play", name, typed=f"{answer}\nsave nowhere/at/all\n")
        assert "Invalid" not in ran.out
        boards.add(tuple(line for line in ran.out.splitlines() if not line.startswith(("Enter", "Player 1"))))
    grids = {tuple(line for line in board if ":" not in line) for board in boards}
    assert len(grids) == 1


@pytest.mark.parametrize("name", FIVE)
def test_commands_at_every_prompt(name: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    first = (TRANSCRIPTS / f"{name}.in").read_text().splitlines()
    typed = [line for answer in first for line in ("help", "MOVES", "undone", f"save {file}", answer)]
    ran = gridlock("play", name, typed=[*typed, "quit"])
    assert ran.status == 0
    assert ran.out.endswith("quit\nThe game is left unfinished.\n")
    lists = ran.out.count("Legal moves: ") + ran.out.count("Cells to block: ")
    assert lists == len(first)
    assert ran.out.count("Instead of a move you can type:") == len(first)
    assert ran.out.count("Invalid move: 'undone'") == len(first)
    (record,) = read_records(file)  # saved again and again, and still one match
    assert record.game.id == name


def test_undo_goes_back_move_by_move() -> None:
    ran = gridlock("play", "spread", typed=["3 3", "2 2", "undo", "undo", "undo", "3 3", "quit"])
    assert "Took back 2,2.\n_ _ _ _ _\n_ _ _ _ _\n_ _ X _ _\n" in ran.out
    assert "Took back 3,3.\n" in ran.out
    assert "There is no move to take back.\n" in ran.out
    assert "Invalid" not in ran.out


@pytest.mark.parametrize(("name", "half"), [("blockade", "right"), ("trail", "2")])
def test_undo_halfway_clears_the_first_half(name: str, half: str) -> None:
    ran = gridlock("play", name, typed=[half, "undo", "moves", "quit"])
    assert "Took back the first half of the move.\n" in ran.out
    assert ran.status == 0


def test_undo_halfway_then_a_whole_move() -> None:
    ran = gridlock("play", "blockade", typed=["right 0 0", "up", "undo", "undo", "right 0 0", "quit"])
    assert "Took back right:0,0." in ran.out
    assert "Invalid" not in ran.out


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("spread", "Congratulations, Player 2 wins the game!"),
        ("crossfire", "Player 2 wins the game!"),
        ("lightcycle", "Player 2 wins!"),
        ("trail", "Player 2 (O) wins the game!"),
        ("blockade", "Player 2 wins!"),
    ],
)
def test_resigning(name: str, line: str) -> None:
    ran = gridlock("play", name, typed=["resign"])
    assert ran.out.endswith(f"Player 1 resigned.\n{line}\n")
    assert ran.status == 0


@pytest.mark.parametrize("name", FIVE)
def test_end_of_input(name: str) -> None:
    ran = gridlock("play", name)
    assert ran.status == 1
    assert ran.err == "gridlock: The input ended before the game did.\n"


def test_play_without_arguments_asks_for_a_game() -> None:
    for answer in ("4", "trail", "T"):
        ran = gridlock("play", typed=["chess", answer, "quit"])
        assert "'chess' isn't one of these" in ran.out
        assert "Welcome to Grid Lock!" in ran.out
    assert gridlock(typed=["trail", "quit"]).status == 0
    assert gridlock("play").status == 1


def test_help_and_quit_when_choosing_a_game() -> None:
    ran = gridlock("play", typed=["help", "quit"])
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-2:] == [
        "Type a number or a name, or quit. During a game, help lists more commands.",
        "Which game? quit",
    ]


def test_prompt_example_is_on_the_board() -> None:
    for size, cell in {"2x2": "2 2", "2x5": "2 3", "5x1": "3 1", "5x5": "3 3"}.items():
        ran = gridlock("play", "crossfire", "--size", size, typed=["quit"])
        assert f"place your 'X' (e.g., {cell}): quit" in ran.out


def test_moves_halfway_lists_cells_to_block() -> None:
    ran = gridlock("play", "blockade", typed=["right", "moves", "board", "0 0", "quit"])
    listed = next(line for line in ran.out.splitlines() if line.startswith("Cells to block: "))
    assert sorted(listed.removeprefix("Cells to block: ").split()) == ["0,0", "0,2", "1,0", "1,1", "1,2"]
    assert "0 [ . P1 .  .  . ]\n" in ran.out, "the board, with the step made"
    assert "A block is placed at (0, 0)." in ran.out


@pytest.mark.parametrize(
    ("name", "position", "row"),
    [
        ("spread", "...../...../..X../...../..... 2", "_ _ X _ _"),
        ("crossfire", "...../...../..X../...../..... 2", "3 |   |   | X |   |   |"),
        ("lightcycle", "...../...../#1..2/...../..... 2", "# 1 . . 2"),
        ("trail", "..../.x../..../.... 2", "[ ][X][ ][ ]"),
        ("blockade", ".1#../...../...../...../....2 2", "0 [ . P1 X  .  . ]"),
    ],
)
def test_custom_position_is_shown_first(name: str, position: str, row: str) -> None:
    ran = gridlock("play", name, "--position", position, typed=["board", "quit"])
    before = ran.out.partition("board\n")[0]
    assert row in before.splitlines()
    assert before.count("Player 2 is to move.\n") == 1
    assert "Player 1 (X) will start" not in before
    after = ran.out.partition("board\n")[2]
    assert row in after.splitlines()
    assert "Player 2 is to move.\n" in after


def test_resumed_match_is_shown_first(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    gridlock("play", "spread", "--names", "Ann,Bob", "--record", str(file), typed=["3 3", "quit"])
    ran = gridlock("play", "--resume", str(file), typed=["quit"])
    board = "_ _ _ _ _\n_ _ _ _ _\n_ _ X _ _\n_ _ _ _ _\n_ _ _ _ _\n"
    assert ran.out.startswith(f"{board}Player 2 (Bob) is to move.\n\nPlayer 2 (O), enter your move")


def test_names_are_shown_in_a_single_game() -> None:
    ran = gridlock("play", "crossfire", "--size", "2x2", "--names", "Ann,Bob", typed=["1 1"])
    assert ran.out.startswith("Ann is Player 1, Bob is Player 2.\n\nWelcome to GridLock!\n")
    assert ran.out.endswith("Player 1 wins the game!\nAnn has won.\n")


@pytest.mark.parametrize("who", ["2", "Bob"])
def test_begins_option(who: str) -> None:
    ran = gridlock("play", "spread", "--names", "Ann,Bob", "--begins", who, typed=["quit"])
    assert ran.out.startswith("Bob is Player 1, Ann is Player 2.\n")
    ran = gridlock("play", "spread", "--p2", "random", "--begins", "2", "--seed", "1", typed=["quit"])
    assert ran.out.startswith("You are Player 2.\n")
    assert "Player 1 (X) places a token" in ran.out


def test_coin_toss() -> None:
    begun = set()
    for seed in range(20):
        draw = ["--begins", "random", "--seed", str(seed)]
        ran = gridlock("play", "trail", "--names", "Ann,Bob", *draw, typed=["quit"])
        begun.add(ran.out.partition(" is Player 1")[0])
    assert begun == {"Ann", "Bob"}


def test_begins_must_be_a_known_player() -> None:
    ran = gridlock("play", "trail", "--names", "Ann,Bob", "--begins", "Cleo")
    assert ran == (2, "", "gridlock: --begins must be one of 1, 2, Ann, Bob, random, not 'Cleo'.\n")
    ran = gridlock("play", "--resume", "last", "--begins", "2")
    assert ran == (2, "", "gridlock: --begins is for new matches. Leave it out to resume one.\n")


def test_rounds_count_wins() -> None:
    ran = gridlock("play", "crossfire", "--size", "2x2", "--rounds", "3", typed=["1 1"] * 3)
    assert "Round 2 of 3.\n\nWelcome" in ran.out
    assert "\nWins: Player 1 2, Player 2 0.\n\nRound 3 of 3.\n" in ran.out
    assert ran.out.endswith("\nWins: Player 1 3, Player 2 0.\n\nPlayer 1 wins the series, 3 to 0.\n")


def test_rounds_with_seats_swapped_can_be_drawn() -> None:
    ran = gridlock("play", "crossfire", "--size", "2x2", "--rounds", "2", "--swap", typed=["1 1"] * 2)
    assert "Round 1 of 2: A is Player 1, B is Player 2." in ran.out
    assert "Round 2 of 2: B is Player 1, A is Player 2." in ran.out
    assert ran.out.endswith("\nWins: A 1, B 1.\n\nThe series is drawn, 1 to 1.\n")


def test_rounds_with_names_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    arguments = ["--rounds", "2", "--swap", "--names", "Ann, Bob", "--record", str(file)]
    ran = gridlock("play", "lightcycle", "--size", "1x4", *arguments, typed=["r", "l", "resign"])
    assert ran.out.endswith("Ann wins the series, 1 to 1.\n") or "drawn" in ran.out
    first, second = read_records(file)
    assert (first.players, first.winner, first.ending) == (("Ann", "Bob"), 2, "stuck")
    assert (second.players, second.winner, second.ending) == (("Bob", "Ann"), 2, "resignation")
    assert "Wins: Ann 1, Bob 1." in ran.out


def test_record_is_saved_after_every_move(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    gridlock("play", "spread", "--record", str(file), typed=["3 3", "2 2", "undo", "5 5"])
    (record,) = read_records(file)
    assert [str(move) for move in record.moves] == ["3,3", "5,5"]
    gridlock("play", "trail", "--record", str(file), typed=["1 1", "resign"])
    assert [record.game.id for record in read_records(file)] == ["spread", "trail"]
    assert list(tmp_path.iterdir()) == [file]


def test_other_files_are_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary,\n")
    ran = gridlock("play", "spread", "--record", str(file), typed=["3 3"])
    assert ran.status == 2
    assert ran.out == ""
    ran = gridlock("play", "spread", typed=["3 3", f"save {file}", "quit"])
    assert "Not saved: " in ran.out
    assert file.read_text() == "Dear diary,\n"


def test_saving_to_an_invalid_path(tmp_path: Path) -> None:
    typed = ["save", f"save {tmp_path}", f"save {tmp_path}/no/such", "save \0", "3 3", "quit"]
    ran = gridlock("play", "spread", typed=typed)
    assert "Name a file: save FILE.\n" in ran.out
    assert ran.out.count("Not saved: ") == 3
    assert ran.status == 0
