"""Positions, their legal moves, and why a move is illegal."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field
from typing_extensions import TypedDict

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.rules import Position
from gridlock.rules.pointing import Pointing
from gridlock.web.params import LineParams, PositionParams
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.views.scene import SceneJson, scenes

router = APIRouter(tags=["positions"])


class ScenesJson(TypedDict, closed=True):
    """A board, and the board after each move."""

    scenes: list[SceneJson]


class WhyNotParams(PositionParams):
    """Cells selected so far to make a move."""

    parts: list[Annotated[int, Field(ge=0, lt=64)]] = Field(min_length=1, max_length=8)


class WhyNotJson(TypedDict, closed=True):
    """Why no legal move begins with the cells, and which cells forbid it."""

    text: str
    cells: list[int]


@router.get("/positions", response_model=ScenesJson)
async def positions(line: LineParams) -> Response:
    """Return a position and the position after each move."""
    return json_response(ScenesJson(scenes=scenes(line.positions, line.moves)))


@router.post("/why-not", response_model=WhyNotJson)
async def why_not(body: WhyNotParams) -> Response:
    """Explain why no legal move begins with these cells; the text is empty if one does."""
    return json_response(_why_not(body.line().position, body.parts))


def _why_not(position: Position, parts: list[int]) -> WhyNotJson:
    size = position.game.board.size
    if max(parts) >= size:
        raise Problem(422, "invalid", f"The cells of this board are numbered from 0 to {size - 1}.")
    pointing = Pointing(position)
    complete = False
    for cell in parts:
        if complete:
            raise Problem(422, "invalid", "Too many cells: the move is already complete.")
        try:
            complete = pointing.point(cell) is not None
        except IllegalMove as error:
            against = pointing.against(cell) if position.legal else 0
            return {"text": str(error), "cells": list(cells(against))}
    return {"text": "", "cells": []}
