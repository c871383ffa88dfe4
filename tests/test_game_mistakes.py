"""Ten mistakes of a game's author, on every surface: each ends in one sentence that says what to change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

import gridlock
from game_files import EDGES, HEXES, loaded_games
from gridlock.rules import FIVE
from gridlock.rules.checks import check_kind
from gridlock.rules.registry import GAMES
from servers import ONE_REQUEST, WebServer
from terminal import gridlock as program
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)
from waiting import DEADLINE

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

NEIGHBOURS = "straight = north(board, word) | south(board, word) | east(board, word) | west(board, word)"
OCCUPIED = "board.full & ~(hexes(board, markers) | markers)"
SET_RULE = """
    closed = hexes(board, markers) | markers
    taken = {cell for cell in range(board.size) if closed >> cell & 1}
    return sum(1 << cell for cell in range(board.size) if cell not in taken)
"""


class Mistake(NamedTuple):
    """The files of a game with a mistake."""

    files: dict[str, str]
    sentence: str
    """What everyone is told; empty if it just works."""
    playable: tuple[str, ...] = ()
    """The games that can be played all the same."""


MISTAKES = {
    "missing trait": Mistake(
        {"hexes.py": HEXES.replace("    summary =", "    text =")},
        'The game Hexes lacks a trait: add summary = "..." (the rule in one sentence).',
    ),
    "wrong type": Mistake(
        {"hexes.py": HEXES.replace("size = (3, 4)", 'size = "3x4"')},
        "size of the game Hexes must be a pair of rows and columns, such as (5, 5), not '3x4'.",
    ),
    "helper": Mistake({"hexes.py": HEXES}, "", ("hexes",)),
    "set comprehension": Mistake(
        {"hexes.py": HEXES.replace(f"\n    return {OCCUPIED}\n", SET_RULE)},
        "use only & | ~ << >> on words, and the functions of gridlock.board except cells.",
        ("hexes",),
    ),
    "too many actions": Mistake(
        {"edges.py": EDGES.replace("(4, 4)", "(8, 8)")},
        "A game has at most 64 actions; edges on 8x8 has 128: use a smaller board.",
    ),
    "two files of one name": Mistake(
        {"one/hexes.py": HEXES, "two/hexes.py": HEXES.replace('id = "hexes"', 'id = "hexes2"')},
        "",
        ("hexes", "hexes2"),
    ),
    "standard library's name": Mistake({"random.py": HEXES}, "", ("hexes",)),
    "exit": Mistake(
        {"hexes.py": f"import sys\n{HEXES}\nsys.exit(3)\n"},
        "it ends the program (SystemExit: 3): remove the call of exit.",
    ),
    "lying transposable": Mistake(
        {
            "hexes.py": HEXES.replace(NEIGHBOURS, "return east(board, word) | west(board, word)").replace(
                "    size =", "    transposable = True\n    size ="
            )
        },
        "transposable is True, but Player 1 wins in 1 move on 1x2 and Player 2 wins in 2 moves on 2x1: "
        "remove transposable, or correct the rules.",
    ),
    "occupied cell": Mistake(
        {"hexes.py": HEXES.replace(OCCUPIED, "board.full & ~hexes(board, markers)")},
        "where a marker already is: end legal with '& ~(own | opp)'.",
    ),
}
KINDS = list(MISTAKES)


@contextmanager
def written(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Write the files of a mistake, and list them in the environment."""
    paths = []
    for file, source in MISTAKES[name].files.items():
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
        paths.append(path)
    with loaded_games(os.pathsep.join(map(str, paths)), monkeypatch):
        yield paths


def assert_told(err: str, sentence: str) -> None:
    """The sentence is there, each line is one for people, and there is no traceback."""
    assert sentence in err
    assert bool(err) == bool(sentence)
    assert all(line.startswith("gridlock: ") and line.endswith(".") for line in err.splitlines()), err


@pytest.mark.parametrize("name", KINDS)
def test_checking_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = MISTAKES[name]
    with written(name, tmp_path, monkeypatch) as paths:
        for path in paths:
            ran = program("games", "--from", str(path), typed=["1 1", "hint", "quit"])
            assert ran.status == (0 if mistake.playable else 2)
            assert_told(ran.err, mistake.sentence)
            assert len(set(ran.err.splitlines())) <= 1
            assert ("and the solver is right." in ran.out) == bool(mistake.playable)


@pytest.mark.parametrize("name", KINDS)
def test_solving(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = MISTAKES[name]
    with written(name, tmp_path, monkeypatch):
        for game in mistake.playable or ("hexes",):
            ran = program("solve", game, "--size", "1x3")
            assert_told(ran.err, mistake.sentence)
            assert ran.status == (0 if mistake.playable else 2)
            assert ("Player 1 wins in 1 move." in ran.out) == bool(mistake.playable), "by the middle cell"


@pytest.mark.parametrize("name", KINDS)
def test_hints_in_a_match(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of the game itself if it can be played, else of another, which isn't disturbed."""
    mistake = MISTAKES[name]
    with written(name, tmp_path, monkeypatch):
        game = next(iter(mistake.playable), FIVE[0])
        ran = program("play", game, "--size", "3x3", typed=["1 1", "hint", "quit"])
        assert ran.status == 0
        assert "Hint: " in ran.out
        assert ran.out.endswith("The game is left unfinished.\n")
        if mistake.playable:
            assert_told(ran.err, mistake.sentence)
        else:
            ran = program("play", "hexes", typed=["1 1", "hint", "quit"])
            assert ran.status == 2
            assert_told(ran.err, mistake.sentence)


@pytest.mark.parametrize("name", KINDS[:1] + KINDS[3:5] + KINDS[-2:])
async def test_the_app(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = MISTAKES[name]
    with written(name, tmp_path, monkeypatch):
        async with running(size=(120, 40)) as driver:
            game = next(iter(mistake.playable), FIVE[0])
            driver.app.screen.query_one(f"#{game}").focus()
            await driver.press("t", "enter")
            await driver.settle()
            await driver.press("h")
            await driver.settle()
            assert driver.play.message.startswith("Hint: ")
            await driver.make("1,1")
            assert len(driver.play.match.moves) == 1
            notes = [note.message for note in driver.app._notifications]
            assert len([note for note in notes if mistake.sentence in note]) == 1
            assert tuple(GAMES) == (*FIVE, *mistake.playable)


def test_the_web_server(tmp_path: Path) -> None:
    """All mistakes at once: it lists what can be played, analyses it, and logs the sentences."""
    paths = []
    for number, mistake in enumerate(MISTAKES.values()):
        for file, source in mistake.files.items():
            path = tmp_path / str(number) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source.replace('id = "hexes', f'id = "hexes{number}'), encoding="utf-8")
            paths.append(str(path))
    playable = [
        name.replace("hexes", f"hexes{number}")
        for number, mistake in enumerate(MISTAKES.values())
        for name in mistake.playable
    ]
    environment = {"GRIDLOCK_GAMES": os.pathsep.join(paths)}
    with (
        WebServer(tmp_path / "data", patient=True, environment=environment) as server,
        httpx.Client(base_url=server.url, timeout=DEADLINE, limits=ONE_REQUEST) as client,
    ):
        games = [game["id"] for game in client.get("/api/games").json()["games"]]
        assert games == [*FIVE, *sorted(playable)]
        for game in playable:
            answer = client.get("/api/analysis", params={"game": game, "size": "1x3", "position": "... 1"})
            assert answer.status_code == 200, answer.text
            assert answer.json()["winner"] == 1
        log = server.log.read_text()
    assert "Traceback" not in log
    for mistake in MISTAKES.values():
        assert mistake.sentence in log


# Files beside files ---------------------------------------------------------------------------------


def test_helpers_and_constants_of_neighbouring_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games, each with its own neighbour of the same name; a step of 2 leaves the middle of 1x3 alone."""
    source = HEXES.replace("def slanted", "from near import STEP, beside\n\n\ndef slanted").replace(
        "hexes(board, markers) | markers", "beside(board, markers) | markers"
    )
    source = source.replace("hexes(self.board, 1 << one)", "beside(self.board, 1 << one)")
    near = "STEP = {}\n\n\ndef beside(board, word):\n    return (word << STEP | word >> STEP) & board.full\n"
    for name, step in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "near.py").write_text(near.format(step))
        game = source.replace('id = "hexes"', f'id = "hexes-{name}"').replace(
            "size = (3, 4)", "size = (1, 5)"
        )
        (tmp_path / name / "game.py").write_text(game)
    paths = os.pathsep.join(str(tmp_path / name / "game.py") for name in ("one", "two"))
    with loaded_games(paths, monkeypatch):
        values = [gridlock.solve(gridlock.make(f"hexes-{name}", 1, 3).start()) for name in ("one", "two")]
    assert values == [(1, 1), (2, 2)]


def test_a_folder_is_a_game_with_all_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "hexes"
    folder.mkdir()
    (folder / "shapes.py").write_text("from gridlock.board import east, north, south, west\n")
    source = HEXES.replace(
        "from gridlock.board import cells, east, north, south, west", "from .shapes import *"
    )
    (folder / "__init__.py").write_text(source)
    (folder / "guide.md").write_text("# Hexes for everybody\n")
    (folder / "theory.py").write_text("raise SystemExit(3)\n")
    lessons = (Path(gridlock.__file__).parent / "games" / FIVE[0] / "lessons.txt").read_text()
    (folder / "lessons.txt").write_text(lessons)
    with loaded_games(str(folder), monkeypatch):
        assert program("rules", "hexes").out.startswith("Hexes for everybody\n")
        assert (
            program("solve", "hexes").err == "gridlock: theory.py of hexes cannot be loaded: SystemExit: 3.\n"
        )
        from gridlock.rules.resources import resource

        assert resource(GAMES["hexes"], "lessons.txt") == lessons
    (folder / "__init__.py").unlink()
    with loaded_games(str(folder), monkeypatch):
        err = program("games").err
    assert err == (
        f"gridlock: {folder} cannot be loaded: it is a folder without an __init__.py: "
        "name the file of the game instead.\n"
    )


def test_a_file_is_checked_once_for_each_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_CACHE", str(tmp_path / "cache"))
    checked: list[str] = []

    def counting(kind: type[gridlock.Game]) -> None:
        checked.append(kind.id)
        check_kind(kind)

    monkeypatch.setattr("gridlock.rules.game_files.check_kind", counting)
    file = tmp_path / "hexes.py"
    broken = MISTAKES["occupied cell"].files["hexes.py"]
    for source, checks in ((HEXES, 1), (HEXES, 1), (broken, 2), (broken, 2), (HEXES, 3)):
        file.write_text(source)
        with loaded_games(str(file), monkeypatch):
            ran = program("games")
        assert ("already is" in ran.err) == (source == broken), "the verdict is the same without a check"
        assert len(checked) == checks
