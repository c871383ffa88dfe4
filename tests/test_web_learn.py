"""Lessons in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser import NARROW, Visitor, overflow, serious
from gridlock.lessons import Goal, Practice, Screen, lessons_of
from gridlock.rules import Game, make
from gridlock.rules.resources import guide
from pupils import LEARNED, forbidden, name, wanted

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_learning_a_game_by_mouse(visitor: Visitor, kind: type[Game]) -> None:
    page = visitor.page
    visitor.go(f"/learn/{kind.id}")
    for number, lesson in enumerate(lessons_of(kind, Screen.DESK), start=1):
        expect(page.locator(".brief h2")).to_have_text(lesson.title)
        take(page, Practice(lesson))
        expect(page.locator(".message.right")).to_contain_text(lesson.right)
        expect(page.locator(".step.done")).to_have_count(number)
        if number < len(lessons_of(kind)):
            page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_url(re.compile("/m/"))
    expect(page.get_by_role("grid")).to_be_visible()


def take(page: Page, practice: Practice) -> None:
    """Complete a lesson by clicks."""
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
            expect(page.locator(".message.right")).to_contain_text("Right.")
            count = sum(bits.bit_count() for bits in practice.position.sides)
            page.wait_for_function(PIECES, arg=count)


PIECES = "(count) => document.querySelectorAll('.solve-board .pieces > g').length >= count"


def test_learning_a_game_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    kind = LEARNED[0]
    first = lessons_of(kind)[0]
    visitor.go(f"/learn/{kind.id}")
    page.locator('.grid-cell[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".message.right")).to_contain_text(first.right)
    expect(page.locator("#live")).to_contain_text(first.right)
    page.get_by_role("button", name="Next step").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name=lessons_of(kind)[1].title)).to_be_focused()


def test_progress_is_saved(visitor: Visitor) -> None:
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


def test_wrong_moves_are_explained_and_undone(visitor: Visitor) -> None:
    page = visitor.page
    kind = LEARNED[0]
    number = next(n for n, lesson in enumerate(lessons_of(kind)) if lesson.goal == Goal.WIN)
    visitor.go(f"/learn/{kind.id}")
    page.locator(".step").nth(number).click()
    lesson = lessons_of(kind)[number]
    practice = Practice(lesson)
    wrong = next(move for move in practice.position.legal_moves() if move != practice.expected_move())
    for cell in practice.position.game.parts(practice.position, wrong):
        page.locator(f'.grid-cell[data-cell="{cell}"]').click()
    expect(page.locator(".message.wrong")).to_contain_text(lesson.wrong)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".message.hint")).to_contain_text(str(practice.expected_move()))
    take(page, practice)
    expect(page.locator(".message.right")).to_contain_text(lesson.right)


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_rules_are_shown_as_text(visitor: Visitor, kind: type[Game]) -> None:
    page = visitor.page
    visitor.go(f"/learn/{kind.id}")
    page.locator("summary", has_text="Rules").first.click()
    expect(page.locator(".guide").first).to_be_visible()
    text = page.locator(".rules").evaluate("(rules) => rules.textContent")
    assert "**" not in text
    assert "`" not in text
    words = re.findall(r"[A-Za-z]{4,}", guide(make(kind.id)).partition("\n")[2])
    assert [word for word in words if word not in text] == []


def test_games_without_lessons_offer_rules_and_a_game(visitor: Visitor) -> None:
    visitor.go("/learn/kayles")
    expect(visitor.page.locator(".guide").first).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Play a game")).to_be_visible()


def test_unknown_game_shows_not_found(visitor: Visitor) -> None:
    visitor.go("/learn/nonsense")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lessons_are_accessible(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.go(f"/learn/{LEARNED[0].id}")
    take(visitor.page, Practice(lessons_of(LEARNED[0])[0]))
    expect(visitor.page.locator(".message.right")).to_be_visible()
    assert serious(visitor.page) == []
    visitor.page.locator("summary").first.click()
    assert serious(visitor.page) == []


@pytest.mark.parametrize("kind", LEARNED, ids=name)
def test_lessons_fit_a_narrow_window(visit: Visit, kind: type[Game]) -> None:
    visitor = visit(size=NARROW)
    visitor.go(f"/learn/{kind.id}")
    for summary in visitor.page.locator("summary").all():
        summary.click()
    assert overflow(visitor.page) <= 0
