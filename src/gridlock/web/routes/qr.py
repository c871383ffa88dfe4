"""QR codes of the site's own URLs, for continuing on another device."""

from __future__ import annotations

import io
from typing import Annotated
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gridlock.web.problems import Problem

router = APIRouter(tags=["links"])

LONGEST = 400
"""Maximum length of a URL."""
_QUIET = 2  # modules around the code; the page shows it on white


class Link(BaseModel):
    """A URL of this site."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST, description="A URL of this site")]


class _Svg(Response):
    media_type = "image/svg+xml"


@router.post("/qr", response_class=_Svg)
async def qr(link: Link, request: Request) -> Response:
    """Return the QR code of a URL of this site, as SVG."""
    if not _is_own(link.text, request):
        raise Problem(422, "invalid", "QR codes are available only for URLs of this site.")
    svg = io.BytesIO()
    segno.make(link.text, error="m", micro=False).save(
        svg,
        kind="svg",
        xmldecl=False,
        nl=False,
        omitsize=True,
        border=_QUIET,
        svgclass=None,
        lineclass=None,
    )
    return _Svg(svg.getvalue())


def _is_own(text: str, request: Request) -> bool:
    """Whether a text is a URL of this site, by the Host header or the base URL."""
    try:
        url = urlsplit(text)
    except ValueError:
        return False
    hosts = {request.headers.get("host", ""), urlsplit(request.app.state.settings.base_url).netloc} - {""}
    return url.scheme in ("http", "https") and url.netloc in hosts
