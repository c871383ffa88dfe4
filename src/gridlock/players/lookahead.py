"""Looking some moves ahead: a plain search on Python ints, for players that are no solvers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from gridlock.board import cells
from gridlock.rules import Game, Move, Position, Words

WON = 1_000_000
"""A judgement of this much or more is a win that is seen, the larger the sooner; its negative, a loss."""

_ANY = float("inf")


class Reply(NamedTuple):
    """What a move leads to: the words for the side that is next, and its moves as a word."""

    action: int
    words: Words
    legal: int


def replies(game: Game, words: Words, legal: int) -> list[Reply]:
    """What each of the legal moves leads to, those first that leave the other side few moves."""
    board, play_words, legal_word = game.board, game.play_words, game.legal_word
    found = []
    for action in cells(legal):
        after = play_words(board, *words, action)
        found.append(Reply(action, after, legal_word(board, *after)))
    found.sort(key=lambda reply: reply.legal.bit_count())
    return found


class OutOfLooks(Exception):
    """The look-ahead has looked at as many moves as it may."""


class LookAhead:
    """Judges positions by what happens within some moves, and then by the room of both sides."""

    def __init__(self, game: Game, looks: int) -> None:
        self._game = game
        self._looks = looks

    def judge(self, words: Words, legal: int, depth: int, low: float, high: float) -> float:
        """How good it is to be the side to move, so many moves ahead; exact between the two bounds."""
        if not legal:
            return -WON - depth
        if depth == 0:
            return self._game.room(*words)
        self._looks -= legal.bit_count()
        if self._looks < 0:
            raise OutOfLooks
        best = -_ANY
        for reply in replies(self._game, words, legal):
            best = max(best, -self.judge(reply.words, reply.legal, depth - 1, -high, -max(low, best)))
            if best >= high:
                break
        return best


def favourite(
    position: Position, sight: int, looks: int, liking: Mapping[int, float], overlooked: Collection[int] = ()
) -> Move:
    """The move that looks best to somebody who sees so many moves ahead, and looks at so many at most.

    ``liking`` is added to the judgement of each move, unless a win or a loss is seen. Of the overlooked moves
    only the room is judged that they leave.
    """
    look = LookAhead(position.game, looks)
    order = replies(position.game, position.words, position.legal)
    judged: dict[int, float] = {}
    for depth in range(1, sight + 1):
        before, judged = judged, {}
        order.sort(key=lambda reply: before.get(reply.action, 0.0), reverse=True)
        try:
            for reply in order:
                best = max(judged.values(), default=-_ANY)
                if reply.action in overlooked:
                    judged[reply.action] = liking[reply.action] - position.game.room(*reply.words)
                else:
                    judged[reply.action] = _judged(look, reply, depth, liking[reply.action], best)
        except OutOfLooks:
            rest = {action: value for action, value in before.items() if action not in judged}
            if rest and max(judged.values(), default=-WON) <= -WON:
                judged = rest  # rather a move that has not been looked at so far ahead than a seen loss
            break
        if max(judged.values()) >= WON:
            break
    return position.move(max(judged, key=judged.__getitem__))


def _judged(look: LookAhead, reply: Reply, depth: int, liked: float, best: float) -> float:
    """What a move looks like: exactly if it is better than the best, else only that it is not."""
    enough = best if abs(best) >= WON else best - liked
    value = -look.judge(reply.words, reply.legal, depth - 1, -_ANY, -enough)
    return value if abs(value) >= WON else value + liked
