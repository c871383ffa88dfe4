"""Short forced lines: whatever a side does, a few ways are all that there is, and each of them is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gridlock.review.wording import FORCED, Reason
from gridlock.rules import Move, Position, other

_MOST = 5  # ways that a sentence lists
_DEPTH = 5  # moves until a way is known to be lost

Finding = Callable[[Position, int], str | None]
"""In a word or two why a position is won for a side; None if that cannot be seen at once."""

Labelling = Callable[[Position, tuple[Move, ...]], str]
"""How a sentence names replies that have the same answer."""


class Way(NamedTuple):
    """One way on which a side loses, or several replies that are answered alike."""

    lines: tuple[tuple[Move, ...], ...]
    """The moves; more than one line where replies are answered alike."""
    words: tuple[str, ...]
    """The moves as a sentence names them."""
    verdict: str
    """What is seen at the end of it."""

    def begun_by(self, move: Move) -> Way:
        """The same way with a move before it."""
        return Way(tuple((move, *line) for line in self.lines), (str(move), *self.words), self.verdict)


def all_ways(position: Position, winner: int, verdict: Finding, label: Labelling) -> Reason | None:
    """That each of a few ways is lost for the other side, if there are no more than a few."""
    ways = find_ways(position, winner, verdict, label)
    if ways is None:
        return None
    loser, lines = other(winner), tuple(line for way in ways for line in way.lines)
    first = next(iter(ways)).words[0] if position.turn == winner else ""
    begin = f"Player {winner} plays {first}, and then" if first else "Here"
    verdicts = {way.verdict for way in ways}
    listed = "; ".join(_listed(way, len(verdicts) > 1, skipped=bool(first)) for way in ways)
    always = f" ({'each time ' * (len(ways) > 1)}{verdicts.pop()})" if len(verdicts) == 1 else ""
    text = f"{begin} every move of Player {loser} loses: {listed}{always}."
    return Reason("forced", text, lesson=FORCED, winner=winner, cases=lines)


def _listed(way: Way, verdict: bool, *, skipped: bool) -> str:
    """A way as a list has it, without the move that all of them begin with."""
    words = " ".join(way.words[skipped:])
    return f"{words} ({way.verdict})" if verdict else words


def find_ways(
    position: Position, winner: int, verdict: Finding, label: Labelling, most: int = _MOST
) -> tuple[Way, ...] | None:
    """Every way from a position on, if there are at most so many; as short as they can be."""
    begin = 2 + (position.turn == winner)
    for depth in range(begin, _DEPTH + 1, 2):
        found = _Ways(winner, verdict, label).ways(position, depth, most)
        if found is not None:
            return found
    return None


class _Answer(NamedTuple):
    """What the winner answers, if it has to, and what is seen then."""

    moves: tuple[Move, ...]
    verdict: str


class _Ways:
    """The search for ways: the winner looks for moves that leave few, the other side tries every move."""

    def __init__(self, winner: int, verdict: Finding, label: Labelling) -> None:
        self._winner, self._verdict, self._label = winner, verdict, label

    def ways(self, position: Position, depth: int, most: int) -> tuple[Way, ...] | None:
        if not position.legal:
            return None
        if position.turn != self._winner:
            return self._of_the_loser(position, depth, most)
        best: tuple[Way, ...] | None = None
        for move in position.legal_moves():
            if most < 1:
                break
            found = self._after(position, move, depth - 1, most)
            if found is not None:
                best, most = tuple(way.begun_by(move) for way in found), len(found) - 1
        return best

    def _after(self, position: Position, move: Move, depth: int, most: int) -> tuple[Way, ...] | None:
        """The ways after a move: a single one, without further moves, if all is clear by then."""
        child = position.play(move)
        verdict = self._clear(position, child)
        if verdict is not None:
            return (Way(((),), (), verdict),)
        return self.ways(child, depth, most) if depth else None

    def _clear(self, position: Position, child: Position) -> str | None:
        """Why a position is won for the winner after a move, if it is and that can be seen at once."""
        if position.turn == child.turn:
            return "no move left" if child.turn == self._winner else None  # who has to pass has lost
        return self._verdict(child, self._winner)

    def _of_the_loser(self, position: Position, depth: int, most: int) -> tuple[Way, ...] | None:
        replies = position.legal_moves()
        if depth <= 2:
            return self._answered(position, replies, most)
        if len(replies) > most:
            return None
        found: tuple[Way, ...] = ()
        for left, move in zip(range(len(replies) - 1, -1, -1), replies, strict=True):
            ways = self._after(position, move, depth - 1, most - len(found) - left)
            if ways is None:
                return None
            found += tuple(way.begun_by(move) for way in ways)
        return found

    def _answered(self, position: Position, replies: tuple[Move, ...], most: int) -> tuple[Way, ...] | None:
        """The last replies, those together that have the same answer."""
        answers: dict[Move, list[_Answer]] = {}
        for reply in replies:
            answers[reply] = list(self._answers(position, reply))
            if not answers[reply]:
                return None
        ways: list[Way] = []
        while answers and len(ways) < most:
            usual, _ = Counter(answer for possible in answers.values() for answer in possible).most_common(1)[
                0
            ]
            alike = tuple(reply for reply in answers if usual in answers[reply])
            lines = tuple((reply, *usual.moves) for reply in alike)
            words = (self._label(position, alike), *map(str, usual.moves))
            ways.append(Way(lines, words, usual.verdict))
            answers = {reply: possible for reply, possible in answers.items() if reply not in alike}
        return None if answers else tuple(ways)

    def _answers(self, position: Position, reply: Move) -> Iterator[_Answer]:
        """The answers to a reply after which all is clear; no move if it is clear without."""
        child = position.play(reply)
        verdict = self._clear(position, child)
        if verdict is not None:
            yield _Answer((), verdict)
        elif child.turn == self._winner:
            for move in child.legal_moves():
                verdict = self._clear(child, child.play(move))
                if verdict is not None:
                    yield _Answer((move,), verdict)
