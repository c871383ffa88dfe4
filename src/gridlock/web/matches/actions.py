"""Players' actions: checks each one and turns it into an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gridlock.rules import Move, other
from gridlock.web.matches.match_state import MatchState
from gridlock.web.matches.seats import LONGEST_NAME, read_name
from gridlock.web.params import MOVE
from gridlock.web.problems import Problem
from gridlock.web.store import LogKind

RequestId = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="An id that you choose for this request. A repeated request is carried out only once.",
    ),
]
Name = Annotated[str, Field(max_length=LONGEST_NAME, description="A name that everyone sees")]
_Kind = Literal[
    "move", "undo", "ask-undo", "grant-undo", "refuse-undo", "resign",
    "rematch", "rename", "hint", "analysis", "good-game", "call-off",
]  # fmt: skip

_MAX_EVENTS = 2000  # per match; beyond that a player can only resign
_MAX_BY_KIND = {
    LogKind.RENAMED: 20,
    LogKind.UNDO_ASKED: 50,
    LogKind.UNDO: 200,
    LogKind.HINT: 200,
    LogKind.ANALYSIS: 200,
}
"""Maximum number of events of a kind in one match, for both sides together."""


class Action(BaseModel):
    """An action in a match."""

    model_config = ConfigDict(strict=True)

    kind: _Kind
    after: int = Field(ge=0, lt=2**31, description="The number of the last event you know of")
    request: RequestId
    move: Annotated[str, Field(max_length=MOVE)] | None = Field(
        None, description="The move, if that is the kind"
    )
    name: Name | None = Field(None, description="The new name, if that is the kind")
    side: Literal[1, 2] | None = Field(None, description="The side to act for, if you have both")


class PendingEvent(NamedTuple):
    """An event that is about to be written."""

    kind: LogKind
    side: int | None
    text: str = ""
    move: Move | None = None
    """The parsed move, if the event is a move."""

    @classmethod
    def of_move(cls, side: int, move: Move) -> PendingEvent:
        """Create the event of a move."""
        return cls(LogKind.MOVE, side, str(move), move)


def plan(now: MatchState, action: Action, sides: tuple[int, ...], at: int) -> PendingEvent:
    """Return the event for an action by the holder of these sides; Problem if it isn't allowed.

    ``at`` is the time in milliseconds since 1970.
    """
    if not sides:
        raise Problem(403, "not-yours", "You have no seat in this match, so you can only watch.")
    if action.side is not None and action.side not in sides:
        raise Problem(403, "not-yours", "That side is not yours.")
    if now.number >= _MAX_EVENTS and action.kind != "resign":
        raise Problem(
            409,
            "too-long",
            "This match has reached its maximum length. Please start another one.",
        )
    if action.kind == "call-off":
        return _call_off(now, action, sides, at)
    pending = _PLANS[action.kind](now, action, sides)
    most = _MAX_BY_KIND.get(pending.kind)
    if most is not None and now.counts.get(pending.kind, 0) >= most:
        raise Problem(409, "too-often", f"You can't do this more than {most} times in one match.")
    return pending


def _move(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_running(now)
    if now.turn not in sides or action.side not in (None, now.turn):
        raise Problem(409, "not-your-turn", "It is not your turn.")
    if action.move is None:
        raise Problem(422, "invalid", "'move' is missing.")
    return PendingEvent.of_move(now.turn, now.match.position.parse_move(action.move))


def _undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_running(now)
    if now.mode == "friend":
        raise Problem(409, "must-ask", "Your opponent has to agree before you can take a move back.")
    return PendingEvent(LogKind.UNDO, _undo_side(now, action, sides))


def _ask_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_running(now)
    if now.mode != "friend":
        raise Problem(409, "need-not-ask", "No need to ask: just undo.")
    if now.undo_asked is not None:
        raise Problem(409, "asked-already", "You've already asked.")
    return PendingEvent(LogKind.UNDO_ASKED, _undo_side(now, action, sides))


def _grant_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.UNDO, _undo_answerer(now, sides))


def _refuse_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.UNDO_REFUSED, _undo_answerer(now, sides))


def _resign(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_running(now)
    return PendingEvent(LogKind.RESIGNED, _acting_side(now, action, sides))


def _rematch(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    if not now.over:
        raise Problem(409, "not-over", "The match isn't over yet.")
    if now.rematch.next is not None:
        raise Problem(409, "has-rematch", "The rematch has already started.")
    side = _acting_side(now, action, sides)
    if side in now.rematch.asked:
        raise Problem(409, "asked-already", "You've already asked.")
    agreed = now.mode != "friend" or other(side) in now.rematch.asked
    return PendingEvent(LogKind.REMATCH if agreed else LogKind.REMATCH_ASKED, side)


def _good_game(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    if now.mode != "friend":
        raise Problem(409, "nobody-there", "There is no one else to say it to.")
    if not now.over:
        raise Problem(409, "not-over", "The match isn't over yet.")
    side = _acting_side(now, action, sides)
    if side in now.good_game:
        raise Problem(409, "asked-already", "You've already said it.")
    return PendingEvent(LogKind.GOOD_GAME, side)


def _call_off(now: MatchState, action: Action, sides: tuple[int, ...], at: int) -> PendingEvent:
    _require_running(now)
    if now.call_off_from is None:
        raise Problem(409, "has-begun", "The match has begun, so it can't be called off.")
    if at < now.call_off_from:
        raise Problem(409, "too-soon", "You can call a match off after five minutes without a first move.")
    return PendingEvent(LogKind.CALLED_OFF, _acting_side(now, action, sides))


def _rename(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.RENAMED, action.side or sides[0], read_name(action.name))


def _hint(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_help(now)
    if now.turn not in sides:
        raise Problem(409, "not-your-turn", "Hints are for your own turn.")
    return PendingEvent(LogKind.HINT, now.turn)


def _analysis(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _require_help(now)
    return PendingEvent(LogKind.ANALYSIS, _acting_side(now, action, sides))


_PLANS: dict[str, Callable[[MatchState, Action, tuple[int, ...]], PendingEvent]] = {
    "move": _move,
    "undo": _undo,
    "ask-undo": _ask_undo,
    "grant-undo": _grant_undo,
    "refuse-undo": _refuse_undo,
    "resign": _resign,
    "rematch": _rematch,
    "rename": _rename,
    "hint": _hint,
    "analysis": _analysis,
    "good-game": _good_game,
}


def _require_running(now: MatchState) -> None:
    if now.over:
        raise Problem(409, "over", "The match is over.")
    if now.waiting:
        raise Problem(409, "waiting", "The other seat is still open.")


def _require_help(now: MatchState) -> None:
    if not now.help_allowed:
        raise Problem(403, "no-help", "No hints or analysis while two people are playing.")
    _require_running(now)


def _acting_side(now: MatchState, action: Action, sides: tuple[int, ...]) -> int:
    """Return the side to act for: the side to move if it is one of these."""
    return action.side or (now.turn if now.turn in sides else sides[0])


def _undo_side(now: MatchState, action: Action, sides: tuple[int, ...]) -> int:
    """Return the side to act for; Problem if it has no move to take back."""
    side = _acting_side(now, action, sides)
    if not now.can_undo(side):
        raise Problem(409, "no-move", "There is no move to take back.")
    return side


def _undo_answerer(now: MatchState, sides: tuple[int, ...]) -> int:
    """Return the side that may answer an undo request; Problem if it isn't one of these."""
    _require_running(now)
    if now.undo_asked is None or other(now.undo_asked) not in sides:
        raise Problem(409, "not-asked", "Your opponent hasn't asked to take a move back.")
    return other(now.undo_asked)
