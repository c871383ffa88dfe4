"""QR codes of the site's own addresses, for whoever goes on with another device."""

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
"""Characters of an address, at most."""
_QUIET = 2  # modules around the code; the page puts it on white ground


class Link(BaseModel):
    """An address of this site."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST, description="An address of this site")]


class _Svg(Response):
    media_type = "image/svg+xml"


@router.post("/qr", response_class=_Svg)
async def qr(link: Link, request: Request) -> Response:
    """The QR code of an address of this site, as SVG."""
    if not _is_own(link.text, request):
        raise Problem(422, "invalid", "Only addresses of this site are drawn as QR codes.")
    drawn = io.BytesIO()
    segno.make(link.text, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        nl=False,
        omitsize=True,
        border=_QUIET,
        svgclass=None,
        lineclass=None,
    )
    return _Svg(drawn.getvalue())


def _is_own(text: str, request: Request) -> bool:
    """Whether a text is an address of this site, by the name that this browser or the settings give it."""
    try:
        place = urlsplit(text)
    except ValueError:
        return False
    hosts = {request.headers.get("host", ""), urlsplit(request.app.state.settings.base_url).netloc} - {""}
    return place.scheme in ("http", "https") and place.netloc in hosts
