"""Records: read a record as JSON, and write one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from typing_extensions import TypedDict

from gridlock.drawing.scene import PlayedLine, SceneJson, scenes
from gridlock.match import Match
from gridlock.records import Record, parse_records
from gridlock.web.params import LineParams
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.views.analysis import ResultJson

router = APIRouter(tags=["records"])

RECORD = 50_000
"""Maximum length of a record."""


class RecordParams(BaseModel):
    """A text with one or more records, and the number of one of them."""

    model_config = ConfigDict(extra="forbid")

    record: Annotated[str, Field(max_length=RECORD, description="A record, as downloaded from a match")]
    number: Annotated[int, Field(ge=1, le=RECORD)] = 1

    async def read(self) -> list[Record]:
        """Parse all records; GridlockError or Problem if the text is invalid or empty."""
        records = await run_in_threadpool(parse_records, self.record)
        if not records:
            raise Problem(422, "invalid", "There is no record in this text.")
        return records

    async def read_one(self) -> Record:
        """Parse the text and return the chosen record."""
        return self.choose(await self.read())

    def choose(self, records: list[Record]) -> Record:
        """Return the chosen one of these records."""
        if self.number > len(records):
            raise Problem(
                422, "invalid", f"There is no record {self.number} in this text, only {len(records)}."
            )
        return records[self.number - 1]


class RecordJson(TypedDict, closed=True):
    """A record, with the board after each move."""

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
async def read_record(body: RecordParams) -> Response:
    """Read a record, with the board after each move."""
    records = await body.read()
    return json_response(
        await run_in_threadpool(_record_json, body.choose(records), body.number, len(records))
    )


@router.get("/records", response_class=PlainTextResponse)
async def write_record(line: LineParams) -> Response:
    """Download a position and the moves from there as a record."""
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
