"""The files of the page: each under a name that changes with it, so that browsers keep it for good."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request, Response

from gridlock.web.problems import Problem

__all__ = ["PAGE_ADDRESSES", "Assets", "router"]

PAGE = Path(__file__).parent / "page"
PAGE_ADDRESSES = (
    "/",
    "/m/{id}",
    "/learn",
    "/learn/{game}",
    "/analysis",
    "/puzzles",
    "/puzzles/{id}",
    "/daily",
)
"""The addresses that people see; the page's own script decides what it shows there."""

_PLACE = "/assets/-/"  # how the HTML files name the folder whose real name they cannot know
_FOREVER = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*['"](\.[^'"]+)['"]""", re.MULTILINE)
_PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}  # whatever the system thinks


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> _File:
        ending = posixpath.splitext(name)[1]
        kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if ending in _PACKED:
            kind = f"{kind}; charset=utf-8"
        packed = gzip.compress(body, 9, mtime=0) if ending in _PACKED else None
        return cls(body, packed, kind, f'"{_digest(body)}"')

    def answer(self, request: Request, caching: str, status: int = 200) -> Response:
        """The file as this browser wants it, or that it has it already."""
        headers = {"cache-control": caching, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", "") and status == 200:
            return Response(status_code=304, headers=headers)
        packed = self.packed if "gzip" in request.headers.get("accept-encoding", "") else None
        if packed is not None:
            headers["content-encoding"] = "gzip"
        body = self.body if packed is None else packed
        return Response(body, status, {**headers, "content-type": self.kind})


class Assets:
    """All files of a folder as they were when it was read; only what was there then can be asked for."""

    def __init__(self, folder: Path = PAGE) -> None:
        found = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
        }
        bodies = {name: path.read_bytes() for name, path in found.items()}
        self.mark = _digest(b"".join(name.encode() + b"\0" + body for name, body in bodies.items()))
        """What all the files have in their addresses; it changes whenever one of them does."""
        self._files = {name: _File.of(name, self._filled(name, bodies)) for name in bodies}

    def get(self, name: str) -> _File:
        """One of the files; Problem if there is none of this name."""
        if name not in self._files:
            raise Problem(404, "not-found", "There is no such file.")
        return self._files[name]

    def _filled(self, name: str, bodies: dict[str, bytes]) -> bytes:
        """A file as it is sent: HTML names the others by where they are, and early what its script will need."""
        if not name.endswith(".html"):
            return bodies[name]
        place = f"/assets/{self.mark}/"
        text = bodies[name].decode()
        needed = dict.fromkeys(
            module
            for script in re.findall(rf'<script type="module" src="{_PLACE}([^"]+)"', text)
            for module in _imported(script, bodies)
        )
        links = "".join(f'<link rel="modulepreload" href="{place}{module}">\n' for module in needed)
        return text.replace(_PLACE, place).replace("</head>", f"{links}</head>", 1).encode()


def _imported(script: str, bodies: dict[str, bytes]) -> list[str]:
    """The modules that a script imports, and those that these import."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        module = waiting.pop(0)
        for name in _IMPORT.findall(bodies.get(module, b"").decode()):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
            if other in bodies and other not in found and other != script:
                found.append(other)
                waiting.append(other)
    return found


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


router = APIRouter(include_in_schema=False)


def _assets(request: Request) -> Assets:
    if request.app.state.settings.develop:
        return Assets()
    assets: Assets = request.app.state.assets
    return assets


@router.api_route("/assets/{mark}/{name:path}", methods=["GET", "HEAD"])
async def asset(request: Request, mark: str, name: str) -> Response:
    """A file of the page, to be kept for good, as its address changes with it."""
    assets = _assets(request)
    if request.app.state.settings.develop:
        return assets.get(name).answer(request, "no-cache")
    if mark != assets.mark:
        raise Problem(
            404, "not-found", "This file is of another version of the page. Please load the page again."
        )
    return assets.get(name).answer(request, _FOREVER)


async def page(request: Request) -> Response:
    """The page, wherever somebody enters it."""
    return _assets(request).get("index.html").answer(request, "no-cache")


for _address in PAGE_ADDRESSES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


@router.api_route("/embed", methods=["GET", "HEAD"])
async def embed(request: Request) -> Response:
    """A board for other people's pages."""
    return _assets(request).get("embed.html").answer(request, "no-cache")


def missing_page(request: Request) -> Response:
    """The page, for somebody who has followed a link to nowhere; it says so in its own way."""
    return _assets(request).get("index.html").answer(request, "no-cache", 404)
