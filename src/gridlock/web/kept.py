"""Answers that stay true, kept so that nobody waits for them twice."""

from __future__ import annotations

from collections import OrderedDict

_OVERHEAD = 300  # bytes that an entry takes beside its two texts, generously


class Kept:
    """An LRU cache of answers, limited by the bytes that they take."""

    def __init__(self, most: int) -> None:
        """``most`` is the number of bytes; answers that are larger than that are not kept."""
        self._most = most
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    @property
    def size(self) -> int:
        """The bytes that all answers take, with what they are the answers to."""
        return self._size

    def get(self, question: str) -> bytes | None:
        """The answer, if it is there."""
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def put(self, question: str, answer: bytes) -> None:
        """Keep an answer; those that were wanted longest ago make room."""
        if question in self._answers:
            self._size -= _size(question, self._answers.pop(question))
        self._answers[question] = answer
        self._size += _size(question, answer)
        while self._size > self._most:
            self._size -= _size(*self._answers.popitem(last=False))


def _size(question: str, answer: bytes) -> int:
    return 4 * len(question) + len(answer) + _OVERHEAD
