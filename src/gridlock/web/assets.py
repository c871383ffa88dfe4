"""The files of the page: each under a name that changes with it, so that browsers keep it for good."""

from __future__ import annotations

import mimetypes
import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from fastapi import APIRouter, Request, Response

from gridlock.web.problems import Problem
from gridlock.web.responses import CachedResponse, digest

PAGE = Path(__file__).parent / "page"
PAGES = {
    "/": "home",
    "/new": "new",
    "/m/{id}": "match",
    "/learn": "learn",
    "/learn/{game}": "learn",
    "/analysis": "analysis",
    "/puzzles": "puzzles",
    "/puzzles/{id}": "puzzle",
    "/daily": "puzzle",
}
"""The addresses that people see, and the module of ``js/pages`` that draws what is there."""

_NOWHERE = "notFound"
_PLACE = "/assets/-/"  # how the HTML files name the folder whose real name they cannot know
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*['"](\.[^'"]+)['"]""", re.MULTILINE)
_STYLE = re.compile(r"""\buseStyle\(\s*["']([^"']+)["']\s*\)""")
_SCRIPT = re.compile(rf'<script type="module" src="{_PLACE}([^"]+)"')
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_COMMENTED = (".css", ".js")
_NOT_SENT = (".d.ts", "jsconfig.json", "package.json")  # for those who work on the page
_TEXTS = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # whatever the system thinks


class Assets:
    """All files of a folder as they were when it was read; only what was there then can be asked for."""

    def __init__(self, folder: Path = PAGE) -> None:
        found = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.endswith(_NOT_SENT)
        }
        self._folder, self._stamp = folder, _stamp(folder)
        bodies = {name: path.read_bytes() for name, path in found.items()}
        self.mark = digest(b"".join(name.encode() + b"\0" + body for name, body in bodies.items()))
        """What all the files have in their addresses; it changes whenever one of them does."""
        self._files = {name: _sent(name, self._filled(name, bodies)) for name in bodies}
        self._pages = {
            page: _sent("index.html", self._filled("index.html", bodies, f"js/pages/{page}.js"))
            for page in {*PAGES.values(), _NOWHERE}
        }

    def stale(self) -> bool:
        """Whether a file has changed since they were read."""
        return _stamp(self._folder) != self._stamp

    def get(self, name: str) -> CachedResponse:
        """One of the files; Problem if there is none of this name."""
        if name not in self._files:
            raise Problem(404, "not-found", "There is no such file.")
        return self._files[name]

    def page(self, name: str) -> CachedResponse:
        """The page as it is sent to whoever enters it here: it names early what its script will need."""
        return self._pages[name]

    def _filled(self, name: str, bodies: Mapping[str, bytes], *more: str) -> bytes:
        """A file as it is sent: HTML names the others by where they are, and what its script will need."""
        if name.endswith(_COMMENTED):
            return _without_comments(bodies[name])
        if not name.endswith(".html"):
            return bodies[name]
        text = bodies[name].decode()
        scripts = _SCRIPT.findall(text)
        needed = [module for module in _imported([*scripts, *more], bodies) if module not in scripts]
        styles = dict.fromkeys(
            f"css/{style}" for page in more for style in _STYLE.findall(bodies.get(page, b"").decode())
        )
        links = [f'<link rel="stylesheet" href="{_PLACE}{style}">' for style in styles if style in bodies]
        links += [f'<link rel="modulepreload" href="{_PLACE}{module}">' for module in needed]
        whole = text.replace("</head>", "".join(f"{link}\n" for link in links) + "</head>", 1)
        return whole.replace(_PLACE, f"/assets/{self.mark}/").encode()


def _without_comments(body: bytes) -> bytes:
    """A script or style sheet without the comments that have lines of their own: a third of it.

    The lines stay, empty, so that browsers name the same ones as the files here.
    """
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), body.decode()).encode()


def _stamp(folder: Path) -> list[tuple[str, int]]:
    """What changes with the files of a folder."""
    return sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*"))


def _sent(name: str, body: bytes) -> CachedResponse:
    ending = posixpath.splitext(name)[1]
    kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = ending in _TEXTS
    return CachedResponse.of(body, f"{kind}; charset=utf-8" if is_text else kind, compress=is_text)


def _imported(scripts: Iterable[str], bodies: Mapping[str, bytes]) -> list[str]:
    """These scripts, the modules that they import, and those that these import."""
    found = [script for script in scripts if script in bodies]
    for module in found:  # which grows meanwhile
        for name in _IMPORT.findall(bodies[module].decode()):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if other in bodies and other not in found:
                found.append(other)
    return found


router = APIRouter(include_in_schema=False)


def _assets(request: Request) -> Assets:
    state = request.app.state
    if state.settings.develop and state.assets.stale():
        state.assets = Assets()
    assets: Assets = state.assets
    return assets


@router.api_route("/assets/{mark}/{name:path}", methods=["GET", "HEAD"])
async def asset(request: Request, mark: str, name: str) -> Response:
    """A file of the page, to be kept for good, as its address changes with it."""
    assets = _assets(request)
    if request.app.state.settings.develop:
        return assets.get(name).response(request, _ASK_AGAIN)
    if mark != assets.mark:
        raise Problem(
            404, "not-found", "This file is of another version of the page. Please load the page again."
        )
    return assets.get(name).response(request, _FOREVER)


async def page(request: Request) -> Response:
    """The page, wherever somebody enters it."""
    name = PAGES[request.scope["route"].path]
    return _assets(request).page(name).response(request, _ASK_AGAIN)


for _address in PAGES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


@router.api_route("/embed", methods=["GET", "HEAD"])
async def embed(request: Request) -> Response:
    """A board for other people's pages."""
    return _assets(request).get("embed.html").response(request, _ASK_AGAIN)


def missing_page(request: Request) -> Response:
    """The page, for somebody who has followed a link to nowhere; it says so in its own way."""
    return _assets(request).page(_NOWHERE).response(request, _ASK_AGAIN, 404)
