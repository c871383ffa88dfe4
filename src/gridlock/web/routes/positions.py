"""Positions, their legal moves, and why a move is illegal."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field
from typing_extensions import TypedDict

from gridlock.drawing.scene import SceneJson, scenes
from gridlock.web.params import LineParams, PositionParams
from gridlock.web.responses import json_response
from gridlock.web.routes.common import why_move_is_illegal

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
    text, against = why_move_is_illegal(body.line().position, body.parts)
    return json_response(WhyNotJson(text=text, cells=against))
