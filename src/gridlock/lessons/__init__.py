"""Interactive lessons: learn a game in a few short steps."""

from gridlock.lessons.lesson import Goal, InvalidLesson, Lesson, Screen, lessons_of
from gridlock.lessons.practice import Practice

__all__ = ["Goal", "InvalidLesson", "Lesson", "Practice", "Screen", "lessons_of"]
