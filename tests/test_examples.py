"""The games in examples/: installed as packages, they get everything the built-in games have."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gridlock
from boards import assert_agrees, every_reachable
from gridlock import Game
from gridlock.match import Match
from gridlock.players import make_player
from gridlock.puzzles import DIFFICULTIES
from gridlock.puzzles.catalogue import possible_kinds
from gridlock.puzzles.generate import main as generate_main
from gridlock.puzzles.generate import series_text
from gridlock.records import parse_records
from gridlock.referee import play_out
from gridlock.review import Review, fill, find_hint, reasons
from gridlock.rules import FIVE
from gridlock.rules.registry import FILES, GAMES, GROUP
from gridlock.search import Limits
from gridlock.testing import check_game
from judge import Cell, Judge, State
from minimax import Minimax
from terminal import gridlock as program
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parent.parent / "examples"
IDS = ("domineering", "kayles")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both packages, as pip installs them."""
    folder = tmp_path_factory.mktemp("installed")
    for name in IDS:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "--target", str(folder), str(EXAMPLES / name)], check=True)
    return folder


@pytest.fixture
def plugged(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both games, in this process."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setattr(GAMES, "_others", None)
    possible_kinds.cache_clear()
    assert tuple(GAMES)[len(FIVE) :] == IDS
    yield
    possible_kinds.cache_clear()
    for name in IDS:
        GAMES._loaded.pop(name, None)  # type: ignore[attr-defined]


def elsewhere(installed: Path, *arguments: str, typed: str = "") -> str:
    """Run the program in another process, with the packages installed."""
    ran = subprocess.run(
        [sys.executable, "-m", "gridlock", *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(installed), *sys.path])},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


# Against the judge ------------------------------------------------------------------------------


class KaylesJudge(Judge):
    def allowed(self, state: State, cell: Cell) -> bool:
        row, col = cell
        beside = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        return not beside & (state.one | state.two)


class DomineeringJudge(Judge):
    def second(self, state: State, cell: Cell) -> Cell:
        row, col = cell
        return (row + 1, col) if state.turn == 1 else (row, col + 1)

    def allowed(self, state: State, cell: Cell) -> bool:
        return self.empty(state, self.second(state, cell))

    def play(self, state: State, action: int) -> State:
        cell = divmod(action, self.cols)
        return state.give_turn(state.mine | {cell, self.second(state, cell)}, state.blocked, None)


JUDGES = {"kayles": KaylesJudge, "domineering": DomineeringJudge}
BOARDS = [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3)]


def games(name: str) -> list[Game]:
    return [gridlock.make(name, rows, cols) for rows, cols in BOARDS]


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
def test_the_rules_agree_with_the_judge(name: str) -> None:
    for game in games(name):
        judge = JUDGES[name](game.rows, game.cols)
        for position in every_reachable(game):
            assert_agrees(judge, position)
    check_game(gridlock.make(name))


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
def test_the_solver_agrees_with_minimax(name: str) -> None:
    for game in games(name):
        naive = Minimax(JUDGES[name](game.rows, game.cols))
        for position in every_reachable(game):
            judge_state = position_state(position)
            assert tuple(gridlock.solve(position)) == naive.value(judge_state), position.text


def position_state(position: gridlock.Position) -> State:
    from boards import state_of

    return state_of(position)


PUBLISHED = """
1: 2 H H H H H H H
2: V 1 1 H V 1 1 H
3: V 1 1 H H H H H
4: V V V 1 V 1 V
5: V H V H 2 H
6: V 1 V 1 V 1
"""
"""The winner of Domineering on each board, from 1 column on: V or H no matter who begins, else the first or
second player (Breuker, Uiterwijk and van den Herik, 2000; Lachmann, Moore and Rapaport, 2002).
"""


@pytest.mark.usefixtures("plugged")
def test_domineering_is_won_as_published() -> None:
    for line in PUBLISHED.strip().splitlines():
        rows, values = int(line.partition(":")[0]), line.partition(":")[2].split()
        for cols, published in enumerate(values, start=1):
            game = gridlock.make("domineering", rows, cols)
            text = "/".join(["." * cols] * rows)
            upright, lying = (
                gridlock.solve(game.position(f"{text} {turn}"), winner_only=True).winner for turn in (1, 2)
            )
            found = {(1, 1): "V", (2, 2): "H", (1, 2): "1", (2, 1): "2"}[upright, lying]
            assert found == published, game


# Everything else ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
def test_matches_are_played_recorded_reviewed_and_hinted(name: str) -> None:
    game = gridlock.make(name, 4, 4)
    for spec in ("level:1", "level:6", "level:7", "mcts:50", "greedy", "perfect"):
        match = Match(game, (spec, "random"))
        play_out(match, (make_player(spec, seed=1), make_player("random", seed=2)))
        assert match.outcome is not None
        record = match.record()
        assert record.ending == "stuck"
        assert parse_records(str(record)) == [record]
        review = Review(record)
        fill(review, Limits())
        assert review.complete
        assert all(mistake.sentences and all(mistake.sentences) for mistake in review.mistakes)
    hint = find_hint(game.start(), Limits())
    assert hint.move in game.start().legal_moves()
    assert hint.text.startswith(f"Hint: {hint.move} ")
    assert reasons(game.start())
    assert pickle.loads(pickle.dumps(game.start())) == game.start()


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
def test_the_dialogue_and_the_commands_know_them(name: str) -> None:
    move = str(gridlock.make(name).start().legal_moves()[0])
    ran = program("play", name, "--p2", "random", "--seed", "1", typed=["help", "moves", "zzz", move, "quit"])
    assert (ran.status, ran.err) == (0, "")
    assert "Player 1, enter your move: zzz\nInvalid move: " in ran.out
    assert "Player 2 plays " in ran.out
    assert f"{name:<11} " in program("games").out
    assert program("rules", name).out.startswith(f"{gridlock.GAMES[name].name} (")
    assert "wins" in program("solve", name, "--size", "3x3").out


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
async def test_the_app_shows_and_plays_them(name: str) -> None:
    async with running(size=(80, 24)) as driver:
        tile = driver.app.screen.query_one(f"#{name}")
        tile.focus()
        await driver.pilot.pause()
        assert "l Learn" not in driver.footer(), "they come without lessons"
        assert not driver.says("learn it in a few steps")
        await driver.press("t", "enter")
        await driver.settle()
        for _ in range(2):
            await driver.make(str(driver.play.match.position.legal_moves()[0]))
        assert len(driver.play.match.moves) == 2
        await driver.press("a", "h")
        await driver.settle()
        assert driver.says("Hint: ")


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("name", IDS)
def test_puzzles_are_made_by_one_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.puzzles.generate._POSITIONS", 8)  # positions to try
    monkeypatch.setattr("gridlock.puzzles.generate.TRIES", 2)
    monkeypatch.setattr("gridlock.puzzles.difficulty.TRIES", 2)
    head, *lines = series_text(name, wanted=1).splitlines()
    assert head.startswith("tries 2 random greedy level:1 ")
    assert lines
    for line in lines:
        difficulty, cells, turn, moves, solved = line.split()
        assert difficulty in DIFFICULTIES
        position = gridlock.make(name).position(f"{cells} {turn}")
        assert gridlock.solve(position) == (position.turn, int(moves))
        assert len(solved.split(",")) == len(head.split()) - 2


@pytest.mark.usefixtures("plugged")
def test_puzzles_of_a_single_file_need_a_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gridlock.puzzles.generate.series_text", lambda kind: f"{kind}\n")
    for arguments, problem in (
        (["kayles"], "kayles is a single file, without a folder for its puzzles: use --out FILE, or make"),
        (["nonsense"], "There is no game 'nonsense': choose from spread, "),
        (["--out", str(tmp_path / "all.txt")], "--out is for the puzzles of one kind: name it."),
        (["kayles", "--out", str(tmp_path / "none" / "x.txt")], "No such file or directory"),
    ):
        with pytest.raises(SystemExit):
            generate_main(arguments)
        assert problem in capsys.readouterr().err
    generate_main(["kayles", "--out", str(tmp_path / "kayles.txt")])
    assert (tmp_path / "kayles.txt").read_text() == "kayles\n"


def test_a_second_process_starts_from_the_code_of_the_first(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_CACHE", str(tmp_path))
    runs = []
    for _ in range(2):
        answer = elsewhere(installed, "solve", "kayles", "--size", "3x3", "--winner-only")
        code = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
        runs.append((answer.splitlines()[:8], code))
    (first, kept), (second, used) = runs
    assert first == second
    assert kept
    assert kept == used, "nothing was compiled a second time"


def test_a_file_that_is_not_installed_can_be_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FILES, str(EXAMPLES / "kayles" / "kayles.py"))
    monkeypatch.setattr(GAMES, "_others", None)
    assert gridlock.make("kayles").id == "kayles"
    GAMES._loaded.pop("kayles")  # type: ignore[attr-defined]
    broken = {"fails": ("1 / 0", "ZeroDivisionError"), "empty": ("x = 1", "there is no game in it")}
    for name, (text, problem) in broken.items():
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        monkeypatch.setenv(FILES, str(file))
        monkeypatch.setattr(GAMES, "_others", None)
        with pytest.warns(UserWarning, match=problem):
            assert tuple(GAMES) == FIVE


def test_built_in_games_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = (EXAMPLES / "kayles" / "kayles.py").read_text().replace('id = "kayles"', 'id = "spread"')
    (tmp_path / "mine.py").write_text(code)
    monkeypatch.setenv(FILES, str(tmp_path / "mine.py"))
    monkeypatch.setattr(GAMES, "_others", None)
    with pytest.warns(UserWarning, match="There already is a game spread"):
        assert tuple(GAMES) == FIVE
    assert GAMES["spread"].__module__ == "gridlock.games.spread"
    assert GROUP == "gridlock.games"


def test_an_edited_rule_leaves_no_stale_code(tmp_path: Path) -> None:
    """On 1x3 the middle cell closes both others; without that rule there are three moves to make."""
    code = (EXAMPLES / "kayles" / "kayles.py").read_text()
    mine = tmp_path / "mine.py"
    for edited, moves in (
        (code, 1),
        (code.replace("orthogonal(board, markers) | markers", "markers"), 3),
        (code, 1),
    ):
        mine.write_text(edited)
        ran = subprocess.run(
            [
                sys.executable,
                "-c",
                "import gridlock; print(gridlock.solve(gridlock.make('kayles', 1, 3).start()))",
            ],
            env=os.environ | {FILES: str(mine), "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout == f"Value(winner=1, moves={moves})\n"


@pytest.mark.usefixtures("plugged")
async def test_the_home_screen_has_room_for_any_number_of_games() -> None:
    async with running(size=(80, 24)) as driver:
        seen = []
        for _ in range(len(GAMES)):
            tile = driver.app.screen.focused
            assert tile is not None
            seen.append(tile.id)
            region = tile.region
            assert region.y >= 0
            assert region.bottom <= 24, "the tile that is chosen can be seen"
            await driver.press("right")
        assert seen == list(GAMES)
