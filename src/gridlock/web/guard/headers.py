"""Security headers: no resources from other sites, no inline scripts, no framing."""

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


def _encode(ancestors: str, **more: str) -> list[tuple[bytes, bytes]]:
    policy = "; ".join((*_POLICY, f"frame-ancestors {ancestors}"))
    headers = {"content-security-policy": policy, **_COMMON, **more}
    return [(name.encode(), value.encode()) for name, value in headers.items()]


NOT_FRAMED = _encode("'none'", **{"x-frame-options": "DENY"})
"""The headers of responses that other sites may not frame."""
_FRAMED = _encode("*", **{"cross-origin-resource-policy": "cross-origin"})


def with_headers(scope: Scope, send: Send) -> Send:
    """Add the security headers to responses. Only the embed page may be framed by other sites."""
    added = _FRAMED if scope["path"] == _EMBED else NOT_FRAMED

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_with_headers
