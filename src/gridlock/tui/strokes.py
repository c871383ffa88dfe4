"""Lines on a board: where light and heavy ones meet, and the trails that cycles leave."""

from __future__ import annotations

import unicodedata
from functools import cache

UP, RIGHT, DOWN, LEFT = range(4)

_ARMS = {"UP": (UP,), "RIGHT": (RIGHT,), "DOWN": (DOWN,), "LEFT": (LEFT,),
         "VERTICAL": (UP, DOWN), "HORIZONTAL": (LEFT, RIGHT)}  # fmt: skip
_WEIGHTS = {"LIGHT": 1, "HEAVY": 2}
_FIRST, _LAST = "\N{BOX DRAWINGS LIGHT HORIZONTAL}", "\N{BOX DRAWINGS HEAVY VERTICAL AND HORIZONTAL}"


def joint(up: int, right: int, down: int, left: int) -> str:
    """The character in which four lines meet; each is 0 (none), 1 (light) or 2 (heavy)."""
    return _joints().get((up, right, down, left), " ")


@cache
def _joints() -> dict[tuple[int, ...], str]:
    """Unicode's names of these characters say which arm is light and which is heavy."""
    found = {}
    for code in range(ord(_FIRST), ord(_LAST) + 1):
        name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        if "DASH" not in name:
            found[_weights(name)] = chr(code)
    return found


def _weights(name: str) -> tuple[int, ...]:
    """The weights in a name such as LIGHT DOWN AND RIGHT, or UP HEAVY AND LEFT DOWN LIGHT."""
    weights = [0, 0, 0, 0]
    first = name.split()[0]
    parts = (
        [[*name.split()[1:], first]] if first in _WEIGHTS else [part.split() for part in name.split(" AND ")]
    )
    for *arms, weight in parts:
        for arm in (arm for word in arms if word in _ARMS for arm in _ARMS[word]):
            weights[arm] = _WEIGHTS[weight]
    return tuple(weights)


_DOUBLE = {
    frozenset((UP, DOWN)): "║", frozenset((LEFT, RIGHT)): "═", frozenset((UP, RIGHT)): "╚",
    frozenset((RIGHT, DOWN)): "╔", frozenset((DOWN, LEFT)): "╗", frozenset((LEFT, UP)): "╝",
}  # fmt: skip


def trail_stroke(side: int, arms: frozenset[int]) -> str:
    """The trail of a side where it has these arms: heavy for side 1, double for side 2."""
    whole = arms if len(arms) > 1 else arms | {(arm + 2) % 4 for arm in arms}
    if side == 2:
        return _DOUBLE.get(whole, "╬")
    return joint(*(2 if arm in whole else 0 for arm in range(4)))
