"""Answers that stay true, kept so that nobody waits for them twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Kept"]

_Answer = TypeVar("_Answer")


class Kept(Generic[_Answer]):
    """At most so many answers; the one that was wanted longest ago makes room."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, _Answer] = OrderedDict()

    def get(self, question: Hashable) -> _Answer | None:
        """The answer, if it is there."""
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def put(self, question: Hashable, answer: _Answer) -> None:
        """Keep an answer."""
        self._answers[question] = answer
        self._answers.move_to_end(question)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)
