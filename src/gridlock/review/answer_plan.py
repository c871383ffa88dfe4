"""A strategy for games about open cells: a prepared answer to every move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from gridlock.board import Board, cells
from gridlock.review.reasons import Budget
from gridlock.review.wording import ANSWERS, Reason, example_answers
from gridlock.rules import Move, Position, other
from gridlock.rules.placement import open_cells

_TRIES = 8000  # pairs of moves to examine after one first move
_ALL_TRIES = 80000  # and for all first moves together

Answers = dict[int, int]
"""For each cell one side can move to, the cell where the other side answers."""


class AnswerPlan(ABC):
    """Finds the strategy in a game where only the cells open to either side matter.

    An answer must be legal when it's needed, whatever moves and answers came before. Since each token closes
    cells on its own, it's enough to check pairs of moves: neither's answer may be spoilt by the other move or
    its answer, unless the two moves exclude each other.
    """

    @abstractmethod
    def closed_by(self, board: Board, cell: int) -> int:
        """Return the cells that a token on this one (a word of one bit) closes to a side, and itself."""

    @abstractmethod
    def alone(self, closed: tuple[int, ...], move: int) -> int:
        """Return the cells that can't answer a move, even with no other move on the board."""

    @abstractmethod
    def spoilt(self, closed: tuple[int, ...], move: int, answer: int, another: int) -> int:
        """Return the cells that can't answer another move if the first move has this answer."""

    def __call__(self, position: Position, winner: int) -> Reason | None:
        """Find an answer to every move for the winner, possibly after a first move."""
        closed, left = self._closed(position.game.board), _ALL_TRIES
        for first, child in _starts(position, winner):
            budget = Budget(min(_TRIES, left))
            left -= budget.left
            answers = self.find(closed, open_cells(child, other(winner)), open_cells(child, winner), budget)
            if answers is not None:
                return _reason(child, winner, first, answers)
            left += max(0, budget.left)
        return None

    @lru_cache(maxsize=8)  # noqa: B019 (there is one of these for each game)
    def _closed(self, board: Board) -> tuple[int, ...]:
        return tuple(self.closed_by(board, 1 << cell) for cell in range(board.size))

    def find(self, closed: tuple[int, ...], moves: int, answers: int, budget: Budget) -> Answers | None:
        """Return compatible answers to all of these moves; None if none were found."""
        choices = {move: answers & ~self.alone(closed, move) for move in cells(moves)}
        assigned: Answers = {}
        return assigned if self._assign(closed, choices, assigned, budget) else None

    def _assign(
        self, closed: tuple[int, ...], choices: dict[int, int], assigned: Answers, budget: Budget
    ) -> bool:
        """Assign answers by backtracking, fewest choices first; return whether that worked."""
        if not choices:
            return True
        move = min(choices, key=lambda cell: choices[cell].bit_count())
        for answer in cells(choices[move]):
            if not budget.spend(len(choices)):
                return False
            rest = {
                another: left & ~self.spoilt(closed, move, answer, another)
                for another, left in choices.items()
                if another != move
            }
            if all(rest.values()):
                assigned[move] = answer
                if self._assign(closed, rest, assigned, budget):
                    return True
        return False


def _starts(position: Position, winner: int) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield positions with the loser to move: this one, or those after a first move, easy ones first."""
    if position.turn != winner:
        yield (), position
        return
    children = [((move,), position.play(move)) for move in position.legal_moves()]
    children.sort(key=lambda child: open_cells(child[1], other(winner)).bit_count())
    yield from (child for child in children if child[1].turn != winner)


def _reason(position: Position, winner: int, first: tuple[Move, ...], answers: Answers) -> Reason:
    """Return the reason for a position in which every move has its answer."""
    times = Counter(answers.values())
    pairs = tuple(
        (move, answer)
        for move, answer in sorted(answers.items())
        if answers.get(answer) != move or times[answer] > 1 or times[move] > 1 or move < answer
    )  # two cells that answer only each other are listed once
    begin = f"Player {winner} plays {position.game.move_words(first[0])}. Then " if first else ""
    examples = example_answers(position, sorted(answers.items()))
    text = f"{begin}Player {winner} has an answer to every move: {examples}."
    return Reason("answers", text, pairs=pairs, lesson=ANSWERS, winner=winner, first=first)
