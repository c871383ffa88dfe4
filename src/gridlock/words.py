"""Words that sentences of every layer are made of."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["count", "options_text", "times"]


def count(number: float, thing: str, form: str = "") -> str:
    """So many things: ``1 move``, ``3 moves``; ``form`` is how the number is written, such as ``,``."""
    ending = "es" if thing.endswith("ch") else "s"
    return f"{number:{form}} {thing}{ending * (number != 1)}"


def times(number: int) -> str:
    """How often: ``never``, ``once``, ``twice``, ``3 times``."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def options_text(options: Mapping[str, str]) -> str:
    """The options of a game as they follow its name: ``, diagonals all``, or nothing."""
    return "".join(f", {name} {value}" for name, value in options.items())
