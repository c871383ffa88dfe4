"""Counts in words, with the right plural."""

from __future__ import annotations

_NUMERALS = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(number: float, thing: str, form: str = "") -> str:
    """Format a count of things: ``1 move``, ``3 moves``. ``form`` is a number format such as ``,``."""
    ending = "es" if thing.endswith(("ch", "ss")) else "s"
    return f"{number:{form}} {thing}{ending * (number != 1)}"


def times(number: int) -> str:
    """Format a frequency: ``never``, ``once``, ``twice``, ``three times``, ..., ``11 times``."""
    rare = ("never", "once", "twice", *(f"{word} times" for word in _NUMERALS))
    return rare[number] if number < len(rare) else f"{number} times"
