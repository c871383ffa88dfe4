"""Looking some moves ahead: a plain search on Python ints, for players that are no solvers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from gridlock.board import cells
from gridlock.rules import Game, Move, Position, Words

__all__ = ["WON", "LookAhead", "Reply", "favoured"]

WON = 1_000_000
"""Judgements from here on are certain: a win, the larger the sooner. Below its negative, likewise a loss."""


class Reply(NamedTuple):
    """What a move leads to: the words for the side that is next, and its moves as a word."""

    action: int
    words: Words
    legal: int


class OutOfLooks(Exception):
    """The look-ahead has seen as many positions as it may."""


class LookAhead:
    """Judges positions by what happens within some moves, and then by the room of both sides."""

    def __init__(self, game: Game, looks: int) -> None:
        self._game = game
        self.looks = looks
        """How many more positions it may look at."""

    def replies(self, words: Words, legal: int) -> list[Reply]:
        """What each of the legal moves leads to, those first that leave the other side few moves."""
        self.looks -= legal.bit_count()
        if self.looks < 0:
            raise OutOfLooks
        board, play_words, legal_word = self._game.board, self._game.play_words, self._game.legal_word
        found = []
        for action in cells(legal):
            after = play_words(board, *words, action)
            found.append(Reply(action, after, legal_word(board, *after)))
        found.sort(key=_choices)
        return found

    def judge(self, words: Words, legal: int, depth: int, low: float, high: float) -> float:
        """How good it is to be the side to move, so many moves ahead; exact between the two bounds."""
        if not legal:
            return -WON - depth
        if depth == 0:
            return self._game.room(*words)
        best = -float("inf")
        for reply in self.replies(words, legal):
            best = max(best, -self.judge(reply.words, reply.legal, depth - 1, -high, -max(low, best)))
            if best >= high:
                break
        return best


def _choices(reply: Reply) -> int:
    return reply.legal.bit_count()


def favoured(
    position: Position, sight: int, looks: int, liking: Mapping[int, float], overlooked: Collection[int] = ()
) -> Move:
    """The move that looks best to somebody who looks so many moves ahead, at so many positions at most.

    ``liking`` is added to the judgement of each move, unless the end is in sight. What the overlooked moves
    lead to is not looked at, only the room that they leave.
    """
    look = LookAhead(position.game, looks)
    replies = look.replies(position.words, position.legal)
    judged: dict[int, float] = {}
    for depth in range(1, sight + 1):
        before, judged = judged, {}
        replies.sort(key=lambda reply: before.get(reply.action, 0), reverse=True)
        try:
            _judge_all(look, replies, depth, liking, overlooked, judged)
        except OutOfLooks:
            unseen = {action: value for action, value in before.items() if action not in judged}
            if max(judged.values(), default=-WON) <= -WON and unseen:
                judged = unseen  # rather a move not looked at so far ahead than one that is seen to lose
            break
        if max(judged.values()) >= WON:
            break
    return position.move(max(judged, key=judged.__getitem__))


def _judge_all(
    look: LookAhead,
    replies: list[Reply],
    depth: int,
    liking: Mapping[int, float],
    overlooked: Collection[int],
    judged: dict[int, float],
) -> None:
    """Judge every move, exactly if it is the best so far; else it is enough to know that it is not."""
    best = -float("inf")
    for action, words, legal in replies:
        liked = liking[action]
        if action in overlooked:
            judged[action] = liked - look.judge(words, -1, 0, 0, 0)
        else:
            enough = best if abs(best) >= WON else best - liked
            value = -look.judge(words, legal, depth - 1, -float("inf"), -enough)
            judged[action] = value if abs(value) >= WON else value + liked
        best = max(best, judged[action])
