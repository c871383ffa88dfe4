"""A lesson in progress: the moves so far, and whether the goal is reached."""

from __future__ import annotations

from gridlock.lessons.lesson import Goal, Lesson
from gridlock.rules import Move, Position

_ALLOWED = "That is allowed. Try a cell that is not."
_LEGAL_FIRST = "That is against the rules. Try another one."


class Practice:
    """An attempt at a lesson; every move is answered with a sentence."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.done = False
        """Whether the goal is reached."""
        self.moves: list[Move] = []
        """All moves on the board since the lesson's position."""
        self.positions: list[Position] = [lesson.at]
        """The lesson's position and the one after each move."""
        self._ahead = list(lesson.moves)
        self._make(*lesson.before)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def expected_move(self) -> Move | None:
        """Return a move that reaches the goal; None if the lesson is done, or any move will do."""
        if self.done:
            return None
        if self.lesson.goal == Goal.FOLLOW:
            return self._ahead[0]
        if self.lesson.goal == Goal.WIN:
            return next(move for move in self.position.legal_moves() if self._wins(move))
        return None

    def play(self, move: Move) -> str:
        """Play a legal move and return a comment. A wrong move is not made."""
        goal = self.lesson.goal
        if goal == Goal.FORBIDDEN:
            return _ALLOWED
        if goal == Goal.FOLLOW:
            return self._follow(move)
        if goal == Goal.WIN and not self._wins(move):
            reply = self.position.play(move).legal_moves()[0]
            return f"Your opponent could still play {reply}. {self.lesson.wrong}".strip()
        self._make(move)
        return self._finish()

    def refuse(self, reason: str) -> str:
        """Comment on an attempt that the rules forbid, for this reason."""
        if self.lesson.goal == Goal.FORBIDDEN and not self.done:
            return f"{reason} {self._finish()}"
        return f"{reason} {_LEGAL_FIRST}"

    def _wins(self, move: Move) -> bool:
        """Return whether a move leaves the opponent stuck; in some games they pass then."""
        after = self.position.play(move)
        return not after.legal or after.turn == self.position.turn

    def _follow(self, move: Move) -> str:
        if move != self._ahead[0]:
            return self.lesson.wrong
        self._make(self._ahead.pop(0))
        if not self._ahead:
            return self._finish()
        answer = self._ahead.pop(0)
        self._make(answer)
        return f"Right. Your opponent answers {answer}." if self._ahead else self._finish()

    def _make(self, *moves: Move) -> None:
        for move in moves:
            self.moves.append(move)
            self.positions.append(self.position.play(move))

    def _finish(self) -> str:
        self.done = True
        return self.lesson.right
