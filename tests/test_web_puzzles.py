"""Puzzles over HTTP and in the browser."""

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
    """Return the server's JSON; for a refusal, the problem."""
    data = None if body is None else json.dumps(body).encode()
    question = urllib.request.Request(site.url + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(question, timeout=DEADLINE) as answer:
            told: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        told = json.load(error)
    return told


def wrong_move(position: Position) -> Move:
    """Return a legal move that gives the win away."""
    return next(move for move in position.legal_moves() if not check(position, move).right)


# Over HTTP ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "difficulty"), SERIES)
def test_a_puzzle_plays_the_same_over_http(site: WebServer, kind: str, difficulty: str) -> None:
    given = puzzle(kind, difficulty, 1)
    told = ask(site, f"/api/puzzles/{given.id}")
    assert (told["difficulty"], told["number"], told["count"]) == (difficulty, 1, count(kind, difficulty))
    assert told["scene"]["position"] == given.position.text
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
def test_a_wrong_move_comes_with_its_refutation(site: WebServer, kind: str, difficulty: str) -> None:
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
    end = verdict["scenes"][-1]["outcome"]  # none if the game is decided although moves are left
    assert end is None or end["winner"] != given.position.turn
    assert verdict["why"]["reasons"]


def test_hints_come_in_steps(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    for number in (1, 2):
        told = ask(site, f"/api/puzzles/{given.id}/hint", {"number": number})
        text, move = hint(given.position, number)
        assert (told["text"], told["move"]) == (text, None if move is None else str(move))
        assert told["tells"] == (move is not None)


def test_the_solution_is_shown_to_its_end(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    told = ask(site, f"/api/puzzles/{given.id}/solution")
    assert told["moves"] == [str(move) for move in solution(given.position)]
    assert len(told["scenes"]) == 1 + len(told["moves"])


def test_all_series_are_listed(site: WebServer) -> None:
    told = ask(site, "/api/puzzles")
    assert told["difficulties"] == list(DIFFICULTIES)
    listed = {
        (series["kind"], name)
        for series in told["series"]
        for name, there in series["counts"].items()
        if there
    }
    assert listed == set(SERIES)


def test_a_puzzles_key_depends_on_its_position(site: WebServer) -> None:
    told = ask(site, "/api/puzzles")
    keys = {
        f"{series['kind']}-{difficulty}-{number}": key
        for series in told["series"]
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
        told = ask(site, f"/api/puzzles/daily?day={day}")
        assert (told["day"], told["scene"]["position"]) == (day.isoformat(), daily(day).position.text)
        assert ask(site, f"/api/puzzles/daily-{day}")["id"] == told["id"]


@pytest.mark.parametrize(
    "path", ["daily?day={day}", "daily-{day}", "daily-{day}/solution", "daily/solution?day={day}"]
)
def test_future_puzzles_are_not_revealed(site: WebServer, path: str) -> None:
    later = datetime.now(UTC).date() + timedelta(3)
    told = ask(site, f"/api/puzzles/{path.format(day=later)}")
    assert (told["status"], told["detail"]) == (404, "This day's puzzle isn't out yet.")


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
def test_unknown_puzzles_are_not_found(site: WebServer, path: str, body: object, status: int) -> None:
    told = ask(site, path, body)
    assert told["status"] == status
    assert told["detail"]


def test_no_hint_or_solution_after_the_win_is_gone(site: WebServer) -> None:
    given = puzzle(*SERIES[0], 1)
    move = wrong_move(given.position)
    reply = check(given.position, move).line[0]
    told = ask(site, f"/api/puzzles/{given.id}/hint", {"moves": [str(move), str(reply)]})
    assert (told["status"], told["detail"]) == (422, "After these moves the win is gone.")


# In the browser -----------------------------------------------------------------------------------


def noon(page: Page) -> date:
    """Let it be noon for a visitor, so that no midnight comes in between; the day that it is for them."""
    today = datetime.now().date()
    page.clock.set_fixed_time(datetime.combine(today, time(12)))
    return today


def point(page: Page, position: Position, move: Move) -> None:
    """Make a move by clicks."""
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
            expect(page.locator(".said.over")).to_contain_text("Solved")
            return
        expect(page.locator(".said.right")).to_contain_text(f"Your opponent plays {verdict.reply}.")
        position = position.play(move).play(verdict.reply)


def test_the_puzzle_of_the_day_is_solved_and_shared(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    given = daily(today)
    wrong = wrong_move(given.position)
    point(page, given.position, wrong)
    expect(page.locator(".said.wrong")).to_contain_text(check(given.position, wrong).text)
    expect(page.locator(".said.wrong")).to_contain_text("Why:")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said.hint")).to_contain_text(hint(given.position, 1)[0])
    solve(page, given)
    expect(page.locator(".said.over")).to_contain_text(difficulty_text(given))
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
    """No move of the puzzle stands in the text."""
    words = re.split(r"[\s,]+", shared.replace(given.position.game.name, ""))
    assert not {str(move) for move in given.position.legal_moves()} & set(words)
    assert given.position.text.split()[0] not in shared


def test_days_in_a_row_are_counted_up_to_today(visitor: Visitor) -> None:
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    before = [(today - timedelta(days)).isoformat() for days in (1, 2, 4)]
    kept = [{"key": f"daily-{day}", "result": "first", "tries": 1, "day": day} for day in before]
    page.evaluate("(kept) => localStorage.setItem('gridlock.puzzles.1', JSON.stringify(kept))", kept)
    visitor.go("/daily")
    solve(page, daily(today))
    expect(page.locator(".result")).to_contain_text("3 days in a row")
    expect(page.locator(".result")).to_contain_text("Solved at the first try")
    expect(page.locator(".week .day.solved")).to_have_count(4)


def test_an_earlier_day_can_be_solved_but_is_no_day_in_the_row(visitor: Visitor) -> None:
    page = visitor.page
    yesterday = noon(page) - timedelta(1)
    visitor.go("/daily")
    page.get_by_role("link", name="The day before").click()
    page.wait_for_url(f"**/daily?day={yesterday}")
    expect(page.locator(".eyebrow").first).to_contain_text(str(yesterday.day))
    solve(page, daily(yesterday))
    expect(page.locator(".result")).not_to_contain_text("in a row")


def test_a_solution_is_shown_step_by_step(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    page.get_by_role("button", name="Show the solution").click()
    line = solution(given.position)
    said = page.locator(".said.over")
    expect(said).to_contain_text(f"The solution: {' '.join(map(str, line))}")
    expect(said).to_contain_text("Remember:")
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".where")).to_contain_text(f"/ {len(line) + 1}")
    visitor.go("/puzzles")
    expect(page.locator(".series").first).to_contain_text(f"0 of {count(*SERIES[0])}")


def test_a_series_is_gone_through(visitor: Visitor) -> None:
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


def test_a_puzzle_is_solved_by_keyboard(visitor: Visitor) -> None:
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
    expect(page.locator(".said.over")).to_contain_text("Solved")


def test_a_click_on_the_board_tries_again(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    point(page, given.position, wrong_move(given.position))
    expect(page.locator(".said.wrong")).to_be_visible()
    page.locator(".grid-cell").first.click()
    expect(page.locator(".solve-board .board.live")).to_be_visible()
    expect(page.locator(".said.wrong")).to_have_count(0)
    solve(page, given)


def test_without_a_connection_a_move_can_be_made_again(visitor: Visitor) -> None:
    page = visitor.page
    given = puzzle(*SERIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    with visitor.cut_off():
        point(page, given.position, solution(given.position)[0])
        expect(page.locator(".said.problem")).to_contain_text("Are you online?")
    solve(page, given)


def test_a_puzzle_that_is_not_there_says_so(visitor: Visitor) -> None:
    visitor.go("/puzzles/spread-easy-99999")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    visitor.forgive("status of 404")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_puzzles_keep_nobody_out(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.page
    today = noon(page)
    visitor.go("/daily")
    assert serious(page) == []
    given = daily(today)
    point(page, given.position, wrong_move(given.position))
    expect(page.locator(".said.wrong")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Try again").click()
    solve(page, given)
    expect(page.locator(".result")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("kind", list(kinds()))
def test_puzzles_fit_into_a_narrow_window(visit: Visit, kind: str) -> None:
    visitor = visit(size=NARROW)
    given = puzzle(kind, DIFFICULTIES[0], 1)
    visitor.go(f"/puzzles/{given.id}")
    assert overflow(visitor.page) <= 0
    point(visitor.page, given.position, wrong_move(given.position))
    expect(visitor.page.locator(".said.wrong")).to_be_visible()
    assert overflow(visitor.page) <= 0
