"""Boards: what stands on them, what can be played, and why something cannot."""

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
    """Cells that somebody has pointed at to make a move."""

    parts: list[Annotated[int, Field(ge=0, lt=64)]] = Field(min_length=1, max_length=8)


class WhyNotJson(TypedDict, closed=True):
    """Why no legal move begins with some cells, and where the pieces stand that forbid it."""

    text: str
    cells: list[int]


@router.get("/positions", response_model=ScenesJson)
async def positions(line: LineParams) -> Response:
    """A position and the one after each move."""
    return json_response(ScenesJson(scenes=scenes(line.positions, line.moves)))


@router.post("/why-not", response_model=WhyNotJson)
async def why_not(tried: WhyNotParams) -> Response:
    """Why no legal move begins with these cells; no text if one does."""
    return json_response(_why_not(tried.line().position, tried.parts))


def _why_not(position: Position, parts: list[int]) -> WhyNotJson:
    size = position.game.board.size
    if max(parts) >= size:
        raise Problem(422, "invalid", f"The cells of this board are numbered from 0 to {size - 1}.")
    pointing = Pointing(position)
    whole = False
    for cell in parts:
        if whole:
            raise Problem(422, "invalid", "A move is whole before these cells come to an end.")
        try:
            whole = pointing.point(cell) is not None
        except IllegalMove as error:
            against = pointing.against(cell) if position.legal else 0
            return {"text": str(error), "cells": list(cells(against))}
    return {"text": "", "cells": []}
