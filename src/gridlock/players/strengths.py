"""How strong each level is in each game."""

from __future__ import annotations

from gridlock.rules import Game
from gridlock.rules.room import part_of

__all__ = ["strengths_of"]

_USUAL = (-0.5, -0.25, -0.1, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)


def strengths_of(kind: type[Game]) -> tuple[float, ...]:
    """The strength of level 1, level 2 and so on: ``STRENGTHS`` of the module ``strengths`` in the game's
    room, or steps that suit most games.
    """
    chosen = part_of(kind, "strengths")
    return _USUAL if chosen is None else chosen.STRENGTHS
