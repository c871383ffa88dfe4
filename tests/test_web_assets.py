"""The page's files: caching, compression, and no access to anything else."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient, Response

from gridlock.web import ServerSettings, create_app
from gridlock.web.assets import PAGE, PAGES, Assets

APP = create_app(ServerSettings())
ADDRESSES = [re.sub(r"\{\w+\}", "anything", address) for address in PAGES]
FOREVER = "public, max-age=31536000, immutable"
NAMED = re.compile(r'(?:href|src)="(/assets/[^"]+)"')


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    """A client of an application without matches and workers."""
    async with AsyncClient(transport=ASGITransport(APP), base_url="http://127.0.0.1") as asking:
        yield asking


async def mark(client: AsyncClient) -> str:
    """Return the version in the files' addresses."""
    address = re.search(r"/assets/([0-9a-f]{16})/", (await client.get("/")).text)
    assert address is not None
    return address[1]


@pytest.mark.parametrize("address", ADDRESSES)
async def test_every_address_serves_the_page(client: AsyncClient, address: str) -> None:
    answer = await client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '<main id="main"' in answer.text


@pytest.mark.parametrize("address", ADDRESSES)
async def test_every_linked_file_exists_and_is_cached_forever(client: AsyncClient, address: str) -> None:
    for name in NAMED.findall((await client.get(address)).text):
        answer = await client.get(name)
        assert answer.status_code == 200, name
        assert answer.headers["cache-control"] == FOREVER


async def test_pages_preload_their_scripts_and_styles(client: AsyncClient) -> None:
    home = (await client.get("/")).text
    for module in ("router.js", "pages/home.js", "board/board.js", "board/pieces.js"):
        assert re.search(rf'rel="modulepreload" href="[^"]+/js/{module}"', home)
    assert re.search(r'rel="stylesheet" href="[^"]+/css/home\.css"', home)
    assert "pages/puzzle.js" not in home


def test_pages_have_no_inline_scripts_or_styles() -> None:
    for page in PAGE.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text), page
        assert not re.search(r'(?:href|src)="(?:https?:)?//', text), page


async def test_files_are_compressed_for_clients_that_accept_gzip(client: AsyncClient) -> None:
    name = f"/assets/{await mark(client)}/js/router.js"
    plain = await client.get(name, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    async with client.stream("GET", name, headers={"accept-encoding": "gzip"}) as packed:
        body = b"".join([part async for part in packed.aiter_raw()])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == plain.content
    assert len(body) < len(plain.content) / 2
    assert "accept-encoding" in plain.headers["vary"]


async def test_scripts_only_lose_their_comments(client: AsyncClient) -> None:
    scripts = sorted((PAGE / "js").rglob("*.js"))
    assert scripts
    folder = f"/assets/{await mark(client)}"
    for path in scripts:
        name = path.relative_to(PAGE).as_posix()
        sent = (await client.get(f"{folder}/{name}")).text
        assert sent.splitlines() == without_comments(path.read_text(encoding="utf-8")), name


def without_comments(script: str) -> list[str]:
    """Return the lines of a script, with comments blanked out."""
    lines, inside = [], False
    for line in script.splitlines():
        bare = line.strip()
        begins = inside or bare.startswith("/*")
        inside = begins and not bare.endswith("*/") and ("*/" not in bare or bare.startswith("*"))
        is_comment = (begins and (inside or bare.endswith("*/"))) or bare.startswith("//")
        lines.append("" if is_comment else line)
    return lines


async def test_type_files_are_not_served(client: AsyncClient) -> None:
    for name in ("js/types.d.ts", "js/schema.d.ts", "jsconfig.json", "package.json"):
        assert (PAGE / name).is_file()
        assert (await client.get(f"/assets/{await mark(client)}/{name}")).status_code == 404


async def test_an_unchanged_page_is_not_sent_again(client: AsyncClient) -> None:
    first = await client.get("/")
    again = await client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    other = await client.get("/", headers={"if-none-match": '"another"'})
    assert other.status_code == 200


async def test_the_unchanged_list_of_games_is_not_sent_again(client: AsyncClient) -> None:
    first = await client.get("/api/games")
    assert first.json()["games"]
    again = await client.get("/api/games", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


async def test_files_of_another_version_get_a_helpful_error(client: AsyncClient) -> None:
    answer = await client.get("/assets/0123456789abcdef/js/main.js")
    assert answer.status_code == 404
    assert answer.json()["detail"].endswith("Reload the page.")
    assert "immutable" not in answer.headers.get("cache-control", "")


TRICKS = (
    "../app.py",
    "..%2fapp.py",
    "%2e%2e/app.py",
    "%2e%2e%2fapp.py",
    "..%252fapp.py",
    "js/../../app.py",
    "js/..%2f..%2fapp.py",
    "js/%2e%2e/js/main.js",
    "..%5capp.py",
    "....//app.py",
    "//etc/passwd",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "js/main.js%00.css",
    "js/main.js/",
    "js/",
    "js",
    "",
    ".",
    "JS/MAIN.JS",
    "index.html%20",
    "~root",
    "js/main.js%0d%0aset-cookie:a=b",
)


@pytest.mark.parametrize("trick", TRICKS)
async def test_no_path_leads_out_of_the_folder(client: AsyncClient, trick: str) -> None:
    answer = await client.get(f"/assets/{await mark(client)}/{trick}", follow_redirects=True)
    assert answer.status_code == 404
    assert_tells_nothing(answer)


async def test_unknown_pages_show_the_not_found_screen(client: AsyncClient) -> None:
    for_people = await client.get("/no/such/page", headers={"accept": "text/html"})
    assert (for_people.status_code, for_people.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "pages/notFound.js" in for_people.text
    for_programs = await client.get("/api/no/such/thing", headers={"accept": "text/html"})
    assert for_programs.status_code == 404
    assert for_programs.headers["content-type"] == "application/problem+json"


def assert_tells_nothing(answer: Response) -> None:
    """Paths outside the page's folder are not address."""
    assert "create_app" not in answer.text
    assert "root:" not in answer.text
    assert str(PAGE) not in answer.text
    assert "set-cookie" not in answer.headers


def test_development_mode_reloads_changed_files(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<head></head><script type="module" src="/assets/-/js/main.js"></script>'
    )
    assets = Assets(tmp_path)
    assert not assets.stale()
    (tmp_path / "new.js").write_text("export {};")
    assert assets.stale()
    assert Assets(tmp_path).version != assets.version


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    (tmp_path / "a.css").write_text("a {}")
    before = Assets(tmp_path).version
    (tmp_path / "a.css").write_text("b {}")
    assert Assets(tmp_path).version != before
