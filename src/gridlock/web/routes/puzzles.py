"""Puzzles: the daily one and the collection."""

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
"""Time limit for a puzzle; most take a few milliseconds."""
_TODAY = "daily"
_EARLY = timedelta(days=1)  # it is already tomorrow in some time zones
_HINTS = 10

_Id = Annotated[
    str,
    Path(max_length=100, description=f"A puzzle, such as `{FIVE[0]}-easy-1`, or `daily`", examples=["daily"]),
]
_Day = Annotated[
    date | None,
    Query(description="The day of a daily puzzle; if left out, today in UTC"),
]


class MovesParams(BaseModel):
    """The moves played in a puzzle so far, both sides'."""

    model_config = ConfigDict(extra="forbid")

    moves: list[MoveText] = Field([], max_length=MOVES)


class CheckParams(MovesParams):
    """A move to check."""

    move: MoveText


class HintParams(MovesParams):
    """The number of a hint, from 1."""

    number: Annotated[int, Field(ge=1, le=_HINTS)] = 1


@router.get("/puzzles", response_model=PuzzlesJson)
async def all_puzzles() -> Response:
    """Return the number of puzzles of each game and difficulty."""
    return json_response(_puzzles())


@cache
def _puzzles() -> PuzzlesJson:
    """Return the counts, which never change while the server runs."""
    return puzzles_json()


@router.get("/puzzles/{id}", response_model=PuzzleJson, responses=error_docs(404))
async def one_puzzle(id: _Id, day: _Day = None) -> Response:
    """Return a puzzle: a position that the side to move can win."""
    puzzle, puzzle_day = _get_puzzle(id, day)
    return json_response(puzzle_json(puzzle, puzzle_day))


@router.post("/puzzles/{id}/check", response_model=VerdictJson, responses=error_docs(404))
async def check_move(request: Request, id: _Id, body: CheckParams, day: _Day = None) -> Response:
    """Check a move: the reply if it keeps the win, the refutation if it doesn't."""
    puzzle, _ = _get_puzzle(id, day)
    puzzle_line(puzzle, body.moves).position.parse_move(body.move)
    verdict = await run_for(request, puzzle_verdict, puzzle.id, body.moves, body.move, seconds=SECONDS)
    return json_response(verdict)


@router.post("/puzzles/{id}/hint", response_model=PuzzleHintJson, responses=error_docs(404))
async def give_hint(request: Request, id: _Id, body: HintParams, day: _Day = None) -> Response:
    """Return a hint: the first narrows the choice, the second names a move."""
    puzzle, _ = _get_puzzle(id, day)
    puzzle_line(puzzle, body.moves)
    return json_response(
        await run_for(request, puzzle_hint, puzzle.id, body.moves, body.number, seconds=SECONDS)
    )


@router.get("/puzzles/{id}/solution", response_model=SolutionJson, responses=error_docs(404))
async def show_solution(
    request: Request,
    id: _Id,
    day: _Day = None,
    moves: Annotated[
        str, Query(max_length=MOVE * MOVES, description="Moves so far, separated by spaces")
    ] = "",
) -> Response:
    """Return the winning line after these moves, and why it wins."""
    puzzle, _ = _get_puzzle(id, day)
    puzzle_line(puzzle, moves.split())
    return json_response(await run_for(request, puzzle_solution, puzzle.id, moves.split(), seconds=SECONDS))


def _get_puzzle(id: str, day: date | None) -> tuple[Puzzle, date | None]:
    """Return a puzzle, with its day if it is a daily one; Problem if it doesn't exist or isn't out yet."""
    now = datetime.now(UTC).date()
    try:
        puzzle = daily(day or now) if id == _TODAY else puzzle_by_id(id)
    except InvalidPuzzle as error:
        raise Problem(404, "not-found", str(error)) from None
    if not is_daily(puzzle.id):
        return puzzle, None
    puzzle_day = date.fromisoformat(puzzle.id.removeprefix("daily-"))
    if puzzle_day > now + _EARLY:
        raise Problem(404, "not-found", "This day's puzzle isn't out yet.")
    return puzzle, puzzle_day
