"""The state of a match as JSON, the same for every client."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from gridlock.drawing.scene import SceneJson, scene
from gridlock.match import Help
from gridlock.text.headings import bot_text
from gridlock.web.matches.match_state import ME, OPEN, MatchState
from gridlock.web.store import LogEvent

SideNumber = Annotated[int, Field(ge=1, le=2)]


class EventJson(TypedDict, closed=True):
    """An event."""

    number: int
    kind: str
    side: SideNumber | None
    text: str
    at: int


class PlayerJson(TypedDict, closed=True):
    """Who plays a side; the name may be empty."""

    side: SideNumber
    kind: Literal["person", "bot", "open"]
    name: str
    spec: str | None


class EndJson(TypedDict, closed=True):
    """The winner, the reason in a sentence, and the kind of ending in a word."""

    winner: SideNumber
    reason: str
    ending: str


class ClockJson(TypedDict, closed=True):
    """Milliseconds left for each side at the time ``at``, in milliseconds since 1970."""

    control: str
    left: list[int]
    running: SideNumber | None
    at: int


class RematchJson(TypedDict, closed=True):
    """Who has asked for a rematch, and the rematch's id."""

    asked: list[SideNumber]
    next: str | None


class HelpJson(TypedDict, closed=True):
    """How often help was used."""

    hint: int
    analysis: int


class StateJson(TypedDict, closed=True):
    """The current state of a match."""

    id: str
    number: int
    scene: SceneJson
    moves: list[str]
    players: list[PlayerJson]
    mode: Literal["bot", "friend", "here"]
    status: Literal["waiting", "playing", "over"]
    outcome: EndJson | None
    clock: ClockJson | None
    undoAsked: SideNumber | None
    rematch: RematchJson
    help: HelpJson
    helpAllowed: bool
    canUndo: list[SideNumber]
    start: str | None
    created: int
    thinking: bool


def event_json(event: LogEvent) -> EventJson:
    """Return an event without its private parts."""
    return {
        "number": event.number,
        "kind": event.kind,
        "side": event.side,
        "text": event.text,
        "at": event.at,
    }


def state_json(now: MatchState) -> StateJson:
    """Return the current state of a match."""
    match, row = now.match, now.row
    return {
        "id": row.id,
        "number": now.number,
        "scene": scene(match.positions, match.moves),
        "moves": [str(move) for move in match.moves],
        "players": [_player(now, 1), _player(now, 2)],
        "mode": now.mode,
        "status": "over" if now.over else "waiting" if now.waiting else "playing",
        "outcome": _outcome(now),
        "clock": _clock(now),
        "undoAsked": now.undo_asked,
        "rematch": {"asked": list(now.rematch.asked), "next": now.rematch.next},
        "help": {"hint": match.help.get(Help.HINT, 0), "analysis": match.help.get(Help.ANALYSIS, 0)},
        "helpAllowed": now.help_allowed,
        "canUndo": [side for side in (1, 2) if now.can_undo(side)],
        "start": row.start,
        "created": row.created,
        "thinking": now.bot_due is not None,
    }


def _player(now: MatchState, side: int) -> PlayerJson:
    seat = now.seats[side - 1]
    if seat not in (ME, OPEN):
        return {"side": side, "kind": "bot", "name": bot_text(seat), "spec": seat}
    kind: Literal["open", "person"] = "open" if now.holders[side - 1] is None else "person"
    return {"side": side, "kind": kind, "name": now.names[side - 1], "spec": None}


def _outcome(now: MatchState) -> EndJson | None:
    outcome = now.match.outcome
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "ending": now.match.ending}


def _clock(now: MatchState) -> ClockJson | None:
    clock = now.match.clock
    if clock is None:
        return None
    left = [round(now.left(side) * 1000) for side in (1, 2)]
    return {"control": str(clock.control), "left": left, "running": clock.running, "at": now.at}
