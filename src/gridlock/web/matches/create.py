"""Creates new matches and rematches: their row and first events."""

from __future__ import annotations

from typing import Annotated

import orjson
from pydantic import ConfigDict, Field

from gridlock.clock import read_time
from gridlock.players import Human, InvalidPlayer, make_player
from gridlock.web.matches.actions import Name, RequestId
from gridlock.web.matches.match_state import ME, OPEN, MatchState
from gridlock.web.matches.seats import new_match_id, read_name, request_key
from gridlock.web.params import PositionParams
from gridlock.web.problems import Problem
from gridlock.web.store import LogEvent, LogKind, MatchRow

_Seat = Annotated[str, Field(max_length=40)]


class MatchOrder(PositionParams):
    """A match to create. Any other members are the game's options."""

    model_config = ConfigDict(strict=True)

    seats: list[_Seat] = Field(
        min_length=2,
        max_length=2,
        description="Who plays each side: 'me' (at least once), 'open' for someone to join, or a bot",
        examples=[["me", "level:3"]],
    )
    clock: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="Time control: minutes per side and seconds added per move", examples=["5+3"]
    )
    name: Name | None = None
    request: RequestId


def new_match(order: MatchOrder, holder: str, creator: str, at: int) -> tuple[MatchRow, tuple[LogEvent, ...]]:
    """Return the row and first event of a new match; GridlockError or Problem if the order is invalid."""
    line = order.line()
    if line.position.outcome() is not None:
        raise Problem(422, "invalid", "The game is already over in this position. Choose another one.")
    game, seats = line.position.game, [_seat(text) for text in order.seats]
    if ME not in seats:
        raise Problem(422, "invalid", "One of the seats must be 'me'.")
    row = MatchRow(
        id=new_match_id(),
        game=game.id,
        size=game.size_text,
        options=orjson.dumps(game.options).decode(),
        start=line.positions[0].text if order.position else None,
        opening=" ".join(str(move) for move in line.moves),
        seats=orjson.dumps(seats).decode(),
        control=str(read_time(order.clock)) if order.clock else None,
        created=at,
        key=request_key(holder, order.request),
        creator=creator,
    )
    own = seats.index(ME) + 1
    return row, (LogEvent(row.id, 1, LogKind.CREATED, own, read_name(order.name), at, secret=holder),)


def new_rematch(before: MatchState, at: int) -> tuple[MatchRow, tuple[LogEvent, ...]]:
    """Return the row and first events of a rematch, with the seats swapped and the score so far."""
    seats = before.seats[::-1]
    row = before.row._replace(id=new_match_id(), seats=orjson.dumps(seats).decode(), created=at, key=None)
    sides = [side for side, seat in enumerate(seats, start=1) if seat == ME][:1]
    sides += [side for side, seat in enumerate(seats, start=1) if seat == OPEN]
    events = [
        LogEvent(row.id, number, kind, side, before.names[2 - side], at, secret=before.holders[2 - side])
        for number, (kind, side) in enumerate(zip((LogKind.CREATED, LogKind.JOINED), sides, strict=False), 1)
    ]
    first, second = before.wins[::-1]
    score = LogEvent(row.id, len(events) + 1, LogKind.SCORE, None, f"{first} {second}", at)
    return row, (*events, score)


def _seat(text: str) -> str:
    """Normalise a seat: ``me``, ``open`` or a player's canonical name."""
    if text in (ME, OPEN):
        return text
    player = make_player(text)
    if player.name == Human.name:
        raise InvalidPlayer("A person's seat must be 'me' or 'open'.")
    return player.name
