"""Hostile texts in a real browser: they are always shown as text, and never run."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Dialog, Page, expect

from browser import NARROW, Visitor, overflow
from servers import WebServer

pytest_plugins = ["browser"]

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
OVERRIDE = "\N{RIGHT-TO-LEFT OVERRIDE}"

NAMES = [
    "<img src onerror=ran(1)>",
    '"><script>ran(1)</script>',
    "<svg onload=ran(1)>",
    "</title><script>ran(1)//",
    "' autofocus onfocus=ran(1) '",
    "javascript:ran(1)//<iframe>",
    "{{constructor}} ${ran(1)} $&",
    "<b>&lt;&#60;</b><!--",
    "__proto__",
    "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}" * 30,
]
"""Names that the server accepts: at most 30 visible characters."""

LONG_TEXTS = [
    '<img src=x onerror="ran(1)"><script>ran(1)</script><svg><script>ran(1)</script></svg>',
    '"\'></title></textarea></style><iframe srcdoc="<script>parent.ran(1)</script>"></iframe>',
    '<a href="javascript:ran(1)">x</a><form action="javascript:ran(1)"><button autofocus>x</button></form>',
    '<math><mtext></mtext><style><img src onerror="ran(1)"></style></math><object data="data:text/html,x">',
]
"""Longer texts for records and addresses."""

ALARM = """
window.alarms = [];
window.ran = (what) => window.alarms.push(`ran: ${what}`);
document.addEventListener("securitypolicyviolation", (event) =>
  window.alarms.push(`violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
FOREIGN = """() => [...document.querySelectorAll("*")].filter((element) => {
  const name = element.localName;
  if (["iframe", "object", "embed", "img", "base", "math", "foreignObject"].includes(name)) return true;
  if (name === "script" && !element.src.startsWith(location.origin + "/assets/")) return true;
  return [...element.attributes].some(({ name, value }) => name.startsWith("on") || name === "srcdoc"
    || (/^(xlink:)?(href|src|action|formaction|data)$/.test(name) && /^\\s*(javascript|data):/i.test(value)));
}).map((element) => element.outerHTML.slice(0, 200))"""
"""Elements and attributes that don't occur in our pages."""

Visit = Callable[..., Visitor]


class Watch:
    """Detects attacks in a visitor's pages."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self._dialogs: list[str] = []
        visitor.context.add_init_script(ALARM)
        visitor.forgive("status of 404", "status of 422")  # logged for rejected requests
        visitor.page.on("dialog", self._on_dialog)
        visitor.page.on("popup", lambda page: self._dialogs.append(f"popup: {page.url}"))

    def _on_dialog(self, dialog: Dialog) -> None:
        self._dialogs.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def alarms(self) -> list[str]:
        """Return the attacks on the current page, and foreign elements."""
        page = self.visitor.page
        alarms: list[str] = page.evaluate("window.alarms")
        foreign: list[str] = page.evaluate(FOREIGN)
        return [*self._dialogs, *alarms, *foreign]


@pytest.fixture
def watched(visit: Visit) -> Iterator[Callable[..., Watch]]:
    """Create watched visitors, and check at the end that no attack worked."""
    watches: list[Watch] = []

    def make(**options: object) -> Watch:
        watches.append(Watch(visit(**options)))
        return watches[-1]

    yield make
    assert [alarm for watch in watches for alarm in watch.alarms()] == []


class Api:
    """Creates and plays matches without a browser."""

    def __init__(self, url: str) -> None:
        self.secret = secrets.token_urlsafe(32)
        self._url = url
        self._headers = {"Authorization": f"Bearer {self.secret}"}

    def post(self, path: str, **body: object) -> httpx.Response:
        return httpx.post(self._url + path, json=body, headers=self._headers, timeout=60)

    def get(self, path: str, **query: str) -> httpx.Response:
        return httpx.get(self._url + path, params=query, headers=self._headers, timeout=60)

    def act(self, match: str, kind: str, **more: object) -> None:
        after = self.get(f"/api/matches/{match}").json()["number"]
        request = secrets.token_hex(8)
        done = self.post(f"/api/matches/{match}/actions", kind=kind, after=after, request=request, **more)
        assert done.is_success, done.text

    def make(self, *seats: str, name: str = "") -> str:
        response = self.post(
            "/api/matches", game="trail", size="3x3", seats=list(seats), name=name, request="make"
        )
        assert response.status_code < 300, response.text
        return str(response.json()["id"])


def sit(watch: Watch, match: str, api: Api) -> Page:
    """Open a match with a seat from the API."""
    watch.visitor.go(f"/m/{match}#seat={api.secret}")
    return watch.visitor.page


def turn_of(name: str) -> str:
    """Return the page title during another player's turn."""
    return f"{name}{APOSTROPHE}{'' if name.endswith('s') else 's'} turn · Trail · Gridlock"


# The alarms themselves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "alarm"),
    [
        ("document.body.innerHTML += '<img src onerror=ran(1)>'", "violation: script-src"),
        ("document.body.innerHTML += '<img src onerror=ran(1)>'", "<img src"),
        ("document.body.innerHTML += '<a href=\" javascript:ran(1)\">x</a>'", "<a href"),
        ("document.body.append(document.createElement('iframe'))", "<iframe>"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))", "violation: "),
        ("ran('here')", "ran: here"),
        ("alert('here')", "dialog: here"),
    ],
)
def test_alarms_detect_attacks(visit: Visit, script: str, alarm: str) -> None:
    """Check that successful attacks would be noticed."""
    visitor = visit()
    visitor.forgive("Content Security Policy", "another host")
    watch = Watch(visitor)
    visitor.go("/learn")
    assert watch.alarms() == []
    visitor.page.evaluate(f"() => {{ {script} }}")
    deadline = time.monotonic() + 60
    while not any(rung.startswith(alarm) for rung in watch.alarms()):
        assert time.monotonic() < deadline, watch.alarms()
        visitor.page.wait_for_timeout(50)


# Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("host", "guest"), [*zip(NAMES[::2], NAMES[1::2], strict=True)], ids=range(5))
def test_names_are_always_shown_as_text(
    site: WebServer, watched: Callable[..., Watch], host: str, guest: str
) -> None:
    ann = Api(site.url)
    match = ann.make("me", "open", name=host)
    one, two = watched(size=NARROW), watched()
    first, second = sit(one, match, ann), two.visitor.page

    two.visitor.go(f"/m/{match}")
    expect(second.get_by_role("heading", name=f"{host} invites you to a game of Trail")).to_be_visible()
    second.get_by_label("Your name").fill(guest)
    second.get_by_role("button", name="Join").click()
    expect(second.locator(".controls")).to_be_visible()
    expect(second.locator(".player.side-1 .player-name:visible")).to_have_text(host)
    expect(first.locator(".player.side-2 .player-name:visible")).to_have_text(guest)
    expect(second).to_have_title(turn_of(host))
    assert overflow(first) <= 0
    assert overflow(second) <= 0

    first.locator(".grid-cell.can").first.click()
    expect(first).to_have_title(turn_of(guest))
    first.get_by_role("button", name="Ask to take back").click()
    expect(second.get_by_text(f"{host} asks to take a move back.", exact=True)).to_be_visible()
    second.get_by_role("button", name="Refuse").click()

    one.visitor.go("/")
    expect(first.locator(".my-match .names")).to_contain_text(guest)
    assert overflow(first) <= 0
    assert one.alarms() == []

    ann.act(match, "resign")
    expect(second.locator(".ending")).to_contain_text(f"{host} resigned.")
    two.visitor.go(f"/analysis?match={match}")
    expect(second.locator(".analysis-head .about")).to_contain_text(f"You beat {host}.")
    assert overflow(second) <= 0


@pytest.mark.parametrize(
    "name", [f"Ann{OVERRIDE}", "A\N{ZERO WIDTH SPACE}nn", "Ann\x1b[2J", "Ann\n", "x" * 31]
)
def test_names_with_control_characters_are_rejected(site: WebServer, name: str) -> None:
    ann = Api(site.url)
    response = ann.post("/api/matches", game="trail", seats=["me", "open"], name=f"{name}x", request="make")
    assert response.status_code == 422


def test_names_from_forms_are_text(site: WebServer, watched: Callable[..., Watch]) -> None:
    watch = watched()
    page = watch.visitor.page
    watch.visitor.go("/new?game=trail&with=friend")
    page.get_by_label("Your name").fill(NAMES[0])
    page.locator("button[type=submit]").click()
    page.wait_for_url(re.compile("/m/"))
    own = page.locator(".player-name:visible", has_text=NAMES[0])
    expect(own).to_be_visible()
    own.click()
    page.locator(".name-field:visible").fill(NAMES[2])
    page.locator(".name-field:visible").press("Enter")
    expect(page.locator(".player-name:visible", has_text=NAMES[2])).to_be_visible()
    expect(page.locator(".name-field:visible")).to_have_count(0)


NOTIFICATIONS = """
window.noted = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { window.noted.push({ title, body: options.body }); }
  close() {}
};
Object.defineProperty(Document.prototype, "hidden", { get: () => true });
localStorage.setItem("gridlock.settings.1", JSON.stringify({ notify: true }));
"""


def test_notifications_show_names_as_text(site: WebServer, watched: Callable[..., Watch]) -> None:
    ann, bob = Api(site.url), Api(site.url)
    match = ann.make("open", "me")
    bob.post(f"/api/matches/{match}/join", name=NAMES[1], request="join")
    watch = watched()
    watch.visitor.context.add_init_script(NOTIFICATIONS)
    page = sit(watch, match, ann)
    expect(page.locator(".player-name:visible", has_text=NAMES[1])).to_be_visible()
    bob.act(match, "move", move="2,2")
    page.wait_for_function("window.noted.length")
    (note,) = page.evaluate("window.noted")
    assert note["title"] == "Your turn · Trail · Gridlock"
    assert note["body"].startswith(f"{NAMES[1]} plays 2,2.")


# Records ------------------------------------------------------------------------------------------


def tag(text: str) -> str:
    """Escape a text as the value of a record tag."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def record(first: str, second: str, comment: str = "") -> str:
    """Return a record of Trail on 2x2 with these names and a comment."""
    return (
        f'[Game "trail"]\n[Size "2x2"]\n[Player1 "{tag(first)}"]\n[Player2 "{tag(second)}"]\n'
        f'[Event "{tag(first)}"]\n[Result "0-1"]\n\n'
        f"1. 1,1 {{{comment.replace('}', '')}}} 1,2 2. 2,2 2,1 0-1\n"
    )


def open_record(watch: Watch, text: str) -> Page:
    page = watch.visitor.page
    watch.visitor.go("/analysis?game=trail")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a record").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    return page


@pytest.mark.parametrize("text", LONG_TEXTS, ids=range(4))
def test_hostile_records(watched: Callable[..., Watch], text: str) -> None:
    watch = watched(size=NARROW)
    page = open_record(watch, record(text, "Bob", text))
    expect(page.locator(".analysis-head .about")).to_contain_text(f"{text} Bob. Bob won.")
    expect(page.locator(".mistakes, .review").first).to_be_attached()
    assert overflow(page) <= 0


def test_text_direction_of_a_name_is_isolated(watched: Callable[..., Watch]) -> None:
    watch = watched()
    page = open_record(watch, record(f"{OVERRIDE}nnA", "Bob"))
    about = page.locator(".analysis-head .about")
    expect(about).to_contain_text("Bob won.")
    places = about.evaluate(
        """(about) => {
            const last = document.createRange();
            last.selectNodeContents(about.lastChild);
            const parts = [...about.querySelectorAll(".player-name"), last];
            return parts.map((part) => part.getBoundingClientRect().left);
        }"""
    )
    assert len(places) == 4, "both names, the winner's name, and the end of the sentence"
    assert places == sorted(places), "what follows the name follows it on the screen, too"


def test_endless_names_leave_room_for_the_board(watched: Callable[..., Watch]) -> None:
    watch = watched(size=NARROW)
    page = open_record(watch, record("W" * 20_000, "\N{PILE OF POO}" * 2000))
    expect(page.locator(".analysis-head .about")).to_contain_text("won.")
    assert overflow(page) <= 0
    page.wait_for_function(
        """(limit) => {
            const board = document.querySelector("[role=grid]")?.getBoundingClientRect();
            return board && board.height > 0 && board.top < limit;
        }""",
        arg=2 * NARROW[1],
    )


@pytest.mark.parametrize("text", LONG_TEXTS, ids=range(4))
def test_record_errors_are_shown_as_text(watched: Callable[..., Watch], text: str) -> None:
    watch = watched()
    page = open_record(watch, f'[Game "trail"]\n[Size "2x2"]\n\n1. {text}')
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main")).to_contain_text(text.split()[0][:12])


def test_downloaded_records_are_not_html(site: WebServer, watched: Callable[..., Watch]) -> None:
    ann = Api(site.url)
    match = ann.make("me", "me", name=NAMES[1])
    answer = ann.get(f"/api/matches/{match}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert tag(NAMES[1]) in answer.text
    watch = watched()
    page = sit(watch, match, ann)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert tag(NAMES[1]) in Path(download.value.path()).read_text()


# Addresses ----------------------------------------------------------------------------------------

PLACES = [
    "/{}",
    "/m/{}",
    "/m/AAAAAAAAAAAA#seat={}",
    "/learn/{}",
    "/puzzles/{}",
    "/puzzles#{}",
    "/daily?day={}",
    "/new?game={}&with={}&size={}&bot={}&name={}",
    "/analysis?game={}",
    "/analysis?game=trail&position={}",
    "/analysis?game=trail&moves={}",
    "/analysis?match={}",
    "/analysis?game=trail&size=3x3&at={}&{}={}",
    "/embed?game={}",
    "/embed?game=trail&position={}&values={}",
    "/embed?game=trail&size=3x3&moves={}",
    "/embed?game=trail&size=3x3&at={}&{}={}",
]


@pytest.mark.parametrize("place", PLACES)
def test_hostile_addresses(watched: Callable[..., Watch], place: str) -> None:
    watch = watched()
    for text in LONG_TEXTS:
        watch.visitor.page.goto("about:blank")
        watch.visitor.go(place.replace("{}", quote(text, safe="")))
        assert watch.alarms() == []
        assert "<" not in watch.visitor.page.title()


@pytest.mark.parametrize(
    "place",
    [
        "/api/matches/{}",
        "/api/analysis?game={}",
        "/api/positions?game=trail&moves={}",
        "/api/{}",
        "/assets/-/{}",
    ],
)
def test_errors_opened_as_pages_run_no_script(watched: Callable[..., Watch], place: str) -> None:
    watch = watched()
    for text in LONG_TEXTS:
        watch.visitor.page.goto(place.replace("{}", quote(text, safe="")))
        assert watch.alarms() == []


def test_server_errors_are_shown_as_text(site: WebServer, watched: Callable[..., Watch]) -> None:
    watch = watched()
    for text in LONG_TEXTS:
        detail = Api(site.url).get("/api/positions", game=text).json()["detail"]
        watch.visitor.go(f"/analysis?game={quote(text, safe='')}")
        expect(watch.visitor.page.locator("main")).to_contain_text(detail)


def test_qr_codes_do_not_contain_their_text(site: WebServer) -> None:
    drawn = Api(site.url).post("/api/qr", text=f"{site.url}/{LONG_TEXTS[0]}")
    assert drawn.status_code == 200
    assert not re.search("script|onerror|img", drawn.text)
