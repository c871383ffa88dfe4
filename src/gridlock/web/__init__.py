"""The games in the browser: a server that keeps matches, and the page that it serves."""

from gridlock.web.app import create_app
from gridlock.web.settings import Settings

__all__ = ["Settings", "create_app"]
