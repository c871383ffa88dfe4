"""A match in memory: its log, its state and its clients."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import orjson

from gridlock.match import Match
from gridlock.rules import Move, Position
from gridlock.web.matches.hub import Hub
from gridlock.web.matches.match_state import MatchState
from gridlock.web.matches.seats import request_key
from gridlock.web.matches.state_json import EventJson, StateJson, event_json, state_json
from gridlock.web.store import LogEvent, MatchRow


class LiveMatch:
    """A match with its log, as far as this server has read it."""

    __slots__ = ("__weakref__", "_requests", "_state", "chances", "events", "hub", "now")

    def __init__(self, row: MatchRow, events: Iterable[LogEvent] = ()) -> None:
        self.now = MatchState(row)
        """The state after the last event."""
        self.events: list[LogEvent] = []
        self.hub = Hub()
        """The connected clients."""
        self.chances: dict[tuple[Position, Move | None], Move | None] = {}
        """The moves judged so far for the turning point, and what would have won instead, if anything."""
        self._requests: dict[str, LogEvent] = {}
        self._state: orjson.Fragment | None = None
        for event in events:
            self.take(event)

    @property
    def id(self) -> str:
        """The match's id."""
        return self.now.row.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.now.number

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.now.match

    @property
    def between_people(self) -> bool:
        """Whether people play both sides."""
        return self.now.between_people

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.now.over

    def take(self, event: LogEvent, after: MatchState | None = None) -> bool:
        """Add the next event, with the state after it if known; False if it isn't the next one."""
        if event.number != self.number + 1:
            return False
        self.now = self.now.after(event) if after is None else after
        self.events.append(event)
        if event.request is not None:
            self._requests[event.request] = event
        self._state = None
        return True

    def event_of_request(self, holder: str, request: str) -> LogEvent | None:
        """Return the event that a repeated request produced, if any."""
        return self._requests.get(request_key(holder, request))

    def since(self, number: int) -> list[EventJson]:
        """Return the events after this number, as JSON."""
        return [event_json(event) for event in self.events[max(0, number) :]]

    def state(self) -> StateJson:
        """Return the current state, as JSON."""
        return state_json(self.now)

    def encoded_state(self) -> StateJson:
        """Return the current state, encoded once for all clients; it can be sent but not read."""
        if self._state is None:
            self._state = orjson.Fragment(orjson.dumps(self.state()))
        return cast(StateJson, self._state)
