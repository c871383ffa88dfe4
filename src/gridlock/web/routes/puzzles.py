"""Puzzles: positions to be won, one for each day and many more."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gridlock.puzzles import InvalidPuzzle, Puzzle, daily, is_daily, puzzle_by_id
from gridlock.rules import FIVE
from gridlock.web.params import MOVE, MOVES, MoveText
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.routes.common import error_docs
from gridlock.web.tasks import puzzle_hint, puzzle_line, puzzle_solution, puzzle_verdict
from gridlock.web.views.puzzles import (
    PuzzleHintJson,
    PuzzleJson,
    PuzzlesJson,
    SolutionJson,
    VerdictJson,
    puzzle_json,
    puzzles_json,
)
from gridlock.web.workers import run_for

router = APIRouter(tags=["puzzles"])

SECONDS = 10.0
"""How long a puzzle is looked into; most take a few thousandths of one."""
_TODAY = "daily"
_EARLY = timedelta(days=1)  # somewhere on earth it is tomorrow already
_HINTS = 10

_Id = Annotated[
    str,
    Path(max_length=100, description=f"A puzzle, such as `{FIVE[0]}-easy-1`, or `daily`", examples=["daily"]),
]
_Day = Annotated[
    date | None,
    Query(description="The day of a daily puzzle; if left out, the day that it is in Greenwich"),
]


class MovesParams(BaseModel):
    """What has been played in a puzzle: the person's moves and the replies, by turns."""

    model_config = ConfigDict(extra="forbid")

    moves: list[MoveText] = Field([], max_length=MOVES)


class CheckParams(MovesParams):
    """A move that shall be judged."""

    move: MoveText


class HintParams(MovesParams):
    """A hint that is wanted: the first, the second, and so on."""

    number: Annotated[int, Field(ge=1, le=_HINTS)] = 1


@router.get("/puzzles", response_model=PuzzlesJson)
async def all_puzzles() -> Response:
    """How many puzzles there are of each game and difficulty."""
    return json_response(_puzzles())


@cache
def _puzzles() -> PuzzlesJson:
    """They stay the same as long as the server runs."""
    return puzzles_json()


@router.get("/puzzles/{id}", response_model=PuzzleJson, responses=error_docs(404))
async def one_puzzle(id: _Id, day: _Day = None) -> Response:
    """A puzzle: the side to move can win, whatever the other one plays."""
    puzzle, of_day = _found(id, day)
    return json_response(puzzle_json(puzzle, of_day))


@router.post("/puzzles/{id}/check", response_model=VerdictJson, responses=error_docs(404))
async def check_move(request: Request, id: _Id, asked: CheckParams, day: _Day = None) -> Response:
    """Whether a move keeps the win, and what the opponent plays; if it does not, how it is refuted."""
    puzzle, _ = _found(id, day)
    puzzle_line(puzzle, asked.moves).position.parse_move(asked.move)
    found = await run_for(request, puzzle_verdict, puzzle.id, asked.moves, asked.move, seconds=SECONDS)
    return json_response(found)


@router.post("/puzzles/{id}/hint", response_model=PuzzleHintJson, responses=error_docs(404))
async def give_hint(request: Request, id: _Id, asked: HintParams, day: _Day = None) -> Response:
    """A hint: the first leaves a choice, the second names a move."""
    puzzle, _ = _found(id, day)
    puzzle_line(puzzle, asked.moves)
    return json_response(
        await run_for(request, puzzle_hint, puzzle.id, asked.moves, asked.number, seconds=SECONDS)
    )


@router.get("/puzzles/{id}/solution", response_model=SolutionJson, responses=error_docs(404))
async def show_solution(
    request: Request,
    id: _Id,
    day: _Day = None,
    moves: Annotated[str, Query(max_length=MOVE * MOVES, description="Moves so far, divided by blanks")] = "",
) -> Response:
    """How the puzzle is won after these moves, and why."""
    puzzle, _ = _found(id, day)
    puzzle_line(puzzle, moves.split())
    return json_response(await run_for(request, puzzle_solution, puzzle.id, moves.split(), seconds=SECONDS))


def _found(id: str, day: date | None) -> tuple[Puzzle, date | None]:
    """The puzzle that is asked for, and its day if it has one; Problem if there is none, or not yet."""
    now = datetime.now(UTC).date()
    try:
        wanted = daily(day or now) if id == _TODAY else puzzle_by_id(id)
    except InvalidPuzzle as error:
        raise Problem(404, "not-found", str(error)) from None
    if not is_daily(wanted.id):
        return wanted, None
    of_day = date.fromisoformat(wanted.id.removeprefix("daily-"))
    if of_day > now + _EARLY:
        raise Problem(404, "not-found", "The puzzle of this day is not out yet.")
    return wanted, of_day
