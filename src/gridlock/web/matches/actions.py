"""What somebody with a seat can do: what speaks against each action, and the event that it becomes."""

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
        description="An id of your own for this request. The same request sent again is done only once.",
    ),
]
Name = Annotated[str, Field(max_length=LONGEST_NAME, description="A name that everybody sees")]
_Kind = Literal[
    "move", "undo", "ask-undo", "grant-undo", "refuse-undo", "resign",
    "rematch", "rename", "hint", "analysis",
]  # fmt: skip

_MOST_EVENTS = 2000  # of one match, beyond which it can only be ended
_MOST = {
    LogKind.RENAMED: 20,
    LogKind.UNDO_ASKED: 50,
    LogKind.UNDO: 200,
    LogKind.HINT: 200,
    LogKind.ANALYSIS: 200,
}
"""Events of a kind in one match, by both sides together."""


class Action(BaseModel):
    """Something to be done in a match."""

    model_config = ConfigDict(strict=True)

    kind: _Kind
    after: int = Field(ge=0, lt=2**31, description="The number of the last event that you know of")
    request: RequestId
    move: Annotated[str, Field(max_length=MOVE)] | None = Field(None, description="For a move: its text")
    name: Name | None = Field(None, description="For a new name")
    side: Literal[1, 2] | None = Field(None, description="The side that it is for, if you have both")


class PendingEvent(NamedTuple):
    """The event that an action becomes."""

    kind: LogKind
    side: int
    text: str = ""
    move: Move | None = None
    """The move that the text is, if it is one."""

    @classmethod
    def of_move(cls, side: int, move: Move) -> PendingEvent:
        """The event of a move."""
        return cls(LogKind.MOVE, side, str(move), move)


def plan(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    """The event that somebody's action becomes; Problem says why it cannot be."""
    if not sides:
        raise Problem(403, "not-yours", "You have no seat in this match, so you can only watch.")
    if action.side is not None and action.side not in sides:
        raise Problem(403, "not-yours", "That side is not yours.")
    if now.number >= _MOST_EVENTS and action.kind != "resign":
        raise Problem(
            409,
            "too-long",
            "So much has happened in this match that it cannot go on. Please start another one.",
        )
    pending = _PLANS[action.kind](now, action, sides)
    most = _MOST.get(pending.kind)
    if most is not None and now.counts.get(pending.kind, 0) >= most:
        raise Problem(409, "too-often", f"You can't do this more than {most} times in one match.")
    return pending


def _move(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _must_go_on(now)
    if now.turn not in sides or action.side not in (None, now.turn):
        raise Problem(409, "not-your-turn", "It is not your turn.")
    if action.move is None:
        raise Problem(422, "invalid", "'move' is missing.")
    return PendingEvent.of_move(now.turn, now.match.position.parse_move(action.move))


def _undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _must_go_on(now)
    if now.mode == "friend":
        raise Problem(409, "must-ask", "Against a person, a move is taken back only if they agree.")
    return PendingEvent(LogKind.UNDO, _with_a_move(now, action, sides))


def _ask_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _must_go_on(now)
    if now.mode != "friend":
        raise Problem(409, "need-not-ask", "There is nobody to be asked: just take the move back.")
    if now.undo_asked is not None:
        raise Problem(409, "asked-already", "This has been asked already.")
    return PendingEvent(LogKind.UNDO_ASKED, _with_a_move(now, action, sides))


def _grant_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.UNDO, _asked(now, sides))


def _refuse_undo(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.UNDO_REFUSED, _asked(now, sides))


def _resign(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _must_go_on(now)
    return PendingEvent(LogKind.RESIGNED, _acting(now, action, sides))


def _rematch(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    if not now.over:
        raise Problem(409, "not-over", "The match is not over yet.")
    if now.rematch.next is not None:
        raise Problem(409, "has-rematch", "The next match has been made already.")
    side = _acting(now, action, sides)
    if side in now.rematch.asked:
        raise Problem(409, "asked-already", "This has been asked already.")
    agreed = now.mode != "friend" or other(side) in now.rematch.asked
    return PendingEvent(LogKind.REMATCH if agreed else LogKind.REMATCH_ASKED, side)


def _rename(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    return PendingEvent(LogKind.RENAMED, action.side or sides[0], read_name(action.name))


def _hint(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _help(now)
    if now.turn not in sides:
        raise Problem(409, "not-your-turn", "Hints are for your own turn.")
    return PendingEvent(LogKind.HINT, now.turn)


def _analysis(now: MatchState, action: Action, sides: tuple[int, ...]) -> PendingEvent:
    _help(now)
    return PendingEvent(LogKind.ANALYSIS, _acting(now, action, sides))


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
}


def _must_go_on(now: MatchState) -> None:
    if now.over:
        raise Problem(409, "over", "The match is over.")
    if now.waiting:
        raise Problem(409, "waiting", "Nobody has taken the other seat yet.")


def _help(now: MatchState) -> None:
    if not now.help_allowed:
        raise Problem(403, "no-help", "There is no help while two people are playing.")
    _must_go_on(now)


def _acting(now: MatchState, action: Action, sides: tuple[int, ...]) -> int:
    """The side that somebody acts for: the one to move, if it is theirs."""
    return action.side or (now.turn if now.turn in sides else sides[0])


def _with_a_move(now: MatchState, action: Action, sides: tuple[int, ...]) -> int:
    """The side that takes a move back, which has one to take back."""
    side = _acting(now, action, sides)
    if not now.can_undo(side):
        raise Problem(409, "no-move", "There is no move to take back.")
    return side


def _asked(now: MatchState, sides: tuple[int, ...]) -> int:
    """The side that is asked whether a move may be taken back, if it is one of these."""
    _must_go_on(now)
    if now.undo_asked is None or other(now.undo_asked) not in sides:
        raise Problem(409, "not-asked", "Nobody has asked you to let them take a move back.")
    return other(now.undo_asked)
