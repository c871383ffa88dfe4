"""A fingerprint of the search, which identifies the version that produced an entry."""

from __future__ import annotations

import hashlib
from functools import cache

from gridlock.atlas.entries import DIGITS, Entry, boards
from gridlock.atlas.solve import solve_board
from gridlock.rules.variant import Variant
from gridlock.search import Limits

LIMITS = Limits(memory=1 << 16, threads=1)
"""One thread, and a table that never grows, so that node counts are reproducible. The table is too small for
the last few boards on purpose: replacement is part of the fingerprint.
"""

_NODES = 20_000


@cache
def fingerprint(variant: Variant) -> str:
    """Hash the results and node counts of a variant's smallest boards.

    Boards are added until they need more than 20,000 nodes together. The hash changes with the order in which
    positions are searched, but not with names, files, machines or speed.
    """
    lines, nodes = [], 0
    for shape in boards(variant):
        entry = solve_board(variant, shape, LIMITS, distance=True)
        lines.append(_line(entry))
        nodes += entry.nodes
        if nodes > _NODES:
            break
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _line(entry: Entry) -> str:
    return f"{entry.size_text} {entry.winner} {entry.moves} {entry.nodes} {entry.proof}"
