"""How many things, and how many times, in words."""

from __future__ import annotations

_FROM_THREE = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(number: float, thing: str, form: str = "") -> str:
    """So many things: ``1 move``, ``3 moves``; ``form`` is how the number is written, such as ``,``."""
    ending = "es" if thing.endswith("ch") else "s"
    return f"{number:{form}} {thing}{ending * (number != 1)}"


def times(number: int) -> str:
    """How often: ``never``, ``once``, ``twice``, ``three times``, and from eleven on ``11 times``."""
    rare = ("never", "once", "twice", *(f"{word} times" for word in _FROM_THREE))
    return rare[number] if number < len(rare) else f"{number} times"
