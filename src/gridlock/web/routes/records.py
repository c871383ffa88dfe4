"""Matches that are written down: read, and shown move by move."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from gridlock.match import Match
from gridlock.records import Record, parse_records
from gridlock.web.params import LineParams
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.views.analysis import ResultJson
from gridlock.web.views.scene import PlayedLine, SceneJson, scenes

router = APIRouter(tags=["records"])

RECORD = 50_000
"""Characters of a record, at most."""


class RecordParams(BaseModel):
    """A match as text; of several in one text, the one with this number."""

    model_config = ConfigDict(extra="forbid")

    record: Annotated[str, Field(max_length=RECORD, description="As a match's record is downloaded")]
    number: Annotated[int, Field(ge=1, le=RECORD)] = 1

    async def read(self) -> list[Record]:
        """Every match in the text, of which there is one at least; the errors say what is wrong with it."""
        found = await run_in_threadpool(parse_records, self.record)
        if not found:
            raise Problem(422, "invalid", "There is no match in this text.")
        return found

    async def read_one(self) -> Record:
        """The match that is meant."""
        return self.among(await self.read())

    def among(self, found: list[Record]) -> Record:
        """The match that is meant, of these."""
        if self.number > len(found):
            raise Problem(422, "invalid", f"There is no match {self.number} in this text, only {len(found)}.")
        return found[self.number - 1]


class RecordJson(TypedDict, closed=True):
    """A match that was written down, with its board after each move."""

    game: str
    size: str
    options: dict[str, str]
    players: list[str]
    date: str
    result: ResultJson
    start: str | None
    moves: list[str]
    scenes: list[SceneJson]
    number: int
    of: int
    record: str


@router.post("/records", response_model=RecordJson)
async def read_record(asked: RecordParams) -> Response:
    """A match that is written down, move by move."""
    found = await asked.read()
    return json_response(await run_in_threadpool(_record_json, asked.among(found), asked.number, len(found)))


@router.get("/records", response_class=PlainTextResponse)
async def write_record(line: LineParams) -> Response:
    """A position and the moves from there as a record, to be downloaded."""
    headers = {"content-disposition": f'attachment; filename="{line.position.game.id}.txt"'}
    return PlainTextResponse(str(_record_of(line)), headers=headers)


def _record_of(line: PlayedLine) -> Record:
    first = line.positions[0]
    game = first.game
    match = Match(game, start=None if first == game.start() else first)
    for move in line.moves:
        match.play(move)
    return match.record()


def _record_json(record: Record, number: int, of: int) -> RecordJson:
    return {
        "game": record.game.id,
        "size": record.game.size_text,
        "options": dict(record.game.options),
        "players": list(record.players),
        "date": record.date,
        "result": {"winner": record.winner, "ending": str(record.ending)},
        "start": None if record.start is None else record.start.text,
        "moves": [str(move) for move in record.moves],
        "scenes": scenes(list(record.positions()), record.moves),
        "number": number,
        "of": of,
        "record": str(record),
    }
