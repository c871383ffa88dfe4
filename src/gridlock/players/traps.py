"""What to play in a lost position: where the other side is most likely to go wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from statistics import pstdev
from typing import TYPE_CHECKING, NamedTuple

from gridlock.board import cells
from gridlock.rules import Game, Words
from gridlock.search import OutOfTime

if TYPE_CHECKING:
    from gridlock.search.solver import Solver

_MOST_REPLIES = 8  # of the opponent, that are looked ahead
_LEAST = 0.002  # lines less likely than that are not followed
_HOPE = 0.1  # for the chance that is left where a line is followed no further


class Answer(NamedTuple):
    """A reply of the opponent, and what can be seen of it."""

    words: Words
    legal: int
    """The moves after it, for the side that has lost; none if the reply wins at once."""
    errs: bool
    """Whether it gives the win away."""
    punished: bool
    """Whether that is punished by the very next move."""
    lead: int
    """How many moves more the opponent would have than the side to move."""
    room: int
    """How much more room the opponent has, as the game judges it."""


def _careless(answers: Sequence[Answer]) -> list[float]:
    """Takes any reply."""
    return [1.0] * len(answers)


def _greedy(answers: Sequence[Answer]) -> list[float]:
    """Takes a win, or else the best balance of moves."""
    best = max((not answer.legal, answer.lead) for answer in answers)
    return [float((not answer.legal, answer.lead) == best) for answer in answers]


def _short_sighted(answers: Sequence[Answer]) -> list[float]:
    """Takes a win, else nothing that is punished at once, and rather what leaves room."""
    if not all(answer.legal for answer in answers):
        return [float(not answer.legal) for answer in answers]
    rooms = [answer.room for answer in answers]
    best, swing = max(rooms), max(1.0, pstdev(rooms))
    careful = not all(answer.punished for answer in answers)
    return [0.0 if careful and seen.punished else exp((seen.room - best) / swing) for seen in answers]


OPPONENTS: tuple[Callable[[Sequence[Answer]], list[float]], ...] = (_careless, _greedy, _short_sighted)
"""Whom one may be playing against: for each kind, how much it is drawn to each of its replies."""

Chances = tuple[float, ...]
"""For each kind of opponent, how likely it is that one has it and that it lets a line come this far."""

_ALL_EQUAL: Chances = (1 / len(OPPONENTS),) * len(OPPONENTS)


class _OutOfAnswers(Exception):
    """As many replies have been looked at as may be."""


class Traps:
    """Judges the moves of a lost side by how likely the other side is to give the win away.

    The opponent may be of any kind, and what it has replied tells something about its kind. The solver says
    which replies give the win away; who gets a win does not give it back.
    """

    def __init__(self, game: Game, solver: Solver, answers: int) -> None:
        self._game = game
        self._solver = solver
        self._left = answers
        self._seen: dict[Words, tuple[list[Answer], list[list[float]]]] = {}

    def chances(self, words: Words, legal: int) -> dict[int, float]:
        """For each move of a side that has lost, how likely it is to win all the same.

        One reply is looked ahead, then two, and so on as long as answers and time last.
        """
        game = self._game
        children = {action: game.play_words(game.board, *words, action) for action in cells(legal)}
        found: dict[int, float] = {}
        for replies in range(1, _MOST_REPLIES + 1):
            try:
                found = {move: self._after(child, _ALL_EQUAL, replies) for move, child in children.items()}
            except (_OutOfAnswers, OutOfTime):
                if not found:
                    raise
                break
        return found

    def _before(self, words: Words, legal: int, chances: Chances, replies: int) -> float:
        """How likely the side to move is still to win, which has lost if the other does not err."""
        if not legal:
            return 0.0
        if replies == 0 or sum(chances) < _LEAST:
            return _HOPE * sum(chances)
        game = self._game
        return max(
            self._after(game.play_words(game.board, *words, action), chances, replies)
            for action in cells(legal)
        )

    def _after(self, words: Words, chances: Chances, replies: int) -> float:
        """The same after a move of the lost side, the other being to move."""
        if words not in self._seen:
            self._seen[words] = self._look(words)
        answers, likely = self._seen[words]
        self._left -= len(answers)
        if self._left < 0 and replies > 1:
            raise _OutOfAnswers
        found = 0.0
        for number, answer in enumerate(answers):
            now = tuple(chance * shares[number] for chance, shares in zip(chances, likely, strict=True))
            found += sum(now) if answer.errs else self._before(answer.words, answer.legal, now, replies - 1)
        return found

    def _look(self, words: Words) -> tuple[list[Answer], list[list[float]]]:
        """The replies, and for each kind of opponent how likely it is to choose them."""
        game = self._game
        legal = game.legal_word(game.board, *words)
        answers = [self._answer(game.play_words(game.board, *words, action)) for action in cells(legal)]
        return answers, [_shares(drawn_to(answers)) for drawn_to in OPPONENTS]

    def _answer(self, words: Words) -> Answer:
        game = self._game
        legal = game.legal_word(game.board, *words)
        theirs = game.legal_word(game.board, *game.swapped(*words))
        errs = bool(legal) and self._solver.wins(words)
        punished = errs and self._wins_at_once(words, legal)
        lead = theirs.bit_count() - legal.bit_count()
        return Answer(words, legal, errs, punished, lead, -game.room(*words))

    def _wins_at_once(self, words: Words, legal: int) -> bool:
        game = self._game
        after = (game.play_words(game.board, *words, action) for action in cells(legal))
        return not all(game.legal_word(game.board, *child) for child in after)


def _shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]
