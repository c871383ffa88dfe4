"""Complete tables: who wins every position of a board, without a search."""

from __future__ import annotations

from typing import Protocol

from gridlock.errors import GridlockError
from gridlock.rules import Game


class UnusableTable(GridlockError):
    """A file that is not a table, is of another version, or is damaged; the message says which."""


class CompleteTable(Protocol):
    """Knows who wins every position of a board."""

    def wins(self, own: int, opp: int, extra: int) -> bool:
        """Whether the side to move wins; UnusableTable if the table turns out to be damaged."""

    def give_up(self, error: UnusableTable) -> None:
        """Use this table no more, and warn of that."""


def no_table(game: Game) -> CompleteTable | None:
    """None: most games have no complete table."""
    return None
