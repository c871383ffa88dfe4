"""A shallow alpha-beta search in plain Python, for the levels."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from gridlock.board import cells
from gridlock.rules import Game, Move, Position, Words

WON = 1_000_000
"""Scores of at least this are wins, larger ones sooner; their negatives are losses."""

_INFINITY = float("inf")


class Reply(NamedTuple):
    """A move and the position after it: the words for the next side, and its moves as a word."""

    action: int
    words: Words
    legal: int


def replies(game: Game, words: Words, legal: int) -> list[Reply]:
    """Return a reply for each legal move, those first that leave the other side few moves."""
    board, play_words, legal_word = game.board, game.play_words, game.legal_word
    result = []
    for action in cells(legal):
        after = play_words(board, *words, action)
        result.append(Reply(action, after, legal_word(board, *after)))
    result.sort(key=lambda reply: reply.legal.bit_count())
    return result


class OutOfNodes(Exception):
    """The node limit is reached."""


class LookAhead:
    """Alpha-beta to a fixed depth, with the room of both sides as evaluation."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._game = game
        self._nodes = nodes

    def negamax(self, words: Words, legal: int, depth: int, low: float, high: float) -> float:
        """Return the score of the side to move; exact if it's between the two bounds."""
        if not legal:
            return -WON - depth
        if depth == 0:
            return self._game.mobility(*words)
        self._nodes -= legal.bit_count()
        if self._nodes < 0:
            raise OutOfNodes
        best = -_INFINITY
        for reply in replies(self._game, words, legal):
            best = max(best, -self.negamax(reply.words, reply.legal, depth - 1, -high, -max(low, best)))
            if best >= high:
                break
        return best


def choose_move(
    position: Position, depth: int, nodes: int, noise: Mapping[int, float], overlooked: Collection[int] = ()
) -> Move:
    """Return the best move by iterative deepening to this depth, within a node limit.

    ``noise`` is added to each move's score, unless that is a win or a loss. Overlooked moves aren't searched,
    only evaluated by the room they leave.
    """
    search = LookAhead(position.game, nodes)
    order = replies(position.game, position.words, position.legal)
    scores: dict[int, float] = {}
    for limit in range(1, depth + 1):
        before, scores = scores, {}
        order.sort(key=lambda reply: before.get(reply.action, 0.0), reverse=True)
        try:
            for reply in order:
                best = max(scores.values(), default=-_INFINITY)
                if reply.action in overlooked:
                    scores[reply.action] = noise[reply.action] - position.game.mobility(*reply.words)
                else:
                    scores[reply.action] = _score(search, reply, limit, noise[reply.action], best)
        except OutOfNodes:
            rest = {action: score for action, score in before.items() if action not in scores}
            if rest and max(scores.values(), default=-WON) <= -WON:
                scores = rest  # a move not searched this deep is better than a known loss
            break
        if max(scores.values()) >= WON:
            break
    return position.move(max(scores, key=scores.__getitem__))


def _score(search: LookAhead, reply: Reply, depth: int, noise: float, best: float) -> float:
    """Return the noisy score of a move: exact if it's better than the best, else an upper bound."""
    bound = best if abs(best) >= WON else best - noise
    score = -search.negamax(reply.words, reply.legal, depth - 1, -_INFINITY, -bound)
    return score if abs(score) >= WON else score + noise
