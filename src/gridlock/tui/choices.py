"""What can be chosen when a match is set up: players, sizes, variants."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from gridlock.players import EXAMPLES, Human
from gridlock.players.level import LEVELS
from gridlock.rules import Game
from gridlock.rules.variant import Variant
from gridlock.text.headings import variant_text

OTHER = ""
"""Stands for something that is typed."""

EQUAL = "equal"
"""Stands for a bot of about the person's strength."""

Choices = list[tuple[str, str]]
"""Lines to choose from, each with what it stands for."""

_SQUARES = range(3, 9)


def players() -> Choices:
    """The players that need nothing typed, each with what it is."""
    levels = [
        (f"level {number} · {level.name}: {level.line}", f"level:{number}")
        for number, level in enumerate(LEVELS, start=1)
    ]
    others = [
        (f"{spec}: {meaning}", spec)
        for spec, meaning in EXAMPLES.items()
        if spec.partition(":")[0] not in (Human.name, "level", "python", "engine")
    ]
    people = [("a person", Human.name), ("a bot about as strong as you", EQUAL)]
    return [*people, *levels, *others, ("another one, typed below", OTHER)]


def is_listed(spec: str) -> bool:
    """Whether a player need not be typed."""
    return spec in [value for _, value in players()]


def sizes(kind: type[Game]) -> Choices:
    """Boards of a game: the standard one, the one for quick games, and squares; others are typed."""
    variant = Variant(kind.id, ",".join(values[0] for values in kind.variants.values()))
    shapes = {kind.size, kind.quick_size or kind.size, *((side, side) for side in _SQUARES)}
    found = [
        (f"{rows}x{cols}{' (standard)' if (rows, cols) == kind.size else ''}", f"{rows}x{cols}")
        for rows, cols in sorted(shapes)
        if variant.can_be_on(rows, cols)
    ]
    return [*found, ("another one, typed below", OTHER)]


def variants(kind: type[Game]) -> Choices:
    """Every choice of options, the standard one first."""
    choices = [dict(zip(kind.variants, values, strict=True)) for values in product(*kind.variants.values())]
    return [(variant_text(kind, options), options_typed(options)) for options in choices]


def options_typed(options: Mapping[str, str]) -> str:
    """Options as the form keeps them: ``diagonals=all``."""
    return " ".join(f"{name}={chosen}" for name, chosen in options.items())
