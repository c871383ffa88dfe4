"""The page's files, under addresses that change with their content so browsers can cache them forever."""

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
"""The page's addresses, and the module of ``js/pages`` that draws each."""

_NOT_FOUND = "notFound"
_PLACE = "/assets/-/"  # stands for the versioned folder in the HTML files
_FOREVER = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*['"](\.[^'"]+)['"]""", re.MULTILINE)
_STYLE = re.compile(r"""\buseStyle\(\s*["']([^"']+)["']\s*\)""")
_SCRIPT = re.compile(rf'<script type="module" src="{_PLACE}([^"]+)"')
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_WITH_COMMENTS = (".css", ".js")
_EXCLUDED = (".d.ts", "jsconfig.json", "package.json")  # only for development
_TEXTS = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # whatever mimetypes says


class Assets:
    """All files of a folder, read once."""

    def __init__(self, folder: Path = PAGE) -> None:
        paths = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.endswith(_EXCLUDED)
        }
        self._folder, self._stamp = folder, _stamp(folder)
        bodies = {name: path.read_bytes() for name, path in paths.items()}
        self.version = digest(b"".join(name.encode() + b"\0" + body for name, body in bodies.items()))
        """The version in the files' addresses; it changes whenever a file does."""
        self._files = {name: _response_of(name, self._body_of(name, bodies)) for name in bodies}
        self._pages = {
            page: _response_of("index.html", self._body_of("index.html", bodies, f"js/pages/{page}.js"))
            for page in {*PAGES.values(), _NOT_FOUND}
        }

    def stale(self) -> bool:
        """Whether a file has changed on disk."""
        return _stamp(self._folder) != self._stamp

    def get(self, name: str) -> CachedResponse:
        """Return a file; Problem if there is no file of this name."""
        if name not in self._files:
            raise Problem(404, "not-found", "There is no such file.")
        return self._files[name]

    def page(self, name: str) -> CachedResponse:
        """Return the HTML for a page, with preload links for its scripts and styles."""
        return self._pages[name]

    def _body_of(self, name: str, bodies: Mapping[str, bytes], *more: str) -> bytes:
        """Return a file's body as served: HTML with preload links, scripts and styles without comments."""
        if name.endswith(_WITH_COMMENTS):
            return _without_comments(bodies[name])
        if not name.endswith(".html"):
            return bodies[name]
        text = bodies[name].decode()
        scripts = _SCRIPT.findall(text)
        needed = [module for module in _with_imports([*scripts, *more], bodies) if module not in scripts]
        styles = dict.fromkeys(
            f"css/{style}" for page in more for style in _STYLE.findall(bodies.get(page, b"").decode())
        )
        links = [f'<link rel="stylesheet" href="{_PLACE}{style}">' for style in styles if style in bodies]
        links += [f'<link rel="modulepreload" href="{_PLACE}{module}">' for module in needed]
        html = text.replace("</head>", "".join(f"{link}\n" for link in links) + "</head>", 1)
        return html.replace(_PLACE, f"/assets/{self.version}/").encode()


def _without_comments(body: bytes) -> bytes:
    """Remove comments on lines of their own, but keep the line numbers."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), body.decode()).encode()


def _stamp(folder: Path) -> list[tuple[str, int]]:
    """Return a value that changes whenever a file of the folder does."""
    return sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*"))


def _response_of(name: str, body: bytes) -> CachedResponse:
    ending = posixpath.splitext(name)[1]
    kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = ending in _TEXTS
    return CachedResponse.of(body, f"{kind}; charset=utf-8" if is_text else kind, compress=is_text)


def _with_imports(scripts: Iterable[str], bodies: Mapping[str, bytes]) -> list[str]:
    """Return these scripts and everything they import, directly or indirectly."""
    modules = [script for script in scripts if script in bodies]
    for module in modules:  # the list grows during the loop
        for name in _IMPORT.findall(bodies[module].decode()):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if other in bodies and other not in modules:
                modules.append(other)
    return modules


router = APIRouter(include_in_schema=False)


def _assets(request: Request) -> Assets:
    state = request.app.state
    if state.settings.develop and state.assets.stale():
        state.assets = Assets()
    assets: Assets = state.assets
    return assets


@router.api_route("/assets/{version}/{name:path}", methods=["GET", "HEAD"])
async def asset(request: Request, version: str, name: str) -> Response:
    """Serve a file of the page, cacheable forever."""
    assets = _assets(request)
    if request.app.state.settings.develop:
        return assets.get(name).response(request, _REVALIDATE)
    if version != assets.version:
        raise Problem(404, "not-found", "This file belongs to another version of the page. Reload the page.")
    return assets.get(name).response(request, _FOREVER)


async def page(request: Request) -> Response:
    """Serve the page's HTML."""
    name = PAGES[request.scope["route"].path]
    return _assets(request).page(name).response(request, _REVALIDATE)


for _address in PAGES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


@router.api_route("/embed", methods=["GET", "HEAD"])
async def embed(request: Request) -> Response:
    """Serve the board for embedding in other sites."""
    return _assets(request).get("embed.html").response(request, _REVALIDATE)


def missing_page(request: Request) -> Response:
    """Return the page's own "not found" screen."""
    return _assets(request).page(_NOT_FOUND).response(request, _REVALIDATE, 404)
