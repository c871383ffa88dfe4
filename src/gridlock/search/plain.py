"""What the search knows of any game: its rules, and nothing else."""

from __future__ import annotations

from typing import Any

from gridlock.search.kinds import Knowledge, legal, swapped
from gridlock.search.machine import count_bits, inner

__all__ = ["PLAIN", "key", "never", "nothing", "promise"]


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """All of a position matters."""
    return own, opp, extra


@inner
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Leave many moves to yourself, were it your turn, and few to the other side."""
    my_own, my_opp, my_extra = swapped(board, own, opp, extra)
    return count_bits(legal(board, my_own, my_opp, my_extra)) - count_bits(legal(board, own, opp, extra))


@inner
def nothing(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """No theorem decides."""
    return 0


@inner
def never(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Copying every move is not known to win."""
    return False


PLAIN = Knowledge(key, promise, nothing, never)
