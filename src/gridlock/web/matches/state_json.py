"""The state of a match as JSON, the same for every client."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from gridlock.board import cells
from gridlock.drawing.scene import SceneJson, scene, scenes
from gridlock.match import Help, Match
from gridlock.records import Ending
from gridlock.rules import other
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


class ClosedCellJson(TypedDict, closed=True):
    """A cell that the loser needed, and the cells that close it."""

    cell: int
    by: list[int]


class EndJson(TypedDict, closed=True):
    """The winner, the reason in a sentence, and the kind of ending in a word.

    ``closed`` are the cells that the loser needed, if the loser is stuck; ``order`` are the cells of the
    winner's pieces in the order of play.
    """

    winner: SideNumber
    reason: str
    ending: str
    closed: list[ClosedCellJson]
    order: list[int]


class TurningPointJson(TypedDict, closed=True):
    """The last chance of the side that lost, with the cells of the move it made and of the one that wins.

    ``betterText`` is the one that wins as in a sentence, in lower case.
    ``number`` is 0 if it could never have won, and one more than the last move if it gave up a won position.
    """

    number: int
    side: SideNumber
    move: str | None
    better: str | None
    betterText: str | None
    played: list[int]
    parts: list[int]
    scene: SceneJson | None


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
    motto: str
    scene: SceneJson
    moves: list[str]
    players: list[PlayerJson]
    mode: Literal["bot", "friend", "here"]
    status: Literal["waiting", "playing", "over"]
    outcome: EndJson | None
    clock: ClockJson | None
    undoAsked: SideNumber | None
    rematch: RematchJson
    score: list[int]
    goodGame: list[SideNumber]
    callOffFrom: int | None
    stuck: SideNumber | None
    turningPoint: TurningPointJson | None
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
        "motto": match.game.motto or match.game.summary,
        "scene": scene(match.positions, match.moves),
        "moves": [str(move) for move in match.moves],
        "players": [_player(now, 1), _player(now, 2)],
        "mode": now.mode,
        "status": "over" if now.over else "waiting" if now.waiting else "playing",
        "outcome": _outcome(now),
        "clock": _clock(now),
        "undoAsked": now.undo_asked,
        "rematch": {"asked": list(now.rematch.asked), "next": now.rematch.next},
        "score": list(now.wins),
        "goodGame": list(now.good_game),
        "callOffFrom": now.call_off_from,
        "stuck": _stuck(match),
        "turningPoint": _turning_point(now),
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


def _stuck(match: Match) -> int | None:
    """Return the side that was stuck for good while the other could still move."""
    return other(match.positions[-2].turn) if match.played_out else match.stuck_side


def _outcome(now: MatchState) -> EndJson | None:
    outcome = now.match.outcome
    if outcome is None:
        return None
    match = now.match
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "ending": match.ending,
        "closed": _closed(match) if match.ending is Ending.STUCK else [],
        "order": _order(match, outcome.winner),
    }


def _closed(match: Match) -> list[ClosedCellJson]:
    """Return the cells that the stuck side needed, each with what closes it."""
    position, game = match.position, match.game
    return [
        {"cell": cell, "by": list(cells(game.against(position, (cell,))))}
        for cell in cells(game.exits(position))
    ]


def _order(match: Match, side: int) -> list[int]:
    """Return the cells that a side played on and that aren't empty now, in order."""
    taken = match.position.own | match.position.opp | match.position.extra
    played = (
        cell
        for before, move in zip(match.positions, match.moves, strict=False)
        if before.turn == side
        for cell in match.game.parts(before, move)
    )
    return [cell for cell in dict.fromkeys(played) if taken >> cell & 1]


def _turning_point(now: MatchState) -> TurningPointJson | None:
    point, outcome, match = now.turning_point, now.match.outcome, now.match
    if point is None or outcome is None:
        return None
    number, before = point.number, match.positions[max(0, point.number - 1)]
    better = before.parse_move(point.better) if point.better else None
    move = match.moves[number - 1] if 0 < number <= len(match.moves) else None
    line = match.positions[:number], match.moves[: max(0, number - 1)]
    return {
        "number": number,
        "side": other(outcome.winner),
        "move": None if move is None else str(move),
        "better": None if better is None else str(better),
        "betterText": None if better is None else match.game.move_words(better),
        "played": [] if move is None else list(match.game.parts(before, move)),
        "parts": [] if better is None else list(match.game.parts(before, better)),
        "scene": scenes(*line, number - 1, playable="none")[0] if number else None,
    }


def _clock(now: MatchState) -> ClockJson | None:
    clock = now.match.clock
    if clock is None:
        return None
    left = [round(now.left(side) * 1000) for side in (1, 2)]
    return {"control": str(clock.control), "left": left, "running": clock.running, "at": now.at}
