"""Links for other people and devices: at a loopback address, the page says that they only work here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from browser import GENEROUS, NARROW, PUBLIC_NAME, Visitor, overflow, serious
from servers import Port, WebServer
from test_web_match_page import join, make, moves, play_one

pytest_plugins = ["browser"]

ONLY_HERE = "This address only works on this computer."
ADVICE = "make web HOST=lan or gridlock serve --lan and open the address it prints."
DAY = "2025-03-01"

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that seems public to the browser."""
    port = Port()
    url = f"http://{PUBLIC_NAME}:{port.number}"
    with WebServer(tmp_path_factory.mktemp("public"), *GENEROUS, "--base-url", url, port=port):
        yield url


@pytest.fixture
def visit_public(visit: Visit, public: str) -> Visit:
    """Create visitors of that server."""

    def make_visitor(**options: object) -> Visitor:
        visitor = visit(url=public, **options)
        visitor.forgive("The Cross-Origin-Opener-Policy header has been ignored")  # without HTTPS
        return visitor

    return make_visitor


def has_note(page: Page) -> None:
    """Check the note that links only work on this computer."""
    note = page.locator(".notice", has_text=ONLY_HERE)
    expect(note).to_be_visible()
    expect(note).to_contain_text(ADVICE)


# On this computer only ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), NARROW])
def test_local_invitation_shows_a_note(visit: Visit, size: tuple[int, int]) -> None:
    anna = visit(size=size)
    make(anna, "trail", "friend")
    has_note(anna.page)
    expect(anna.page.get_by_role("heading", name="Open this link in another browser")).to_be_visible()
    expect(anna.page.get_by_label("Link to this match")).to_have_value(anna.page.url)
    expect(anna.page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Share")).to_have_count(0)
    expect(anna.page.locator(".qr")).to_have_count(0)
    assert overflow(anna.page) <= 0
    assert serious(anna.page) == []


def test_local_seat_link_shows_a_note(visit: Visit) -> None:
    anna = visit()
    make(anna, "trail", "bot")
    anna.page.get_by_role("button", name="Continue on another device").click()
    has_note(anna.page)
    expect(anna.page.get_by_label("Link with your seat")).to_be_visible()
    expect(anna.page.locator(".qr")).to_have_count(0)


def test_local_position_link_shows_a_note(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/analysis?game=spread&size=3x3")
    visitor.page.get_by_role("button", name="Share and download").click()
    has_note(visitor.page)


def open_solved(visitor: Visitor) -> None:
    """Open a solved daily puzzle."""
    visitor.go(f"/daily?day={DAY}")
    visitor.page.evaluate(
        "day => localStorage.setItem('gridlock.daily.1', JSON.stringify([{ day, steps: ['solved'] }]))", DAY
    )
    visitor.page.reload()
    visitor.settled()


def test_local_result_is_copied_without_a_link(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    open_solved(visitor)
    visitor.page.locator(".result").get_by_role("button", name="Share").click()
    expect(visitor.page.locator(".result")).to_contain_text(
        "Copied without a link, which would only work on this computer."
    )
    shared: str = visitor.page.evaluate("navigator.clipboard.readText()")
    assert shared.splitlines()[0] == "Gridlock, 1 March 2025"
    assert "http" not in shared


# Public links -------------------------------------------------------------------------------------


def test_a_friend_on_the_network_joins_by_link(visit_public: Visit) -> None:
    """Without HTTPS, browsers provide no clipboard, share button or notifications."""
    anna, bob = visit_public(), visit_public(size=NARROW)
    address = make(anna, "trail", "friend", name="Anna")
    assert anna.page.evaluate("isSecureContext") is False
    expect(anna.page.get_by_role("heading", name="Send this link to your friend")).to_be_visible()
    expect(anna.page.locator(".qr svg")).to_be_visible()
    expect(anna.page.get_by_text(ONLY_HERE)).to_have_count(0)
    link = anna.page.get_by_label("Link to this match")
    expect(link).to_have_value(f"{anna.url}{address}")
    anna.page.get_by_role("button", name="Copy link").click()
    expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
    anna.page.evaluate(
        "document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))"
    )
    anna.page.locator("#paste").press("ControlOrMeta+v")
    expect(anna.page.locator("#paste")).to_have_value(f"{anna.url}{address}")
    join(bob, address, "Bob")
    first, second = (
        (anna, bob) if "Anna" in (anna.page.locator(".to-move").text_content() or "") else (bob, anna)
    )
    play_one(first)
    expect(moves(second)).to_have_count(1)


def test_a_seat_moves_to_another_device(visit_public: Visit) -> None:
    anna, phone = visit_public(), visit_public(size=NARROW)
    make(anna, "trail", "here")
    anna.page.get_by_role("button", name="Continue on another device").click()
    expect(anna.page.locator("dialog .qr svg")).to_be_visible()
    link = anna.page.get_by_label("Link with your seat").input_value()
    phone.go(link.removeprefix(phone.url))
    play_one(phone)
    expect(moves(anna)).to_have_count(1)


def test_public_position_link(visit_public: Visit) -> None:
    visitor = visit_public()
    visitor.go("/analysis?game=spread&size=3x3")
    visitor.page.get_by_role("button", name="Share and download").click()
    expect(visitor.page.get_by_label("Link to this position", exact=True)).to_have_value(visitor.page.url)
    expect(visitor.page.get_by_text(ONLY_HERE)).to_have_count(0)


def test_public_result_ends_with_its_link(visit_public: Visit) -> None:
    visitor = visit_public()
    open_solved(visitor)
    visitor.page.locator(".result").get_by_role("button", name="Share").click()
    text = visitor.page.get_by_label("Your result").last.input_value()
    assert text.splitlines()[-1] == f"{visitor.url}/daily?day={DAY}"


# Loopback addresses -------------------------------------------------------------------------------

LOOPBACK = ["localhost", "play.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "[::]", "0.0.0.0"]
OTHERS = [
    "192.168.1.20",
    "10.127.0.1",
    "gridlock.test",
    "localhost.example.org",
    "127.example.org",
    "[2001:db8::1]",
]


def test_loopback_host_names(visitor: Visitor) -> None:
    visitor.go("/")
    known = visitor.page.evaluate(
        """async (names) => {
            const main = document.querySelector("script[type=module]").src;
            const { isLoopback } = await import(main.replace("main.js", "links.js"));
            return names.filter(isLoopback);
        }""",
        [*LOOPBACK, *OTHERS],
    )
    assert known == LOOPBACK
