"""Learning a game in the browser, and the lessons as programs ask for them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient
from playwright.sync_api import Page, expect

from browser import NARROW, Visitor, overflow, serious
from gridlock.board import cells
from gridlock.learning import Goal, Practice, lessons_of
from gridlock.rules import GAMES, Game, Move, make
from gridlock.rules.guide import guide
from gridlock.web import Settings, create_app

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]
APP = create_app(Settings())
LEARNED = [kind for kind in GAMES.values() if lessons_of(kind)]
LESSONS = [(kind, number) for kind in LEARNED for number in range(1, len(lessons_of(kind)) + 1)]


def name(value: object) -> str | None:
    """What a test is called by."""
    return value.id if isinstance(value, type) and issubclass(value, Game) else None


# As programs ask ----------------------------------------------------------------------------------


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    """A server whose matches and solvers are not needed here."""
    async with AsyncClient(transport=ASGITransport(APP), base_url="http://127.0.0.1") as asking:
        yield asking


@pytest.mark.parametrize("kind", LEARNED, ids=name)
async def test_the_lessons_are_those_of_the_games_room(client: AsyncClient, kind: type[Game]) -> None:
    told = (await client.get(f"/api/lessons/{kind.id}")).json()
    assert told["name"] == kind.name
    for shown, lesson in zip(told["lessons"], lessons_of(kind), strict=True):
        assert (shown["title"], shown["text"]) == (lesson.title, lesson.text)
        assert shown["scenes"][0]["position"] == lesson.at.text
        assert len(shown["scenes"]) == 1 + len(lesson.before)
        assert shown["scenes"][-1]["moves"]


@pytest.mark.parametrize(("kind", "number"), LESSONS, ids=name)
async def test_a_lesson_goes_over_the_wire_as_it_goes_here(
    client: AsyncClient, kind: type[Game], number: int
) -> None:
    practice = Practice(lessons_of(kind)[number - 1])
    path, moves = f"/api/lessons/{kind.id}/{number}", list[str]()
    while not practice.done:
        if practice.lesson.goal == Goal.FORBIDDEN:
            parts, reason = forbidden(practice)
            tried = (await client.post(f"{path}/try", json={"parts": parts})).json()
            assert tried["text"] == practice.refuse(reason)
        else:
            move = wanted(practice)
            for wrong in others(practice, move):
                refused = (await client.post(f"{path}/try", json={"moves": moves, "move": str(wrong)})).json()
                assert (refused["right"], refused["done"], refused["scenes"]) == (False, False, [])
                assert refused["text"] == practice.play(wrong)
            before = len(practice.moves)
            tried = (await client.post(f"{path}/try", json={"moves": moves, "move": str(move)})).json()
            assert tried["text"] == practice.play(move)
            assert [scene["position"] for scene in tried["scenes"]] == [
                position.text for position in practice.positions[before + 1 :]
            ]
            moves.append(str(move))
        assert tried["right"]
        assert tried["done"] == practice.done


def wanted(practice: Practice) -> Move:
    """A move that does what the lesson asks for."""
    return practice.wanted() or practice.position.legal_moves()[0]


def others(practice: Practice, move: Move) -> list[Move]:
    """A move that does not, if there is one."""
    if practice.lesson.goal == Goal.ANY:
        return []
    wrong = [other for other in practice.position.legal_moves() if other != move]
    return wrong[-1:] if practice.lesson.goal == Goal.FOLLOW else []


def forbidden(practice: Practice) -> tuple[list[int], str]:
    """A cell that no move begins with, and what the rules say against it."""
    position = practice.position
    own = cells(position.game.stands_at(position))  # whoever points there only picks it up
    begun = {*own, *(position.game.parts(position, move)[0] for move in position.legal_moves())}
    cell = next(cell for cell in range(position.game.board.size) if cell not in begun)
    return [cell], position.game.why_not(position, (cell,))


REFUSED: list[tuple[str, dict[str, Any], int]] = [
    ("/api/lessons/nonsense/1/try", {"move": "1,1"}, 404),
    ("/api/lessons/spread/99/try", {"move": "1,1"}, 404),
    ("/api/lessons/spread/0/try", {"move": "1,1"}, 422),
    ("/api/lessons/spread/1/try", {}, 422),
    ("/api/lessons/spread/1/try", {"move": "1,1", "parts": [0]}, 422),
    ("/api/lessons/spread/1/try", {"move": "9,9"}, 422),
    ("/api/lessons/spread/1/try", {"moves": ["3,3"], "move": "1,1"}, 409),
    ("/api/lessons/spread/1/try", {"parts": [63]}, 422),
    ("/api/lessons/spread/1/try", {"parts": [64]}, 422),
    ("/api/lessons/spread/1/try", {"parts": []}, 422),
    ("/api/lessons/spread/1/hint", {}, 409),
    ("/api/lessons/spread/4/try", {"moves": ["1,1"], "move": "1,1"}, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), REFUSED)
async def test_what_does_not_belong_to_a_lesson_is_refused(
    client: AsyncClient, path: str, body: dict[str, Any], status: int
) -> None:
    answer = await client.post(path, json=body)
    assert answer.status_code == status
    assert answer.json()["detail"]


async def test_a_game_that_is_not_there_has_no_lessons(client: AsyncClient) -> None:
    assert (await client.get("/api/lessons/nonsense")).status_code == 404


# In the browser -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_a_game_is_learned_by_clicks(visitor: Visitor, kind: type[Game]) -> None:
    page = visitor.page
    visitor.go(f"/learn/{kind.id}")
    for number, lesson in enumerate(lessons_of(kind), start=1):
        expect(page.locator(".brief h2")).to_have_text(lesson.title)
        take(page, Practice(lesson))
        expect(page.locator(".said.right")).to_contain_text(lesson.right)
        expect(page.locator(".step.done")).to_have_count(number)
        if number < len(lessons_of(kind)):
            page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url(re.compile("/m/"))
    expect(page.get_by_role("grid")).to_be_visible()


def take(page: Page, practice: Practice) -> None:
    """Do by clicks what a lesson asks for."""
    while not practice.done:
        position = practice.position
        page.locator(".grid-cell.can, .grid-cell.grip").first.wait_for()
        if practice.lesson.goal == Goal.FORBIDDEN:
            parts, reason = forbidden(practice)
            practice.refuse(reason)
        else:
            move = wanted(practice)
            parts = list(position.game.parts(position, move))
            practice.play(move)
        for cell in parts:
            page.locator(f'.grid-cell[data-cell="{cell}"]').click()
        if not practice.done:
            expect(page.locator(".said.right")).to_contain_text("Right.")
            count = sum(bits.bit_count() for bits in practice.position.sides)
            page.wait_for_function(PIECES, arg=count)


PIECES = "(count) => document.querySelectorAll('.solve-board .pieces > g').length >= count"


def test_a_game_is_learned_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    kind = LEARNED[0]
    first = lessons_of(kind)[0]
    visitor.go(f"/learn/{kind.id}")
    page.locator('.grid-cell[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".said.right")).to_contain_text(first.right)
    expect(page.locator("#live")).to_contain_text(first.right)
    page.get_by_role("button", name="Next step").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name=lessons_of(kind)[1].title)).to_be_focused()


def test_progress_is_kept_and_shown(visitor: Visitor) -> None:
    page = visitor.page
    kind = LEARNED[0]
    visitor.go(f"/learn/{kind.id}")
    take(page, Practice(lessons_of(kind)[0]))
    expect(page.locator(".step.done")).to_have_count(1)
    visitor.go(f"/learn/{kind.id}")
    expect(page.locator(".brief h2")).to_have_text(lessons_of(kind)[1].title)
    visitor.go("/learn")
    expect(page.locator(".book").first).to_contain_text(f"1 of {len(lessons_of(kind))}")
    visitor.go("/")
    expect(page.locator(".game-card").first).to_contain_text(f"Learn (1 of {len(lessons_of(kind))})")


def test_a_wrong_move_is_explained_and_taken_back(visitor: Visitor) -> None:
    page = visitor.page
    kind = LEARNED[0]
    number = next(n for n, lesson in enumerate(lessons_of(kind)) if lesson.goal == Goal.WIN)
    visitor.go(f"/learn/{kind.id}")
    page.locator(".step").nth(number).click()
    lesson = lessons_of(kind)[number]
    practice = Practice(lesson)
    wrong = next(move for move in practice.position.legal_moves() if move != practice.wanted())
    for cell in practice.position.game.parts(practice.position, wrong):
        page.locator(f'.grid-cell[data-cell="{cell}"]').click()
    expect(page.locator(".said.wrong")).to_contain_text(lesson.wrong)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said.hint")).to_contain_text(str(practice.wanted()))
    take(page, practice)
    expect(page.locator(".said.right")).to_contain_text(lesson.right)


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_the_rules_are_at_hand_as_text(visitor: Visitor, kind: type[Game]) -> None:
    page = visitor.page
    visitor.go(f"/learn/{kind.id}")
    page.locator("summary", has_text="Rules").first.click()
    shown = page.locator(".guide").first
    expect(shown).to_be_visible()
    text = page.locator(".rules").evaluate("(rules) => rules.textContent")
    assert "**" not in text
    assert "`" not in text
    words = re.findall(r"[A-Za-z]{4,}", guide(make(kind.id)).partition("\n")[2])
    assert [word for word in words if word not in text] == []


def test_a_game_without_lessons_has_its_rules_and_a_game(visitor: Visitor) -> None:
    visitor.go("/learn/kayles")
    expect(visitor.page.locator(".guide").first).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Play a game")).to_be_visible()


def test_a_game_that_is_not_there_says_so(visitor: Visitor) -> None:
    visitor.go("/learn/nonsense")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lessons_keep_nobody_out(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.go(f"/learn/{LEARNED[0].id}")
    take(visitor.page, Practice(lessons_of(LEARNED[0])[0]))
    expect(visitor.page.locator(".said.right")).to_be_visible()
    assert serious(visitor.page) == []
    visitor.page.locator("summary").first.click()
    assert serious(visitor.page) == []


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_lessons_fit_into_a_narrow_window(visit: Visit, kind: type[Game]) -> None:
    visitor = visit(size=NARROW)
    visitor.go(f"/learn/{kind.id}")
    for summary in visitor.page.locator("summary").all():
        summary.click()
    assert overflow(visitor.page) <= 0
