"""Learning a game in a few short steps that the person plays."""

from gridlock.learning.lessons import InvalidLesson, Lesson, Task, lessons_of
from gridlock.learning.practice import Practice

__all__ = ["InvalidLesson", "Lesson", "Practice", "Task", "lessons_of"]
