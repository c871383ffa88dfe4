"""Case splits: a side has only a few ways to play, and each of them loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gridlock.review.wording import FORCED, Reason
from gridlock.rules import Move, Position, other

_MAX_WAYS = 5  # in a sentence
_SHORT = 2  # moves of a way that is listed: a reply and its answer
_EXAMPLES = 2  # listed ways
_MAX_DEPTH = 5  # moves until a way must be decided

Verdict = Callable[[Position, int], str | None]
"""Says in a word or two why a side wins a position; None if that isn't obvious."""


class Way(NamedTuple):
    """One way to lose, or several replies with the same answer."""

    lines: tuple[tuple[Move, ...], ...]
    """The moves; one line for each of the replies."""
    verdict: str
    """Why its last position is decided."""

    def after(self, move: Move) -> Way:
        """Return the same way with a move before it."""
        return Way(tuple((move, *line) for line in self.lines), self.verdict)


def case_split(position: Position, winner: int, verdict: Verdict) -> Reason | None:
    """Return the reason that each of a few ways loses for the other side; None if there are too many."""
    ways = find_ways(position, winner, verdict)
    if ways is None:
        return None
    words, begins = position.game.move_words, position.turn == winner
    lines = tuple(line for way in ways for line in way.lines)
    if begins and len(lines[0]) == 1:
        lost = f"Player {other(winner)} is lost ({ways[0].verdict})"
        text = f"Player {winner} plays {words(lines[0][0])}, and {lost}."
        return Reason("forced", text, lesson=FORCED, winner=winner, cases=lines)
    texts = [_example(way, winner, words, skipped=begins) for way in ways if _is_short(way, begins)]
    if len(texts) < len(ways) or len(ways) > _EXAMPLES or any(len(way.lines) > 1 for way in ways):
        verdicts = {way.verdict for way in ways}
        why = f" ({verdicts.pop()})" if len(verdicts) == 1 else ""
        texts = [f"each of Player {other(winner)}'s moves loses{why}", *texts[: _EXAMPLES - 1]]
    text = "; ".join(texts)
    first = f"Player {winner} plays {words(ways[0].lines[0][0])}. Then " if begins else ""
    claim = first + text if first else text[0].upper() + text[1:]
    return Reason("forced", f"{claim}.", lesson=FORCED, winner=winner, cases=lines)


def _is_short(way: Way, begins: bool) -> bool:
    """Whether a way is short enough for a sentence: a reply and its answer, after a first move if any."""
    return len(way.lines[0]) - begins <= _SHORT


def _example(way: Way, winner: int, words: Callable[[Move], str], *, skipped: bool) -> str:
    """Describe one reply, the answer to it if one is needed, and why that wins."""
    reply, *answer = map(words, way.lines[0][skipped:])
    answers = f"answers {answer[0]}" if answer else "wins"
    return f"if Player {other(winner)} plays {reply}, Player {winner} {answers}: {way.verdict}"


def find_ways(
    position: Position, winner: int, verdict: Verdict, most: int = _MAX_WAYS
) -> tuple[Way, ...] | None:
    """Return all ways from a position, as short as possible; None if there are more than ``most``."""
    begin = 2 + (position.turn == winner)
    for depth in range(begin, _MAX_DEPTH + 1, 2):
        ways = _Search(winner, verdict).ways(position, depth, most)
        if ways is not None:
            return ways
    return None


class _Answer(NamedTuple):
    """The winner's answer, if one is needed, and why it wins."""

    moves: tuple[Move, ...]
    verdict: str


class _Search:
    """The search for ways: the winner looks for moves that leave few, the other side tries every move."""

    def __init__(self, winner: int, verdict: Verdict) -> None:
        self._winner, self._verdict = winner, verdict

    def ways(self, position: Position, depth: int, most: int) -> tuple[Way, ...] | None:
        if not position.legal:
            return None
        if position.turn != self._winner:
            return self._losers_ways(position, depth, most)
        best: tuple[Way, ...] | None = None
        for move in position.legal_moves():
            if most < 1:
                break
            ways = self._after(position, move, depth - 1, most)
            if ways is not None:
                best, most = tuple(way.after(move) for way in ways), len(ways) - 1
        return best

    def _after(self, position: Position, move: Move, depth: int, most: int) -> tuple[Way, ...] | None:
        """Return the ways after a move; a single empty one if the position is decided."""
        child = position.play(move)
        verdict = self._decided(position, child)
        if verdict is not None:
            return (Way(((),), verdict),)
        return self.ways(child, depth, most) if depth else None

    def _decided(self, position: Position, child: Position) -> str | None:
        """Return why the winner wins after a move; None if that isn't obvious."""
        if position.turn == child.turn:
            return "no move left" if child.turn == self._winner else None  # the other side had to pass
        return self._verdict(child, self._winner)

    def _losers_ways(self, position: Position, depth: int, most: int) -> tuple[Way, ...] | None:
        replies = position.legal_moves()
        if depth <= 2:
            return self._last_ways(position, replies, most)
        if len(replies) > most:
            return None
        all_ways: tuple[Way, ...] = ()
        for left, move in zip(range(len(replies) - 1, -1, -1), replies, strict=True):
            ways = self._after(position, move, depth - 1, most - len(all_ways) - left)
            if ways is None:
                return None
            all_ways += tuple(way.after(move) for way in ways)
        return all_ways

    def _last_ways(self, position: Position, replies: tuple[Move, ...], most: int) -> tuple[Way, ...] | None:
        """Group the loser's last replies by their answer."""
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
            ways.append(Way(lines, usual.verdict))
            answers = {reply: possible for reply, possible in answers.items() if reply not in alike}
        return None if answers else tuple(ways)

    def _answers(self, position: Position, reply: Move) -> Iterator[_Answer]:
        """Yield the answers that decide a reply; an empty one if none is needed."""
        child = position.play(reply)
        verdict = self._decided(position, child)
        if verdict is not None:
            yield _Answer((), verdict)
        elif child.turn == self._winner:
            for move in child.legal_moves():
                verdict = self._decided(child, child.play(move))
                if verdict is not None:
                    yield _Answer((move,), verdict)
