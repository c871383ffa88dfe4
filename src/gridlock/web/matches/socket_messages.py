"""The messages the server sends on a match's socket."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from gridlock.web.matches.state_json import EventJson, SideNumber, StateJson
from gridlock.web.problems import ProblemJson
from gridlock.web.views.analysis import HintJson


class PresenceJson(TypedDict, closed=True):
    """Which sides are connected, and how many people watch."""

    here: list[SideNumber]
    watchers: int


class WelcomeMessage(TypedDict, closed=True):
    """The first message: your sides, the events you don't know yet, and the state."""

    type: Literal["welcome"]
    side: SideNumber | None
    sides: list[SideNumber]
    presence: PresenceJson
    events: list[EventJson]
    state: StateJson


class EventMessage(TypedDict, closed=True):
    """An event has happened."""

    type: Literal["event"]
    event: EventJson
    state: StateJson


class EventsMessage(TypedDict, closed=True):
    """The events after the number you sent."""

    type: Literal["events"]
    events: list[EventJson]
    state: StateJson


class PresenceMessage(TypedDict, closed=True):
    """Someone has connected or disconnected."""

    type: Literal["presence"]
    here: list[SideNumber]
    watchers: int


class DoneMessage(TypedDict, closed=True):
    """Your action was carried out; ``number`` is its event."""

    type: Literal["done"]
    request: str
    number: int
    hint: NotRequired[HintJson]


class RefusedMessage(TypedDict, closed=True):
    """Your message was refused."""

    type: Literal["refused"]
    request: str | None
    problem: ProblemJson


class PongMessage(TypedDict, closed=True):
    """The answer to a ping."""

    type: Literal["pong"]


SocketMessage = Annotated[
    WelcomeMessage
    | EventMessage
    | EventsMessage
    | PresenceMessage
    | DoneMessage
    | RefusedMessage
    | PongMessage,
    Field(discriminator="type"),
]
