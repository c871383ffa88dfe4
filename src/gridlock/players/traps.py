"""Traps in lost positions: the moves after which the opponent is most likely to err."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from statistics import pstdev
from typing import TYPE_CHECKING, NamedTuple

from gridlock.board import cells
from gridlock.rules import Game, Words
from gridlock.search import OutOfTime

if TYPE_CHECKING:
    from gridlock.search.base_solver import BaseSolver

_MAX_REPLIES = 8  # how many of the opponent's replies to look ahead
_MIN_CHANCE = 0.002  # less likely lines are not followed
_HOPE = 0.1  # the assumed chance of an error beyond the end of a line


class Answer(NamedTuple):
    """A reply of the opponent and its properties."""

    words: Words
    legal: int
    """The losing side's moves after it; 0 if the reply wins at once."""
    errs: bool
    """Whether it gives the win away."""
    punished: bool
    """Whether the very next move punishes it."""
    lead: int
    """The opponent's lead in legal moves."""
    room: int
    """The opponent's lead in room, by the game's evaluation."""


def _careless(answers: Sequence[Answer]) -> list[float]:
    """Choose any reply."""
    return [1.0] * len(answers)


def _greedy(answers: Sequence[Answer]) -> list[float]:
    """Choose a win, or else the best balance of moves."""
    best = max((not answer.legal, answer.lead) for answer in answers)
    return [float((not answer.legal, answer.lead) == best) for answer in answers]


def _short_sighted(answers: Sequence[Answer]) -> list[float]:
    """Choose a win, or else a reply that isn't punished at once, preferably one that leaves room."""
    if not all(answer.legal for answer in answers):
        return [float(not answer.legal) for answer in answers]
    rooms = [answer.room for answer in answers]
    best, swing = max(rooms), max(1.0, pstdev(rooms))
    careful = not all(answer.punished for answer in answers)
    return [0.0 if careful and seen.punished else exp((seen.room - best) / swing) for seen in answers]


OPPONENTS: tuple[Callable[[Sequence[Answer]], list[float]], ...] = (_careless, _greedy, _short_sighted)
"""Models of the opponent: for each, a function that weighs the replies."""

Chances = tuple[float, ...]
"""For each opponent model, the joint probability of that opponent and of the line so far."""

_ALL_EQUAL: Chances = (1 / len(OPPONENTS),) * len(OPPONENTS)


class _OutOfAnswers(Exception):
    """The limit of replies to examine is reached."""


class Traps:
    """Rates the moves of the losing side by how likely the opponent is to give the win away.

    The opponent's model is unknown, and its replies are evidence for one or another. The solver says which
    replies give the win away. After that, the side that was losing is assumed to win.
    """

    def __init__(self, game: Game, solver: BaseSolver, answers: int) -> None:
        self._game = game
        self._solver = solver
        self._left = answers
        self._seen: dict[Words, tuple[list[Answer], list[list[float]]]] = {}

    def chances(self, words: Words, legal: int) -> dict[int, float]:
        """Return for each move of the losing side how likely it is to win after all.

        It looks one reply ahead, then two, and so on until the answers or the time run out.
        """
        game = self._game
        children = {action: game.play_words(game.board, *words, action) for action in cells(legal)}
        chances: dict[int, float] = {}
        for replies in range(1, _MAX_REPLIES + 1):
            try:
                chances = {move: self._after(child, _ALL_EQUAL, replies) for move, child in children.items()}
            except (_OutOfAnswers, OutOfTime):
                if not chances:
                    raise
                break
        return chances

    def _before(self, words: Words, legal: int, chances: Chances, replies: int) -> float:
        """Return the chance of the losing side, which is to move."""
        if not legal:
            return 0.0
        if replies == 0 or sum(chances) < _MIN_CHANCE:
            return _HOPE * sum(chances)
        game = self._game
        return max(
            self._after(game.play_words(game.board, *words, action), chances, replies)
            for action in cells(legal)
        )

    def _after(self, words: Words, chances: Chances, replies: int) -> float:
        """Return the chance of the losing side after its move."""
        if words not in self._seen:
            self._seen[words] = self._look(words)
        answers, likely = self._seen[words]
        self._left -= len(answers)
        if self._left < 0 and replies > 1:
            raise _OutOfAnswers
        total = 0.0
        for number, answer in enumerate(answers):
            now = tuple(chance * shares[number] for chance, shares in zip(chances, likely, strict=True))
            total += sum(now) if answer.errs else self._before(answer.words, answer.legal, now, replies - 1)
        return total

    def _look(self, words: Words) -> tuple[list[Answer], list[list[float]]]:
        """Return the replies, and for each opponent model how likely it is to choose each."""
        game = self._game
        legal = game.legal_word(game.board, *words)
        answers = [self._answer(game.play_words(game.board, *words, action)) for action in cells(legal)]
        return answers, [_shares(weigh(answers)) for weigh in OPPONENTS]

    def _answer(self, words: Words) -> Answer:
        game = self._game
        legal = game.legal_word(game.board, *words)
        theirs = game.legal_word(game.board, *game.swapped(*words))
        errs = bool(legal) and self._solver.wins(words)
        punished = errs and self._wins_at_once(words, legal)
        lead = theirs.bit_count() - legal.bit_count()
        return Answer(words, legal, errs, punished, lead, -game.mobility(*words))

    def _wins_at_once(self, words: Words, legal: int) -> bool:
        game = self._game
        after = (game.play_words(game.board, *words, action) for action in cells(legal))
        return not all(game.legal_word(game.board, *child) for child in after)


def _shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]
