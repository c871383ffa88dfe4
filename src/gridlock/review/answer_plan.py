"""A ready answer to every move, each of them safe from all the other moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from gridlock.board import Board, cells
from gridlock.review.reasons import Budget
from gridlock.review.wording import ANSWERS, Reason, answer_list
from gridlock.rules import Move, Position, other
from gridlock.rules.placement import open_cells

_TRIES = 8000  # pairs of moves that are looked at after one first move
_ALL_TRIES = 80000  # and after all of them together

Answers = dict[int, int]
"""For each cell that a side can move to, the cell where the other side answers."""


class AnswerPlan(ABC):
    """The plan, for a game in which only the cells matter that are open to either side.

    An answer must be legal when it is due, whatever other moves and answers were made before. As tokens close
    cells one by one, it is enough to look at any two moves: neither's answer may be spoilt by the other move
    or by its answer, unless the two moves cannot both be made.
    """

    @abstractmethod
    def closed_by(self, board: Board, cell: int) -> int:
        """The cells that a token on this one (a word of one bit) closes to a side; this one included."""

    @abstractmethod
    def alone(self, closed: tuple[int, ...], move: int) -> int:
        """The cells that cannot answer a move, even if nothing else happens."""

    @abstractmethod
    def spoilt(self, closed: tuple[int, ...], move: int, answer: int, another: int) -> int:
        """The cells that cannot answer another move if the first move has this answer."""

    def __call__(self, position: Position, winner: int) -> Reason | None:
        """That the winner has an answer to every move, perhaps after a first move, if that is found."""
        closed, left = self._closed(position.game.board), _ALL_TRIES
        for first, child in _beginnings(position, winner):
            budget = Budget(min(_TRIES, left))
            left -= budget.left
            found = self.find(closed, open_cells(child, other(winner)), open_cells(child, winner), budget)
            if found is not None:
                return _told(child, winner, first, found)
            left += max(0, budget.left)
        return None

    @lru_cache(maxsize=8)  # noqa: B019 (there is one of these for each game)
    def _closed(self, board: Board) -> tuple[int, ...]:
        return tuple(self.closed_by(board, 1 << cell) for cell in range(board.size))

    def find(self, closed: tuple[int, ...], moves: int, answers: int, budget: Budget) -> Answers | None:
        """An answer to each of these moves, none of them spoilt by another; None if none was found."""
        choices = {move: answers & ~self.alone(closed, move) for move in cells(moves)}
        found: Answers = {}
        return found if self._assign(closed, choices, found, budget) else None

    def _assign(
        self, closed: tuple[int, ...], choices: dict[int, int], found: Answers, budget: Budget
    ) -> bool:
        """Answer the move that has the fewest choices, then the others; whether there is a way."""
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
                found[move] = answer
                if self._assign(closed, rest, found, budget):
                    return True
        return False


def _beginnings(position: Position, winner: int) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """The positions in which the other side is to move: this one, or those after a move, easy ones first."""
    if position.turn != winner:
        yield (), position
        return
    children = [((move,), position.play(move)) for move in position.legal_moves()]
    children.sort(key=lambda child: open_cells(child[1], other(winner)).bit_count())
    yield from (child for child in children if child[1].turn != winner)


def _told(position: Position, winner: int, first: tuple[Move, ...], found: Answers) -> Reason:
    """The sentence about a position in which every move of the side to move has its answer."""
    times = Counter(found.values())
    pairs = tuple(
        (move, answer)
        for move, answer in sorted(found.items())
        if found.get(answer) != move or times[answer] > 1 or times[move] > 1 or move < answer
    )  # two that answer each other, and nothing else, are one pair
    begin = f"plays {first[0]} and then has" if first else "has"
    text = (
        f"Player {winner} {begin} an answer ready to every move, which nothing can spoil: "
        f"{answer_list(position.game, found)}."
    )
    return Reason("answers", text, pairs=pairs, lesson=ANSWERS, winner=winner, first=first)
