"""Lessons as JSON, and the feedback on moves."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from gridlock.drawing.scene import SceneJson, scenes
from gridlock.lessons import Goal, Lesson, Practice
from gridlock.rules import Game


class LessonJson(TypedDict, closed=True):
    """A lesson. The boards show the introductory moves; the person plays on the last one.

    ``touchText`` is the text in the words for a touch screen.
    """

    number: int
    title: str
    text: str
    touchText: str
    goal: str
    hints: bool
    scenes: list[SceneJson]


class LessonsJson(TypedDict, closed=True):
    """The lessons of a game, in order."""

    game: str
    name: str
    lessons: list[LessonJson]


class TriedJson(TypedDict, closed=True):
    """The feedback on a move or cells. A correct move comes with the boards after it."""

    text: str
    right: bool
    done: bool
    cells: list[int]
    scenes: list[SceneJson]


class LessonHintJson(TypedDict, closed=True):
    """A move that fulfils the lesson's goal."""

    text: str
    move: str
    parts: list[int]


def lessons_json(kind: type[Game], lessons: Sequence[Lesson], on_touch: Sequence[Lesson]) -> LessonsJson:
    """Return the lessons of a game; ``on_touch`` are the same ones for touch screens."""
    pairs = enumerate(zip(lessons, on_touch, strict=True), start=1)
    items = [_lesson_json(number, lesson, other.text) for number, (lesson, other) in pairs]
    return {"game": kind.id, "name": kind.name, "lessons": items}


def _lesson_json(number: int, lesson: Lesson, touch_text: str) -> LessonJson:
    practice = Practice(lesson)
    return {
        "number": number,
        "title": lesson.title,
        "text": lesson.text,
        "touchText": touch_text,
        "goal": lesson.goal.value,
        "hints": lesson.goal in (Goal.WIN, Goal.FOLLOW),
        "scenes": scenes(practice.positions, practice.moves, playable="last"),
    }


def tried_json(practice: Practice, before: int, text: str, cells: Sequence[int] = ()) -> TriedJson:
    """Return the feedback on a try after ``before`` moves, with the cells that forbid it."""
    is_right = len(practice.moves) > before
    return {
        "text": text,
        "right": is_right or practice.done,
        "done": practice.done,
        "cells": list(cells),
        "scenes": scenes(practice.positions, practice.moves, before + 1, playable="last") if is_right else [],
    }


def lesson_hint_json(practice: Practice) -> LessonHintJson | None:
    """Return a move that fulfils the lesson's goal; None if any move will do."""
    move = practice.expected_move()
    if move is None:
        return None
    parts = practice.position.game.parts(practice.position, move)
    return {"text": f"Hint: {move}.", "move": str(move), "parts": list(parts)}
