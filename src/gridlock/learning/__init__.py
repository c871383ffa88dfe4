"""Learning a game in a few short steps that the person plays."""

from gridlock.learning.lessons import Goal, InvalidLesson, Lesson, lessons_of
from gridlock.learning.practice import Practice

__all__ = ["Goal", "InvalidLesson", "Lesson", "Practice", "lessons_of"]
