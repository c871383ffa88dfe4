"""Puzzles over HTTP and in a real browser."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import NARROW, Visitor, overflow, serious
from gridlock.puzzles import DIFFICULTIES, Puzzle, check, count, daily, kinds, puzzle, solution
from gridlock.puzzles.catalogue import key_of
from gridlock.puzzles.play import hint
from gridlock.rules import Move, Position
from gridlock.text.puzzles import difficulty_text
from servers import WebServer
from waiting import DEADLINE

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]
SERIES = [(kind, difficulty) for kind in kinds() for difficulty in DIFFICULTIES if count(kind, difficulty)]
EASY = "spread-easy-1"


def ask(site: WebServer, path: str, body: object = None) -> dict[str, Any]:
    """Send a request and return the answer, or the problem."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(site.url + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=DEADLINE) as response:
            payload: dict[str, Any] = json.load(response)
    except urllib.error.HTTPError as error:
        payload = json.load(error)
    return payload


def wrong_move(position: Position) -> Move:
    """Return a legal move that gives the win away."""
    return next(move for move in position.legal_moves() if not check(position, move).right)


# Over HTTP ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_api_matches_the_library(site: WebServer, kind: str, difficulty: str) -> None:
    given = puzzle(kind, difficulty, 1)
    data = ask(site, f"/api/puzzles/{given.id}")
    assert (data["difficulty"], data["number"], data["count"]) == (difficulty, 1, count(kind, difficulty))
    assert data["scene"]["position"] == given.position.text
    position, moves = given.position, list[str]()
    for number, move in enumerate(solution(given.position)):
        if number % 2:
            continue
        verdict = ask(site, f"/api/puzzles/{given.id}/check", {"moves": moves, "move": str(move)})
        here = check(position, move)
        assert (verdict["right"], verdict["text"], verdict["solved"]) == (True, here.text, here.solved)
        if here.reply is None:
            assert verdict["end"]["who"] == difficulty_text(given)
            assert verdict["end"]["why"]["reasons"]
            return
        position = position.play(move).play(here.reply)
        assert verdict["scenes"][-1]["position"] == position.text
        moves += [str(move), str(here.reply)]
    pytest.fail("the solution did not solve it")


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_wrong_moves_are_refuted(site: WebServer, kind: str, difficulty: str) -> None:
    given = puzzle(kind, difficulty, 1)
    move = wrong_move(given.position)
    here = check(given.position, move)
    verdict = ask(site, f"/api/puzzles/{given.id}/check", {"move": str(move)})
    assert (verdict["right"], verdict["solved"], verdict["reply"], verdict["end"]) == (
        False,
        False,
        None,
        None,
    )
    assert verdict["line"] == [str(each) for each in here.line]
    assert len(verdict["scenes"]) == 1 + len(here.line)
    end = verdict["scenes"][-1]["outcome"]  # None if the game is decided but moves are left
    assert end is None or end["winner"] != given.position.turn
    assert verdict["why"]["reasons"]


def test_hints_get_more_specific(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    for number in (1, 2):
        data = ask(site, f"/api/puzzles/{given.id}/hint", {"number": number})
        text, move = hint(given.position, number)
        assert (data["text"], data["move"]) == (text, None if move is None else str(move))
        assert data["tells"] == (move is not None)


def test_solution_is_complete(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    data = ask(site, f"/api/puzzles/{given.id}/solution")
    assert data["moves"] == [str(move) for move in solution(given.position)]
    assert len(data["scenes"]) == 1 + len(data["moves"])


def test_all_series_are_listed(site: WebServer) -> None:
    data = ask(site, "/api/puzzles")
    assert data["difficulties"] == list(DIFFICULTIES)
    listed = {
        (series["kind"], name)
        for series in data["series"]
        for name, there in series["counts"].items()
        if there
    }
    assert listed == set(SERIES)


def test_puzzle_keys_depend_on_the_position_not_the_number(site: WebServer) -> None:
    data = ask(site, "/api/puzzles")
    keys = {
        f"{series['kind']}-{difficulty}-{number}": key
        for series in data["series"]
        for difficulty, some in series["keys"].items()
        for number, key in enumerate(some, start=1)
    }
    assert len(keys) == sum(count(*each) for each in SERIES)
    assert len(set(keys.values())) == len(keys)
    given = puzzle(*SERIES[0], 2)
    assert ask(site, f"/api/puzzles/{given.id}")["key"] == keys[given.id]
    position = key_of(given.id).encode()
    assert keys[given.id] == sha256(position).hexdigest()[:12]


def test_every_day_up_to_tomorrow_has_a_puzzle(site: WebServer) -> None:
    today = datetime.now(UTC).date()
    for day in (today, today - timedelta(400), today + timedelta(1)):
        data = ask(site, f"/api/puzzles/daily?day={day}")
        assert (data["day"], data["scene"]["position"]) == (day.isoformat(), daily(day).position.text)
        assert ask(site, f"/api/puzzles/daily-{day}")["id"] == data["id"]


@pytest.mark.parametrize(
    "path", ["daily?day={day}", "daily-{day}", "daily-{day}/solution", "daily/solution?day={day}"]
)
def test_future_puzzles_are_hidden(site: WebServer, path: str) -> None:
    later = datetime.now(UTC).date() + timedelta(3)
    data = ask(site, f"/api/puzzles/{path.format(day=later)}")
    assert (data["status"], data["detail"]) == (404, "This day's puzzle isn't out yet.")


REFUSED: list[tuple[str, object, int]] = [
    ("/api/puzzles/nonsense", None, 404),
    ("/api/puzzles/spread-easy-0", None, 404),
    ("/api/puzzles/spread-easy-99999", None, 404),
    ("/api/puzzles/daily-2026-13-01", None, 404),
    ("/api/puzzles/daily?day=yesterday", None, 422),
    (f"/api/puzzles/{EASY}/check", {"move": "nonsense"}, 422),
    (f"/api/puzzles/{EASY}/check", {"moves": ["1,1"], "move": "1,1"}, 422),
    (f"/api/puzzles/{EASY}/check", {"moves": ["1,3"], "move": "3,5"}, 422),
    (f"/api/puzzles/{EASY}/check", {}, 422),
    (f"/api/puzzles/{EASY}/hint", {"number": 0}, 422),
    (f"/api/puzzles/{EASY}/hint", {"number": 99}, 422),
    (f"/api/puzzles/{EASY}/solution?moves=9,9", None, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), REFUSED)
def test_unknown_puzzles_are_rejected(site: WebServer, path: str, body: object, status: int) -> None:
    data = ask(site, path, body)
    assert data["status"] == status
    assert data["detail"]


def test_no_hints_in_lost_positions(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    move = wrong_move(given.position)
    reply = check(given.position, move).line[0]
    data = ask(site, f"/api/puzzles/{given.id}/hint", {"moves": [str(move), str(reply)]})
    assert (data["status"], data["detail"]) == (422, "After these moves the win is gone.")


# In the browser -----------------------------------------------------------------------------------


def noon(page: Page) -> date:
    """Set a visitor's clock to noon, so that the day can't change, and return the day."""
    today = datetime.now().date()
    page.clock.set_fixed_time(datetime.combine(today, time(12)))
    return today


def point(page: Page, position: Position, move: Move) -> None:
    """Play a move by clicks."""
    for cell in position.game.parts(position, move):
        page.locator(f'.solve-board .grid-cell[data-cell="{cell}"]').click()


def solve(page: Page, given: Puzzle) -> None:
    """Solve a puzzle by clicks."""
    position = given.position
    while True:
        move = solution(position)[0]
        page.locator(".solve-board .board.live").wait_for()
        point(page, position, move)
        verdict = check(position, move)
        if verdict.reply is None:
            expect(page.locator(".message.over")).to_contain_text("Solved")
            return
        expect(page.locator(".message.right")).to_contain_text(f"Your opponent plays {verdict.reply}.")
        position = position.play(move).play(verdict.reply)


def test_solving_and_sharing_the_daily_puzzle(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    given = daily(today)
    wrong = wrong_move(given.position)
    point(page, given.position, wrong)
    expect(page.locator(".message.wrong")).to_contain_text(check(given.position, wrong).text)
    expect(page.locator(".message.wrong")).to_contain_text("Why:")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".message.hint")).to_contain_text(hint(given.position, 1)[0])
    solve(page, given)
    expect(page.locator(".message.over")).to_contain_text(difficulty_text(given))
    expect(page.locator(".result")).to_contain_text("Solved with 1 wrong try and 1 hint")
    expect(page.locator(".result")).to_contain_text("Day 1")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".result")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.splitlines()[2] == "🟧💡🟦 Solved with 1 wrong try and 1 hint"
    assert_gives_nothing_away(shared, given)
    visitor.go("/")
    expect(page.locator(".daily")).to_contain_text("Day 1")
    expect(page.locator(".daily")).to_contain_text("Solved.")


def assert_gives_nothing_away(shared: str, given: Puzzle) -> None:
    """Check that the text contains no move of the puzzle."""
    words = re.split(r"[\s,]+", shared.replace(given.position.game.name, ""))
    assert not {str(move) for move in given.position.legal_moves()} & set(words)
    assert given.position.text.split()[0] not in shared


def test_streak_counts_up_to_today(visitor: Visitor) -> None:
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    before = [(today - timedelta(days)).isoformat() for days in (1, 2, 4)]
    attempts = [{"key": f"daily-{day}", "result": "first", "tries": 1, "day": day} for day in before]
    page.evaluate("(items) => localStorage.setItem('gridlock.puzzles.1', JSON.stringify(items))", attempts)
    visitor.go("/daily")
    solve(page, daily(today))
    expect(page.locator(".result")).to_contain_text("3 days in a row")
    expect(page.locator(".result")).to_contain_text("Solved at the first try")
    expect(page.locator(".week .day.solved")).to_have_count(4)


def test_earlier_puzzles_do_not_extend_the_streak(visitor: Visitor) -> None:
    page = visitor.page
    yesterday = noon(page) - timedelta(1)
    visitor.go("/daily")
    page.get_by_role("link", name="The day before").click()
    page.wait_for_url(f"**/daily?day={yesterday}")
    expect(page.locator(".eyebrow").first).to_contain_text(str(yesterday.day))
    solve(page, daily(yesterday))
    expect(page.locator(".result")).not_to_contain_text("in a row")


def test_stepping_through_the_solution(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    page.get_by_role("button", name="Show the solution").click()
    line = solution(given.position)
    message = page.locator(".message.over")
    expect(message).to_contain_text(f"The solution: {' '.join(map(str, line))}")
    expect(message).to_contain_text("Remember:")
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".where")).to_contain_text(f"/ {len(line) + 1}")
    visitor.go("/puzzles")
    expect(page.locator(".series").first).to_contain_text(f"0 of {count(*SERIES[0])}")


def test_solving_a_series(visitor: Visitor) -> None:
    page = visitor.page
    kind, difficulty = SERIES[0]
    visitor.go("/puzzles")
    page.get_by_role("link", name=f"Start with {difficulty} puzzle 1").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(difficulty)
    solve(page, puzzle(kind, difficulty, 1))
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"**/puzzles/{kind}-{difficulty}-2")
    page.get_by_role("link", name="All puzzles").click()
    first = page.locator(".series").first
    expect(first).to_contain_text(f"1 of {count(kind, difficulty)}")
    first.locator("summary").first.click()
    expect(first.get_by_role("link", name="Puzzle 1, solved")).to_be_visible()
    expect(first.locator("a.number")).to_have_count(count(kind, difficulty))


def test_solving_a_puzzle_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    game = given.position.game
    visitor.go(f"/puzzles/{given.id}")
    page.locator('.grid-cell[tabindex="0"]').focus()
    position = given.position
    while True:
        move = solution(position)[0]
        page.locator(".solve-board .board.live").wait_for()
        (cell,) = game.parts(position, move)
        page.keyboard.type(f"{cell // game.cols + game.origin},{cell % game.cols + game.origin}")
        page.keyboard.press("Enter")
        verdict = check(position, move)
        if verdict.reply is None:
            break
        expect(page.locator("#live")).to_contain_text(verdict.text)
        position = position.play(move).play(verdict.reply)
    expect(page.locator(".message.over")).to_contain_text("Solved")


def test_clicking_the_board_retries(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    point(page, given.position, wrong_move(given.position))
    expect(page.locator(".message.wrong")).to_be_visible()
    page.locator(".grid-cell").first.click()
    expect(page.locator(".solve-board .board.live")).to_be_visible()
    expect(page.locator(".message.wrong")).to_have_count(0)
    solve(page, given)


def test_moves_can_be_repeated_after_a_lost_connection(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    with visitor.cut_off():
        point(page, given.position, solution(given.position)[0])
        expect(page.locator(".message.problem")).to_contain_text("Are you online?")
    solve(page, given)


def test_unknown_puzzle_shows_not_found(visitor: Visitor) -> None:
    visitor.go("/puzzles/spread-easy-99999")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    visitor.forgive("status of 404")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_puzzles_are_accessible(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    assert serious(page) == []
    given = daily(today)
    point(page, given.position, wrong_move(given.position))
    expect(page.locator(".message.wrong")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Try again").click()
    solve(page, given)
    expect(page.locator(".result")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("kind", list(kinds()))
def test_puzzles_fit_a_narrow_window(visit: Visit, kind: str) -> None:
    visitor = visit(size=NARROW)
    given = puzzle(kind, DIFFICULTIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    assert overflow(visitor.page) <= 0
    point(visitor.page, given.position, wrong_move(given.position))
    expect(visitor.page.locator(".message.wrong")).to_be_visible()
    assert overflow(visitor.page) <= 0
