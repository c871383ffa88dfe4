"""What a board shows: pieces, labels, and the marks of reasons with their legend."""

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

_NAMED = "*  named by the reason"
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
    """A position, and all that is marked on it. Cells are given by their numbers."""

    position: Position
    last: frozenset[int] = frozenset()
    """The cells of the last move, which are outlined."""
    trails: Mapping[int, Track] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    """The cells that may be chosen, which are dotted."""
    labels: Mapping[int, Label] = field(default_factory=dict)
    warned: frozenset[int] = frozenset()
    """The pieces that forbid what was tried."""
    changed: Mapping[int, str] = field(default_factory=dict)
    """The letters of cells that look different, as a part of a move is already made."""
    cursor: int | None = None


def scene_of(positions: Sequence[Position], moves: Sequence[Move]) -> Scene:
    """The last of these positions, with its last move and its trails."""
    last = frozenset(last_cells(positions, moves))
    return Scene(positions[-1], last=last, trails=trails_of(positions, moves))


# Marks ------------------------------------------------------------------------------------------


class Marks(NamedTuple):
    """Labels in cells, and a line about each kind of them."""

    labels: dict[int, Label]
    legend: tuple[str, ...]

    def over(self, other: Marks) -> Marks:
        """Both; where they meet, these."""
        return Marks(other.labels | self.labels, tuple(dict.fromkeys(self.legend + other.legend)))


def reason_marks(reasons: Iterable[Reason], at: int) -> Marks:
    """The cells and pairs of the reasons that hold once so many moves of the line have been made."""
    found = Marks({}, ())
    for reason in reasons:
        if reason.at <= at:
            named = {cell: Label("*", LOSS) for cell in reason.cells}
            found = _pair_marks(reason.pairs).over(Marks(named, (_NAMED,) if named else ())).over(found)
    return found


def better_marks(position: Position, move: Move, *, wins: bool = True) -> Marks:
    """The cells of a move that would have won, or at least been harder to beat."""
    if not position.legal >> move & 1:
        return Marks({}, ())
    legend = _BETTER if wins else _HARDER
    return Marks({cell: Label("◆", WIN) for cell in position.game.parts(position, move)}, (legend,))


def _pair_marks(pairs: Sequence[tuple[int, int]]) -> Marks:
    """A letter for each pair; where cells share an answer, that has the capital."""
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
