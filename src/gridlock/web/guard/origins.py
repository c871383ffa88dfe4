"""Which pages may open a socket: our own."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import Scope

from gridlock.web.guard.addresses import header

_USUAL_PORTS = {"http": ":80", "https": ":443"}


def own_origin(scope: Scope, base_url: str) -> bool:
    """Whether a request comes from a page of this site, or from no page at all.

    The site is the one that the server was told it is, or else the one that the request asks for. Browsers
    always say which page they act for; programs, which have no page, need not.
    """
    origin = header(scope, b"origin")
    if not origin:
        return not any(key == b"origin" for key, _ in scope["headers"])
    place = _place(origin)
    if place is None:
        return False
    if base_url:
        return place == _place(base_url)
    scheme = urlsplit(origin).scheme.lower()
    return place == _place(f"{scheme}://{header(scope, b'host')}")


def _place(url: str) -> str | None:
    """Host and port of an address, written in one way only."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in _USUAL_PORTS or not parts.netloc:
        return None
    return parts.netloc.lower().removesuffix(_USUAL_PORTS[parts.scheme.lower()])
