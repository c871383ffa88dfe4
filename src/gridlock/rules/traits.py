"""Check the traits of a game class when it is defined, so that a mistake is reported where it was made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from gridlock.errors import InvalidGame, shortened

if TYPE_CHECKING:
    from gridlock.rules.game import Game

_REQUIRED = {
    "summary": 'summary = "..." (the rule in one sentence)',
    "size": "size = (5, 5) (rows and columns of the standard board)",
    "letters": 'letters = {".": (0, 0, 0), "X": (1, 0, 0), "O": (0, 1, 0)} (how cells are written)',
    "rules": "rules = Rules(legal, play)",
}
"""The traits without a default, each with the line to add."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PIECES = ("token", "marker", "cycle")
_RULE_ARGUMENTS = {
    "legal": ("board", "own", "opp", "extra"),
    "play": ("board", "own", "opp", "extra", "action"),
    "targets": ("board", "own", "legal"),
}


class _Form(NamedTuple):
    """What a trait must look like."""

    fits: Callable[[Any], bool]
    text: str


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_size(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(_is_number, value))


def _are_lines(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) > 0 and all(map(_is_line, value))


def _are_variants(value: Any) -> bool:
    return isinstance(value, Mapping) and all(_is_line(name) and _are_lines(value[name]) for name in value)


def _is_ending(value: Any) -> bool:
    """Whether a text has no fields but {loser} and {winner}, so that it can be shown when a game ends."""
    try:
        return isinstance(value, str) and bool(value.format(loser=1, winner=2))
    except (LookupError, ValueError, AttributeError):
        return False


def _are_sizes(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value)) and all(map(_is_size, value.values()))


def _are_option_texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(texts, Mapping) and all(map(_is_text, texts.values())) for texts in value.values()
    )


def _are_letters(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and all(isinstance(letter, str) and len(letter) == 1 for letter in value)
        and all(isinstance(bits, tuple) and len(bits) == 3 and {*bits} <= {0, 1} for bits in value.values())
    )


def _are_part_names(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(_are_lines(pair) and len(pair) == 2 for pair in value)


def _are_rules(value: Any) -> bool:
    if not isinstance(value, tuple) or len(value) != len(_RULE_ARGUMENTS):
        return False
    legal, play, targets = value
    return callable(legal) and callable(play) and (targets is None or callable(targets))


_TEXT = _Form(_is_text, "a text in quotes")
_LINE = _Form(_is_line, "a text in quotes, and not empty")
_FLAG = _Form(_is_flag, "True or False")
_FORMS = {
    "id": _Form(
        lambda value: _is_line(value) and bool(_ID.fullmatch(value)), "letters, digits, - and _, in quotes"
    ),
    "title": _LINE,
    "name": _LINE,
    "summary": _LINE,
    "motto": _TEXT,
    "size": _Form(_is_size, "a pair of rows and columns, such as (5, 5)"),
    "rules": _Form(_are_rules, "Rules(legal, play), with functions"),
    "letters": _Form(
        _are_letters, 'single letters with three bits each, such as {".": (0, 0, 0), "X": (1, 0, 0)}'
    ),
    "variants": _Form(_are_variants, 'option names with their values, such as {"walls": ("none", "some")}'),
    "part_names": _Form(_are_part_names, 'a noun and a verb for each cell, such as (("step", "step to"),)'),
    "prompts": _Form(_are_lines, 'a tuple of texts, such as ("Choose a cell.",)'),
    "variant_names": _Form(
        _are_option_texts, 'a text for each value of an option, such as {"walls": {"none": "no walls"}}'
    ),
    "variant_rules": _Form(
        _are_option_texts, 'a text for each value of an option, such as {"walls": {"none": "No walls."}}'
    ),
    "ending": _Form(_is_ending, 'a text with {loser} for the side, such as "Player {loser} cannot move."'),
    "puzzle_sizes": _Form(_are_sizes, 'rows and columns for each option value, such as {"": (6, 6)}'),
    "sample": _TEXT,
    "origin": _Form(_is_number, "a number"),
    "menu_bits": _Form(_is_number, "a number"),
    "passes": _FLAG,
    "stays_stuck": _FLAG,
    "sided": _FLAG,
    "drives": _FLAG,
    "walks": _FLAG,
    "names_depend_on_place": _FLAG,
    "piece": _Form(lambda value: value in _PIECES, "one of " + ", ".join(_PIECES)),
    "quick_size": _Form(
        lambda value: value is None or _is_size(value), "a pair of rows and columns, such as (6, 6)"
    ),
}


def check_traits(kind: type[Game]) -> None:
    """Raise InvalidGame, with what to change, unless a game class has all its traits in the right form."""
    missing = [line for name, line in _REQUIRED.items() if not hasattr(kind, name)]
    if missing:
        raise InvalidGame(f"The game {kind.__name__} lacks a trait: add {' and '.join(missing)}.")
    for name, form in _FORMS.items():
        value = getattr(kind, name)
        if not form.fits(value):
            raise InvalidGame(
                f"{name} of the game {kind.__name__} must be {form.text}, not {shortened(repr(value), 40)}."
            )
    _check_rules(kind)
    undefined = sorted(name for name in dir(kind) if _is_abstract(kind, name))
    if undefined:
        raise InvalidGame(
            f"The game {kind.__name__} doesn't define {', '.join(undefined)}: define them, or derive the "
            "class from Placement or Stepping instead of Game."
        )


def _is_abstract(kind: type[Game], name: str) -> bool:
    """Whether a method is still abstract. Python's own list of them isn't there yet at this point."""
    return getattr(getattr(kind, name, None), "__isabstractmethod__", False) is True


def _check_rules(kind: type[Game]) -> None:
    for (name, wanted), rule in zip(_RULE_ARGUMENTS.items(), kind.rules, strict=True):
        if isinstance(rule, FunctionType) and rule.__code__.co_argcount != len(wanted):
            raise InvalidGame(
                f"The {name} rule of the game {kind.__name__} has {rule.__code__.co_argcount} arguments "
                f"instead of {len(wanted)}: write {rule.__name__}({', '.join(wanted)})."
            )
