"""Words that sentences of every layer are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gridlock.printing import printable

YOU = "You"
"""What a person is called who plays against a bot."""

_FROM_THREE = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LONGEST_TYPED = 60  # characters of what may be a slip of the finger


def count(number: float, thing: str, form: str = "") -> str:
    """So many things: ``1 move``, ``3 moves``; ``form`` is how the number is written, such as ``,``."""
    ending = "es" if thing.endswith("ch") else "s"
    return f"{number:{form}} {thing}{ending * (number != 1)}"


def times(number: int) -> str:
    """How often: ``never``, ``once``, ``twice``, ``three times``, and from eleven on ``11 times``."""
    rare = ("never", "once", "twice", *(f"{word} times" for word in _FROM_THREE))
    return rare[number] if number < len(rare) else f"{number} times"


def options_text(options: Mapping[str, str]) -> str:
    """The options of a game as they follow its name: ``, diagonals all``, or nothing."""
    return "".join(f", {name} {value}" for name, value in options.items())


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """A question that follows a sentence about something mistyped; empty if nothing is close to it."""
    from difflib import get_close_matches  # only who mistypes waits for it to be loaded

    others = [word for word in known if word != typed]
    close = get_close_matches(typed.strip().lower(), others, n=1) if len(typed) <= _LONGEST_TYPED else []
    return f" Did you mean '{printable(close[0])}'?" if close else ""
