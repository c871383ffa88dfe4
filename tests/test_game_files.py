"""Games in files of their own: helper functions, rules that can't be compiled, files that can't be loaded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

import gridlock
from game_files import EDGES, HEXES, UNCOMPILABLE, game_file
from gridlock.errors import InvalidGame
from gridlock.players import make_player
from gridlock.referee import ask
from gridlock.rules import FIVE
from gridlock.rules.registry import FILES, GAMES
from gridlock.rules.sources import functions_called
from gridlock.search import Limits, OutOfTime, Status, Value, best_moves
from gridlock.search.answers import clear_solvers, load_solver, question, value_of
from gridlock.search.uncompiled import UncompiledTree
from judge import Cell, Judge, State
from minimax import Minimax
from terminal import gridlock as program
from terminal import rest_of, spawn
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)

pytestmark = pytest.mark.slow

SLOW = "The rules of hexes can't be compiled, so its solver is slow: "
CAUSE = "Unknown attribute 'bit_count' of type uint64 (uncompilable.py, line 10); "
ADVICE = (
    "in legal, play and the functions they call, use only & | ~ << >> on words, "
    "and the functions of gridlock.board except cells."
)
SENTENCE = SLOW + CAUSE + ADVICE


class HexJudge(Judge):
    def allowed(self, state: State, cell: Cell) -> bool:
        row, col = cell
        beside = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        beside |= {(row - 1, col + 1), (row + 1, col - 1)}
        return not beside & (state.one | state.two)


# Helper functions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (3, 3), (2, 4), (3, 4)])
def test_rules_with_helper_functions_are_solved_correctly(
    rows: int, cols: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with game_file(tmp_path / "helped.py", HEXES, monkeypatch):
        game = gridlock.make("hexes", rows, cols)
        judge = HexJudge(rows, cols)
        minimax, state, position = Minimax(judge), judge.start(), game.start()
        while position.legal:
            assert gridlock.solve(position) == minimax.value(state)
            values = {int(move): value for move, value in gridlock.analyze(position)}
            assert values == minimax.children(state)
            move = position.legal_moves()[0]
            position, state = position.play(move), judge.play(state, int(move))


def test_helper_functions_of_other_files_are_compiled_and_never_stale(tmp_path: Path) -> None:
    """On 1x3 the middle cell closes both others; without that rule there are three moves to make."""
    shared = "from gridlock.board import orthogonal\n\n\ndef beside(board, word):\n    return {}\n"
    source = HEXES.replace("from gridlock.board", "import shared\nfrom gridlock.board", 1)
    (tmp_path / "apart.py").write_text(
        source.replace("hexes(board, markers)", "shared.beside(board, markers)")
    )
    for rule, moves in (
        ("orthogonal(board, word)", 1),
        ("word", 3),
        ("orthogonal(board, word)", 1),
    ):
        (tmp_path / "shared.py").write_text(shared.format(rule))
        ran = subprocess.run(
            [
                sys.executable,
                "-B",
                "-c",
                "import gridlock; print(gridlock.solve(gridlock.make('hexes', 1, 3).start()))",
            ],
            env=os.environ
            | {FILES: str(tmp_path / "apart.py"), "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout == f"Value(winner=1, moves={moves})\n"


def test_the_functions_that_a_function_reaches() -> None:
    def one() -> int:
        return two() + len(os.path.join("a", "b")) + three(1)

    def two() -> int:
        return one()

    three = abs
    assert set(functions_called(one)) >= {one, two, os.path.join}
    assert len(functions_called(one)) == len(set(functions_called(one)))
    assert functions_called(three) == []


# Rules that can't be compiled ---------------------------------------------------------------------


@pytest.fixture(name="uncompilable")
def uncompilable_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    with game_file(tmp_path / "uncompilable.py", UNCOMPILABLE, monkeypatch):
        yield tmp_path / "uncompilable.py"


@pytest.mark.parametrize(("rows", "cols"), [(1, 6), (3, 3), (2, 4), (3, 4)])
@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("ignore:The rules of hexes")
def test_uncompiled_rules_are_solved_correctly(rows: int, cols: int) -> None:
    """Every position of some games, and every move in it, against the judge."""
    game, judge = gridlock.make("hexes", rows, cols), HexJudge(rows, cols)
    minimax, random = Minimax(judge), Random(1)
    for _ in range(4):
        state, position = judge.start(), game.start()
        while position.legal:
            assert gridlock.solve(position) == minimax.value(state)
            assert gridlock.solve(position, winner_only=True).winner == minimax.value(state)[0]
            values = {int(move): value for move, value in gridlock.analyze(position)}
            assert values == minimax.children(state)
            best = max(values.values(), key=lambda value: _merit(value, position.turn))
            assert {values[int(move)] for move in best_moves(position)} == {best}
            move = random.choice(position.legal_moves())
            position, state = position.play(move), judge.play(state, int(move))


def _merit(value: Value, turn: int) -> tuple[bool, int]:
    wins = value.winner == turn
    moves = value.moves or 0
    return wins, -moves if wins else moves


@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("ignore:The rules of hexes")
def test_the_uncompiled_search_respects_its_limits() -> None:
    start = gridlock.make("hexes", 8, 8).start()  # too large for Python
    with pytest.raises(OutOfTime, match=r"did not finish in 0\.2 seconds"):
        gridlock.solve(start, limits=Limits(seconds=0.2))
    cancelled, reports = threading.Event(), list[Status]()

    def progress(status: Status) -> None:
        reports.append(status)
        cancelled.set()

    with pytest.raises(OutOfTime, match="was stopped"):
        gridlock.solve(start, limits=Limits(cancelled=cancelled, progress=progress))
    assert reports[0].nodes > 0
    small = gridlock.make("hexes", 3, 4).start()
    with question(small.game, Limits(memory=4000)) as solver:  # room for ten positions
        assert value_of(solver, small.words, 1) == Minimax(HexJudge(3, 4)).value(HexJudge(3, 4).start())


@pytest.mark.usefixtures("uncompilable")
def test_the_uncompiled_tree_search_proves_wins_and_losses() -> None:
    for rows, cols, best in ((1, 3, {"1,2"}), (3, 3, {"2,2"})):  # these cells close all others
        position = gridlock.make("hexes", rows, cols).start()
        tree = UncompiledTree(position, 3000, 1)
        while tree.grow(100):
            pass
        branches = {str(branch.move): branch for branch in tree.branches()}
        assert sum(branch.visits for branch in branches.values()) <= 3000
        minimax, judge = Minimax(HexJudge(rows, cols)), HexJudge(rows, cols)
        winning = {move for move, value in minimax.children(judge.start()).items() if value[0] == 1}
        proven = {int(branch.move): branch.certain for branch in branches.values() if branch.certain}
        assert proven
        assert all((certain == 1) == (move in winning) for move, certain in proven.items())
        assert str(tree.branches()[0].move) in best | {str(position.move(move)) for move in winning}


@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("default")
def test_every_command_works_and_says_what_to_change(tmp_path: Path) -> None:
    played = tmp_path / "played.txt"
    ran = program("watch", "hexes", "--p1", "level:2", "--p2", "random", "--record", str(played))
    assert (ran.status, ran.err) == (0, ""), "levels that look ahead by the rules need no solver"
    for command in (("solve", "hexes"), ("review", str(played)), ("atlas", "hexes", "--max-cells", "4")):
        clear_solvers()
        ran = program(*command)
        assert ran.status == 0, command
        assert set(ran.err.splitlines()) == {f"gridlock: {SENTENCE}"}, command
        assert ran.out


@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("default")
def test_a_match_goes_on_with_a_slow_solver() -> None:
    ran = program("play", "hexes", typed=["2 2", "hint", "analysis", "1 4", "quit"])
    assert (ran.status, ran.err) == (0, f"gridlock: {SENTENCE}\n")
    assert "enter your move: hint\nHint: " in ran.out
    assert "counting this one.\n" in ran.out.partition("enter your move: analysis\n")[2]
    assert ran.out.endswith("enter your move: quit\nThe game is left unfinished.\n")


@pytest.mark.usefixtures("uncompilable")
def test_at_a_terminal_the_sentence_has_a_line_of_its_own() -> None:
    """The status line that shows the progress is cleared first."""
    output = rest_of(spawn("solve", "hexes", columns=300))
    assert re.search(r"(^|[\r\n])gridlock: The rules of hexes", output), output
    assert output.count("The rules of hexes") == 1


@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("ignore:The rules of hexes")
@pytest.mark.parametrize("spec", ["perfect", "level:7", "mcts:20"])
def test_bots_that_search_play_without_compiled_rules(spec: str) -> None:
    start = gridlock.make("hexes").start()
    move, problem = ask(make_player(spec), start, None)
    assert move in start.legal_moves()
    assert problem == ""


@pytest.mark.usefixtures("uncompilable")
def test_the_library_warns_and_answers() -> None:
    start = gridlock.make("hexes").start()
    clear_solvers()
    with pytest.warns(UserWarning, match="can't be compiled") as warned:
        value = gridlock.solve(start)
    assert [str(warning.message) for warning in warned] == [SENTENCE]
    assert value == Minimax(HexJudge(3, 4)).value(HexJudge(3, 4).start())


@pytest.mark.filterwarnings("default")
def test_the_check_of_a_file_tries_the_solver(uncompilable: Path) -> None:
    ran = program("games", "--from", str(uncompilable), typed=["quit"])
    assert ran.status == 0, "it can be played all the same"
    assert set(ran.err.splitlines()) == {f"gridlock: {SENTENCE}"}
    assert "and the solver is right.\n" in ran.out


@pytest.mark.usefixtures("uncompilable")
@pytest.mark.filterwarnings("default")
async def test_the_app_shows_what_to_change_and_the_hint() -> None:
    async with running(size=(120, 40)) as driver:
        driver.app.screen.query_one("#hexes").focus()
        await driver.press("t", "enter")
        await driver.settle()
        await driver.press("h")
        await driver.settle()
        assert driver.play.message.startswith("Hint: ")
        assert SENTENCE in [notification.message for notification in driver.app._notifications]
        await driver.press("a")
        await driver.settle()
        await driver.make("1,1")
        assert len(driver.play.match.moves) == 1


@pytest.mark.usefixtures("uncompilable")
def test_games_after_it_are_compiled_ahead_too() -> None:
    command = [sys.executable, "-m", "gridlock.tui.compiler", "hexes", "trail"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as compiling:
        assert compiling.stdout is not None
        lines = [line.split() for line in compiling.stdout]
    assert lines == [["begin", "hexes"], ["done", "hexes"], ["begin", "trail"], ["done", "trail"]]


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("sum(1 for _ in range(3))", "The use of yield in a closure is unsupported"),
        ("nowhere(word)", "NameError: name 'nowhere' is not defined"),
        ("slanted(board, word)", "compiler re-entrant to the same function signature"),
        ("next(cells(word))", "Unknown attribute 'bit_length' of type uint64"),  # not the line in board.py
        ("board.nothing", "Unknown attribute 'nothing' of type Board"),
        ("1 << 64", "Int value is too large: 18446744073709551616"),
        ("word @ word", "No implementation of function Function(<built-in function matmul>)"),
    ],
)
def test_compiler_errors_are_one_line(
    line: str, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "north(board, east(board, word)) | south(board, west(board, word))"
    file = tmp_path / f"hexes_{abs(hash(line))}.py"
    source = HEXES.replace(
        f"    return {rule}", f"    if board.size > 64:\n        {line}\n    return {rule}"
    )
    source = source.replace(f"        {line}\n", f"        return {line}\n")
    with game_file(file, source, monkeypatch), pytest.warns(UserWarning, match="compiled") as warned:
        load_solver(gridlock.make("hexes"))
    (told,) = {str(warning.message) for warning in warned}
    assert told.startswith(SLOW + cause)
    assert told.endswith(f" {ADVICE}")
    assert f"{file.name}, line " in told
    assert told.isprintable()


def test_rules_that_change_when_compiled_get_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shift to the left and back loses the last of 64 cells in a machine word, but not in Python."""
    source = HEXES.replace("    markers = own | opp\n", "    markers = (own | opp) << 1 >> 1\n")
    with game_file(tmp_path / "shifted.py", source, monkeypatch):
        assert gridlock.solve(gridlock.make("hexes", 3, 3).start()) == Minimax(HexJudge(3, 3)).value(
            HexJudge(3, 3).start()
        )
        large = gridlock.make("hexes", 8, 8).start()
        with (
            pytest.warns(UserWarning, match=r"rules of hexes give different results once compiled \(in"),
            pytest.raises(OutOfTime),
        ):
            gridlock.solve(large, limits=Limits(seconds=0.01))


# Limits -------------------------------------------------------------------------------------------


def test_a_game_has_at_most_64_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with game_file(tmp_path / "edges.py", EDGES, monkeypatch):
        assert gridlock.make("edges", 8, 4).actions == 64
        with pytest.raises(InvalidGame) as caught:
            gridlock.make("edges", 33, 1)
    assert str(caught.value) == "A game has at most 64 actions; edges on 33x1 has 66: use a smaller board."


# Files and packages that can't be loaded ----------------------------------------------------------


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import sys; sys.exit()", "SystemExit"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("x = 1", "there is no game in it"),
        ("not Python at all", "SyntaxError: invalid syntax"),
        (
            HEXES.replace("    size = (3, 4)\n", "").replace("    summary =", "    text ="),
            'The game Hexes lacks a trait: add summary = "..." (the rule in one sentence) and size = (5, 5)',
        ),
        (HEXES.replace("(3, 4)", "(9, 9)"), "A board has at most 64 cells; 9x9 would have 81"),
        (
            HEXES.replace("(3, 4)", "34"),
            "size of the game Hexes must be a pair of rows and columns, such as (5, 5)",
        ),
        (
            HEXES.replace('id = "hexes"', 'id = "two words"'),
            "id of the game Hexes must be letters, digits, - and _, in quotes, not 'two words'",
        ),
        (EDGES.replace("(4, 4)", "(8, 8)"), "A game has at most 64 actions; edges on 8x8 has 128"),
    ],
)
def test_a_broken_file_is_reported_and_everything_else_works(
    source: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "broken.py"
    with game_file(file, source, monkeypatch):
        ran = program("games")
        assert ran.status == 0
        assert ran.err.startswith(f"gridlock: {file} cannot be loaded: ")
        assert reason in ran.err
        assert ran.err.endswith(".\n")
        assert ran.err.count("\n") == 1
        assert tuple(GAMES) == FIVE
        checked = program("games", "--from", str(file))
        assert checked.status == 2
        assert checked.err == ran.err


def test_ctrl_c_while_a_file_is_loaded_is_still_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with game_file(tmp_path / "interrupted.py", "raise KeyboardInterrupt", monkeypatch):
        ran = program("games")
        assert (ran.status, ran.err) == (130, "gridlock: Interrupted.\n")
        assert "interrupted" not in sys.modules


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "it ends the program (SystemExit: 3): remove the call of exit"),
        ("Broken = 1", "it is not a game with an id"),
        ("from gridlock.rules import Game\n\n\nclass Broken(Game):\n    pass", "it is not a game with an id"),
        (
            "from gridlock.rules.placement import Placement as Broken\nBroken.id = 'other'",
            "its id is 'other'",
        ),
    ],
)
def test_a_broken_package_is_reported_and_everything_else_works(
    source: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text(source)
    described = tmp_path / "broken-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (described / "entry_points.txt").write_text("[gridlock.games]\nbroken = broken:Broken\n")
    ran = subprocess.run(
        [sys.executable, "-m", "gridlock", "games"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == f"gridlock: The game 'broken' of 'broken:Broken' cannot be loaded: {reason}.\n"
    assert all(name in ran.stdout for name in FIVE)


def test_a_broken_module_of_a_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "roomy").mkdir()
    (tmp_path / "roomy" / "__init__.py").write_text(HEXES)
    (tmp_path / "roomy" / "theory.py").write_text("raise SystemExit(3)")
    code = (
        "import gridlock, roomy; from gridlock.cli.main import run;"
        "gridlock.GAMES._loaded['hexes'] = roomy.Hexes;"
        "raise SystemExit(run(['solve', 'hexes']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (
        2,
        "gridlock: theory.py of hexes cannot be loaded: SystemExit: 3.\n",
    )
