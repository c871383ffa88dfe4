"""Scenes: a position with labels, and marks for reasons with a legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_letters
from typing import NamedTuple

from gridlock.review import Reason
from gridlock.rules import Move, Position
from gridlock.rules.trails import Track, last_cells, trails_of
from gridlock.tui.palette import LOSS, PLAIN, WIN

_NAMED = "*  mentioned in the reason"
_PAIRED = "a a  one answers the other"
_ANSWERED = "a A  A answers a"
_BETTER = "◆  would have won"
_HARDER = "◆  would have been harder to beat"


@dataclass(frozen=True)
class Label:
    """A short text in a cell."""

    text: str
    colour: str = PLAIN


@dataclass(frozen=True)
class Scene:
    """A position and its marks, by cell number."""

    position: Position
    last: frozenset[int] = frozenset()
    """The cells of the last move, drawn with an outline."""
    trails: Mapping[int, Track] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    """The cells that can be chosen, drawn with a dot."""
    labels: Mapping[int, Label] = field(default_factory=dict)
    blockers: frozenset[int] = frozenset()
    """The pieces that make an attempted move illegal."""
    changed: Mapping[int, str] = field(default_factory=dict)
    """The letters of cells changed by the first part of a move."""
    cursor: int | None = None


def scene_of(positions: Sequence[Position], moves: Sequence[Move]) -> Scene:
    """Make a scene of the last position, with its last move and its trails."""
    last = frozenset(last_cells(positions, moves))
    return Scene(positions[-1], last=last, trails=trails_of(positions, moves))


# Marks ------------------------------------------------------------------------------------------


class Marks(NamedTuple):
    """Labels in cells, and a legend."""

    labels: dict[int, Label]
    legend: tuple[str, ...]

    def over(self, other: Marks) -> Marks:
        """Combine both; these take precedence."""
        return Marks(other.labels | self.labels, tuple(dict.fromkeys(self.legend + other.legend)))


def reason_marks(reasons: Iterable[Reason], at: int) -> Marks:
    """Mark the cells and pairs of the reasons that hold after ``at`` moves of the line."""
    marks = Marks({}, ())
    for reason in reasons:
        if reason.at <= at:
            named = {cell: Label("*", LOSS) for cell in reason.cells}
            marks = _pair_marks(reason.pairs).over(Marks(named, (_NAMED,) if named else ())).over(marks)
    return marks


def better_marks(position: Position, move: Move, *, wins: bool = True) -> Marks:
    """Mark the cells of a move that would have won, or been harder to beat."""
    if not position.legal >> move & 1:
        return Marks({}, ())
    first, *rest = position.game.parts(position, move)
    labels = {cell: Label("▪", WIN) for cell in rest} | {first: Label("◆", WIN)}
    nouns = [f"▪  its {noun}" for noun, _ in position.game.part_names[1:]]
    return Marks(labels, (_BETTER if wins else _HARDER, *nouns))


def _pair_marks(pairs: Sequence[tuple[int, int]]) -> Marks:
    """Mark each pair with a letter; an answer shared by several cells gets the capital."""
    used = Counter(cell for pair in pairs for cell in pair)
    alone = [pair for pair in pairs if used[pair[0]] == used[pair[1]] == 1]
    answers = dict.fromkeys(two for one, two in pairs if (one, two) not in alone)
    names = iter(ascii_letters)
    capitals = dict(zip(answers, names, strict=False))
    texts: dict[int, str] = {}
    for one, two in pairs:
        if two in capitals:
            texts[one] = capitals[two]
    for cell, name in capitals.items():
        texts[cell] = texts.get(cell, "") + name.upper()
    for pair, name in zip(alone, names, strict=False):
        texts |= dict.fromkeys(pair, name)
    legend = [_PAIRED] * bool(alone) + [_ANSWERED] * bool(capitals)
    return Marks({cell: Label(text, WIN) for cell, text in texts.items()}, tuple(legend))
