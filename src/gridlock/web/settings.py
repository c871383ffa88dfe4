"""What can be chosen about a server."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """How a server works; what is left out has a value that suits one machine."""

    database: str = ""
    """Where matches are kept, as SQLAlchemy names databases; a file in the data folder if empty."""
    workers: int = 2
    """How many processes choose the bots' moves and answer questions."""
