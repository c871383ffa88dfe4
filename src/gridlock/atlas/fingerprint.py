"""A fingerprint of the search: by which version of it an entry was made."""

from __future__ import annotations

import hashlib
from functools import cache

from gridlock.atlas.entries import DIGITS, Entry, boards
from gridlock.atlas.solve import solve_board
from gridlock.rules.variant import Variant
from gridlock.search import Limits

LIMITS = Limits(memory=1 << 16, threads=1)
"""One thread, and a table that never grows, so that node counts are always the same. The table is too small
for the last few boards: what a search forgets is part of its fingerprint."""

_NODES = 20_000


@cache
def fingerprint(variant: Variant) -> str:
    """What the search of a variant finds out about its smallest boards, and in how many nodes, as a hash.

    It takes as many boards as together need more than 20,000 nodes. It changes with whatever changes the
    order in which positions are searched, and not with names, files, machines or the speed of a node.
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
