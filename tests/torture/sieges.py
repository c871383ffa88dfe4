"""Runs attacks on a live server, and prints what they cost other clients in seconds and memory.

``python -m torture.sieges`` in ``tests`` runs each of them once, or those you name.
"""

from __future__ import annotations

import sys

from torture.campaign import Campaign
from torture.soak import soak
from torture.solver_siege import SOLVER_SIEGES
from torture.wall import WALL_SIEGES

SIEGES = Campaign("sieges", {"soak": soak, **SOLVER_SIEGES, **WALL_SIEGES})


def main() -> int:
    """Run them; return 1 if there are findings."""
    problems = [SIEGES.shoot(kind, 1) for kind in sys.argv[1:] or SIEGES.shots]
    print(*filter(None, problems), sep="\n")
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
