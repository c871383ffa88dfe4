"""What browsers are told with every answer: load nothing from elsewhere, run nothing inline."""

from __future__ import annotations

from starlette.types import Message, Scope, Send

_EMBED = "/embed"

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
)
_COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def _encoded(ancestors: str, **more: str) -> list[tuple[bytes, bytes]]:
    policy = "; ".join((*_POLICY, f"frame-ancestors {ancestors}"))
    told = {"content-security-policy": policy, **_COMMON, **more}
    return [(name.encode(), value.encode()) for name, value in told.items()]


ALONE = _encoded("'none'", **{"x-frame-options": "DENY"})
"""The headers of an answer that may not stand in others' pages."""
_FRAMED = _encoded("*", **{"cross-origin-resource-policy": "cross-origin"})


def with_headers(scope: Scope, send: Send) -> Send:
    """Send answers with these headers; only the page for embedding may stand in others' pages."""
    added = _FRAMED if scope["path"] == _EMBED else ALONE

    async def send_more(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_more
