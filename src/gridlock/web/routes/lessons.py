"""Lessons: short interactive steps that teach a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field

from gridlock.lessons import Lesson, Practice, Screen, lessons_of
from gridlock.rules import Game
from gridlock.web.params import MOVES, CellNumber, MoveText
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.routes.common import GameId, error_docs, game_kind, why_move_is_illegal
from gridlock.web.views.lessons import (
    LessonHintJson,
    LessonsJson,
    TriedJson,
    lesson_hint_json,
    lessons_json,
    tried_json,
)

router = APIRouter(tags=["lessons"])

_Number = Annotated[int, Path(ge=1, le=1000, description="The lesson's number, from 1")]


class LessonMoves(BaseModel):
    """The person's correct moves so far."""

    model_config = ConfigDict(extra="forbid")

    moves: list[MoveText] = Field([], max_length=MOVES)


class LessonTry(LessonMoves):
    """A move to try, or the cells the person has selected so far."""

    move: MoveText | None = None
    parts: list[CellNumber] | None = Field(None, min_length=1, max_length=8)


@router.get("/lessons/{game}", response_model=LessonsJson, responses=error_docs(404))
async def all_lessons(game: GameId) -> Response:
    """Return a game's lessons, with their boards."""
    return json_response(_lessons(game_kind(game)))


@cache
def _lessons(kind: type[Game]) -> LessonsJson:
    """Return the lessons, which never change while the server runs."""
    return lessons_json(kind, lessons_of(kind, Screen.DESK), lessons_of(kind, Screen.TOUCH))


@router.post("/lessons/{game}/{number}/try", response_model=TriedJson, responses=error_docs(404, 409))
async def try_it(game: GameId, number: _Number, body: LessonTry) -> Response:
    """Check a move, or cells that may be illegal."""
    practice = _practice(game, number, body.moves)
    before = len(practice.moves)
    if body.move is not None and body.parts is None:
        move = practice.position.parse_move(body.move)
        return json_response(tried_json(practice, before, practice.play(move)))
    if body.parts is not None and body.move is None:
        text, against = why_move_is_illegal(practice.position, body.parts)
        return json_response(tried_json(practice, before, practice.refuse(text) if text else "", against))
    raise Problem(422, "invalid", "Send either 'move' or 'parts'.")


@router.post("/lessons/{game}/{number}/hint", response_model=LessonHintJson, responses=error_docs(404, 409))
async def give_hint(game: GameId, number: _Number, body: LessonMoves) -> Response:
    """Return a move that fulfils the lesson's goal."""
    hint = lesson_hint_json(_practice(game, number, body.moves))
    if hint is None:
        raise Problem(409, "no-hint", "Any move will do here.")
    return json_response(hint)


def _practice(game: str, number: int, moves: Sequence[str]) -> Practice:
    """Play a lesson's moves; Problem if one of them is wrong or the lesson is done before the end."""
    practice = Practice(_lesson(game_kind(game), number))
    for text in moves:
        before = len(practice.moves)
        practice.play(practice.position.parse_move(text))
        if len(practice.moves) == before:
            raise Problem(422, "invalid", "These moves don't fit the lesson.")
        if practice.done:
            raise Problem(409, "over", "This lesson is done.")
    return practice


def _lesson(kind: type[Game], number: int) -> Lesson:
    lessons = lessons_of(kind, Screen.DESK)
    if number > len(lessons):
        raise Problem(404, "not-found", f"{kind.name} has {len(lessons)} lessons.")
    return lessons[number - 1]
