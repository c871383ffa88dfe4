"""Lessons as JSON: what there is to read and to do, and what is said of a try."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from gridlock.lessons import Goal, Lesson, Practice
from gridlock.rules import Game
from gridlock.web.views.scene import SceneJson, scenes


class LessonJson(TypedDict, closed=True):
    """A lesson. The boards lead through the moves that come first; on the last one it is to be done."""

    number: int
    title: str
    text: str
    goal: str
    hints: bool
    scenes: list[SceneJson]


class LessonsJson(TypedDict, closed=True):
    """The lessons of a game, in their order."""

    game: str
    name: str
    lessons: list[LessonJson]


class TriedJson(TypedDict, closed=True):
    """What is said of a try, and whether the lesson is done. A right move comes with the boards after it."""

    text: str
    right: bool
    done: bool
    cells: list[int]
    scenes: list[SceneJson]


class LessonHintJson(TypedDict, closed=True):
    """A move that does what is wanted."""

    text: str
    move: str
    parts: list[int]


def lessons_json(kind: type[Game], lessons: Sequence[Lesson]) -> LessonsJson:
    """The lessons of a game."""
    told = [_lesson_json(number, lesson) for number, lesson in enumerate(lessons, start=1)]
    return {"game": kind.id, "name": kind.name, "lessons": told}


def _lesson_json(number: int, lesson: Lesson) -> LessonJson:
    practice = Practice(lesson)
    return {
        "number": number,
        "title": lesson.title,
        "text": lesson.text,
        "goal": lesson.goal.value,
        "hints": lesson.goal in (Goal.WIN, Goal.FOLLOW),
        "scenes": scenes(practice.positions, practice.moves, playable="last"),
    }


def tried_json(practice: Practice, before: int, text: str, cells: Sequence[int] = ()) -> TriedJson:
    """What is said of a try that was made after so many moves, and the cells that forbid it."""
    made = len(practice.moves) > before
    return {
        "text": text,
        "right": made or practice.done,
        "done": practice.done,
        "cells": list(cells),
        "scenes": scenes(practice.positions, practice.moves, before + 1, playable="last") if made else [],
    }


def lesson_hint_json(practice: Practice) -> LessonHintJson | None:
    """A move that does what is wanted; None if any will do."""
    move = practice.expected_move()
    if move is None:
        return None
    parts = practice.position.game.parts(practice.position, move)
    return {"text": f"Hint: {move}.", "move": str(move), "parts": list(parts)}
