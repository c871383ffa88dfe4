"""The first minute: the app doesn't wait for the compiler, or says that it does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import gridlock
from gridlock import Value
from gridlock.clock import TimeControl
from gridlock.rules import FIVE
from gridlock.search.jit import code_folder
from gridlock.tui import tile
from gridlock.tui.compiler import compile_order
from gridlock.tui.home import HomeScreen
from gridlock.tui.plan import Plan
from gridlock.tui.preparation import Preparation
from programs import gone
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)
from waiting import eventually

pytestmark = pytest.mark.slow

# Nothing on the way needs compiled code ---------------------------------------------------------

FIRST_GAME = """
import asyncio, sys

for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None  # importing one of them fails

from terminal_app import running

async def play() -> None:
    async with running() as driver:
        for _ in range(int(sys.argv[1])):
            await driver.press("right")
        await driver.press("enter")
        await driver.settle()
        match = driver.play.match
        assert match.position.turn == match.players.index("You") + 1, "a bot that begins has moved"
        before = len(match.moves)
        await driver.make(str(match.position.legal_moves()[0]))
        assert len(match.moves) >= before + 2 or match.outcome is not None, "the bot has answered"
        print(match.game.id, match.players[0])

asyncio.run(play())
"""


@pytest.mark.parametrize("number", range(len(FIVE)), ids=FIVE)
def test_first_game_needs_no_compiled_code(number: int, tmp_path: Path) -> None:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
        "GRIDLOCK_DATA": str(tmp_path / "data"),
        "GRIDLOCK_CACHE": str(tmp_path / "cache"),
    }
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_GAME, str(number)], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split()[0] == FIVE[number]
    assert not (tmp_path / "cache").exists()


# Getting the solver ready -----------------------------------------------------------------------

COMPILER = """
import os, sys
open({asked!r}, "a").write(f"{{os.getpid()}}\\n")
print("begin", sys.argv[1], flush=True)
for line in sys.stdin:
    open({asked!r}, "a").write(line)
    if os.path.exists({let!r}):
        print("done", line.strip(), flush=True)
"""


class Compiler:
    """A fake compiler that finishes a game only on request, once it's allowed to."""

    def __init__(self, folder: Path) -> None:
        self.asked, self.let = folder / "asked", folder / "let"
        self.file = folder / "compiler.py"
        self.file.write_text(textwrap.dedent(COMPILER).format(asked=str(self.asked), let=str(self.let)))

    def preparation(self) -> Preparation:
        return Preparation((sys.executable, str(self.file)))

    @property
    def pid(self) -> int:
        return int(self.asked.read_text().split()[0])


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    monkeypatch.setattr("gridlock.tui.preparation.monotonic", lambda: 0.0)  # no time goes by
    return Compiler(tmp_path)


async def begun(preparation: Preparation) -> None:
    """Wait for the compiler's first output."""
    await eventually(lambda: preparation._current)


async def test_hints_and_analysis_wait_for_the_solver(compiler: Compiler) -> None:
    game = gridlock.make("trail", 2, 2)
    async with running(Plan(game)) as driver:
        preparation = driver.app.preparation = compiler.preparation()
        assert preparation.is_ready(game), "a compiler that does not run is not waited for"
        preparation.start(["spread"])
        await begun(preparation)
        assert not preparation.is_ready(game)
        await driver.press("h")
        assert driver.says("Getting the solver ready (only once): about 20 s ..."), "another game comes first"
        await driver.press("a")
        assert driver.says("Analysis: Getting the solver ready (only once): about 20 s ...")
        await driver.press("1", "1")
        assert len(driver.play.match.moves) == 1, "the game goes on meanwhile"
        compiler.let.touch()
        preparation.prioritize(game)
        await preparation.ready(game)
        await driver.press("h")
        await driver.settle()
        assert driver.says("Hint:")
        assert driver.says("Analysis: Player 2 wins in 3 moves")
        assert "trail" in compiler.asked.read_text().split()


@pytest.mark.parametrize("control", [None, TimeControl(60)], ids=["no clock", "clock"])
async def test_searching_bot_waits_for_the_solver(control: TimeControl | None, compiler: Compiler) -> None:
    game = gridlock.make("trail", 2, 2)
    async with running() as driver:
        preparation = driver.app.preparation = compiler.preparation()
        preparation.start(["trail"])
        await begun(preparation)
        driver.app.start(Plan(game, ("perfect", "human"), control))
        await eventually(lambda: driver.says("Getting the solver ready (only once): about 10 s ..."))
        assert not driver.play.match.moves
        compiler.let.touch()
        preparation.prioritize(game)
        await driver.settle()
        assert len(driver.play.match.moves) == 1
        assert not driver.says("Getting the solver ready")
        assert driver.play.human_to_move


async def test_value_of_an_unknown_board_is_solved_later(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tile, "known", lambda game: None if game.id == "crossfire" else Value(2, 14))
    async with running() as driver:
        home, preparation = driver.screen(HomeScreen), compiler.preparation()
        assert home.tiles["crossfire"].border_subtitle in (None, "")
        driver.app.preparation = preparation
        preparation.start(["spread"])
        await begun(preparation)
        home.find_values()
        await driver.pilot.pause()
        assert home.tiles["crossfire"].value is None
        compiler.let.touch()
        preparation.prioritize(home.tiles["crossfire"].game)
        await driver.settle()
        assert home.tiles["crossfire"].value == (1, 5)


async def test_compiler_ends_with_the_app(compiler: Compiler) -> None:
    async with running() as driver:
        driver.app.preparation = compiler.preparation()
        driver.app.preparation.start(["spread"])
        await begun(driver.app.preparation)
        pid = compiler.pid
    assert gone(pid)


def test_compiler_ends_when_the_app_is_killed(tmp_path: Path) -> None:
    code = """
import sys, time
from gridlock.tui.preparation import Preparation
preparation = Preparation()
preparation.start(["spread", "trail"])
while not preparation._current:
    time.sleep(0.01)
print(preparation._process.pid, flush=True)
time.sleep(600)
"""
    environment = os.environ | {"GRIDLOCK_CACHE": str(tmp_path)}
    app = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
    assert app.stdout is not None
    pid = int(app.stdout.readline())
    app.send_signal(signal.SIGKILL)
    app.wait()
    app.stdout.close()
    assert gone(pid)


async def test_waiting_time_is_estimated_from_previous_games(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("gridlock.tui.preparation.monotonic", lambda: now)
    spread, trail = gridlock.make("spread"), gridlock.make("trail")
    preparation = compiler.preparation()
    preparation.start(["spread"])
    await begun(preparation)
    assert preparation.wait_text(spread) == "Getting the solver ready (only once): about 10 s ..."
    now = 4.0
    assert preparation.wait_text(spread) == "Getting the solver ready (only once): about 6 s ..."
    assert preparation.wait_text(trail) == "Getting the solver ready (only once): about 16 s ..."
    now = 30.0
    assert preparation.wait_text(spread) == "Getting the solver ready (only once): a moment ..."
    compiler.let.touch()
    preparation.prioritize(spread)
    await preparation.ready(spread)
    assert preparation.wait_text(trail) == "Getting the solver ready (only once): about 30 s ..."
    preparation.stop()


async def test_failing_compiler_does_not_block(tmp_path: Path) -> None:
    game = gridlock.make("spread")
    for program in ((sys.executable, "-c", "import sys; sys.exit(1)"), (str(tmp_path / "none"),)):
        preparation = Preparation(program)
        preparation.start(["spread"])
        await preparation.ready(game)
        assert not preparation.running


def test_requested_games_are_compiled_first() -> None:
    requests: list[str] = []
    order = compile_order(["a", "b", "c", "d"], lambda: requests)
    assert next(order) == "a"
    requests += ["d", "c", "a", "nonsense"]
    assert list(order) == ["c", "d", "b"]


def test_compiled_code_is_cached_when_reported_done() -> None:
    program = [sys.executable, "-m", "gridlock.tui.compiler", "trail"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as compiler:
        assert compiler.stdout is not None
        assert compiler.stdout.readlines() == ["begin trail\n", "done trail\n"]
    folder = code_folder()
    assert folder is not None
    for function in ("search", "decide_by_theorem", "grow"):
        assert list(folder.glob(f"{function}-*.nbc"))
