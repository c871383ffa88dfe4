"""The web server: matches over HTTP and WebSockets, and the page it serves.

Importing this package is cheap, because every worker process does it. The server loads on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridlock.web.app import create_app
    from gridlock.web.settings import ServerSettings

__all__ = ["ServerSettings", "create_app"]


def __getattr__(name: str) -> Any:
    if name == "create_app":
        from gridlock.web.app import create_app

        return create_app
    if name == "ServerSettings":
        from gridlock.web.settings import ServerSettings

        return ServerSettings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
