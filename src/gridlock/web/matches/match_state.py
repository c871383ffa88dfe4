"""What a match is after some of its events: the log, folded through ``Match``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TypeVar

import orjson

from gridlock.errors import IllegalMove
from gridlock.match import Help, Match
from gridlock.records import Record
from gridlock.rules import Move
from gridlock.web.params import game_of, line_of
from gridlock.web.store import Due, LogEvent, LogKind, MatchRow

ME, OPEN = "me", "open"
"""The seats of people: the one that has made the match, and one that somebody may take."""

LEASE = 15_000
"""Milliseconds for which a bot is left to the server that asks it."""
_MARGIN = 2  # milliseconds after the end of somebody's time, so that rounding decides nothing


_Value = TypeVar("_Value")


class Rematch(NamedTuple):
    """The wish to play again."""

    asked: tuple[int, ...] = ()
    """The sides that have asked for it."""
    next: str | None = None
    """The match that has come of it."""


class _Moment:
    """What the clocks of matches take for the present: the time of an event, never that of this machine."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at / 1000


class MatchState:
    """A match as it stands after its last event. It does not change: the next event makes another one."""

    def __init__(self, row: MatchRow) -> None:
        game = game_of(row.game, row.size, orjson.loads(row.options))
        line = line_of(game, row.start, row.opening.split())
        self._moment = _Moment(row.created)
        self.row = row
        self.seats: tuple[str, str] = tuple(orjson.loads(row.seats))
        """Who plays the sides: ``me``, ``open`` or a built-in player's text."""
        self.match = Match.resume(
            Record(
                game,
                tuple(line.moves),
                date=datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat(),
                start=line.positions[0] if row.start else None,
                tags={"Time": row.control} if row.control else {},
            ),
            now=self._moment,
        )
        self.number = 0
        """The number of the last event."""
        self.at = row.created
        """When it happened, in milliseconds since 1970."""
        self.holders: tuple[str | None, str | None] = (None, None)
        """The hashes of the secrets that hold the sides."""
        self.names = ("", "")
        self.undo_asked: int | None = None
        self.rematch = Rematch()
        self.counts: dict[str, int] = {}
        """How many events of each kind there were."""
        _name_players(self)

    def after(self, event: LogEvent, move: Move | None = None) -> MatchState:
        """The match after one more event; the errors are those of ``Match``.

        ``move`` is the move of the event, if it is known: then its text need not be read.
        """
        new = copy(self)
        new.match = self.match.copy()
        new.number, new.at = event.number, event.at
        new.counts = self.counts | {event.kind: self.counts.get(event.kind, 0) + 1}
        self._moment.at = event.at
        if event.kind == LogKind.MOVE:
            new.match.play(event.text if move is None else move)
            new.undo_asked = None
        else:
            _FOLD[LogKind(event.kind)](new, event)
        return new

    # What is so ---------------------------------------------------------------------------------

    @property
    def mode(self) -> Literal["bot", "friend", "here"]:
        """``bot``, ``friend`` or ``here``: against a program, against somebody elsewhere, or both here."""
        if OPEN in self.seats:
            return "friend"
        return "here" if self.seats == (ME, ME) else "bot"

    @property
    def between_people(self) -> bool:
        """Whether people play both sides."""
        return self.mode != "bot"

    @property
    def waiting(self) -> bool:
        """Whether a seat is still open."""
        return OPEN in self.seats and None in self.holders

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.outcome is not None

    @property
    def help_allowed(self) -> bool:
        """Whether anybody may look into it: nobody may while two people are playing."""
        return self.over or not self.between_people

    @property
    def turn(self) -> int:
        """The side to move."""
        return self.match.position.turn

    @property
    def bot_due(self) -> str | None:
        """The bot that is to move, if one is."""
        spec = self.seats[self.turn - 1]
        return None if spec in (ME, OPEN) or self.over else spec

    @property
    def due(self) -> Due:
        """What is to happen if nobody does anything; the bot is asked by the server that has written this."""
        bot = self.at + LEASE if self.bot_due else None
        return Due(self.out_of_time, bot, self.over)

    @property
    def out_of_time(self) -> int | None:
        """When the side to move runs out of time, in milliseconds since 1970."""
        clock = self.match.clock
        if clock is None or clock.running is None:
            return None
        return self.at + int(self.left(clock.running) * 1000) + _MARGIN

    def left(self, side: int) -> float:
        """Seconds that a side had left when the last event happened."""
        self._moment.at = self.at
        return self.match.clock.left(side) if self.match.clock else 0.0

    def sides_of(self, holder: str | None) -> tuple[int, ...]:
        """The sides that a secret holds, by its hash."""
        return tuple(side for side in (1, 2) if holder is not None and self.holders[side - 1] == holder)

    def undo_sides(self, side: int) -> tuple[int, ...]:
        """To whose turn moves are taken back when a side wants that: its own, or the last if it has both."""
        return (1, 2) if self.mode == "here" else (side,)

    def can_undo(self, side: int) -> bool:
        """Whether a side has a move that it could take back, or ask to take back."""
        if self.over or self.waiting or self.holders[side - 1] is None:
            return False
        sides = self.undo_sides(side)
        return any(position.turn in sides for position in self.match.positions[:-1])

    def record(self) -> Record:
        """The match so far, written down."""
        self._moment.at = self.at
        return self.match.record()


# What each kind of event does -------------------------------------------------------------------


def _sit(new: MatchState, sides: Iterable[int], event: LogEvent) -> None:
    """Somebody takes seats; when nobody is missing any more, the clock starts."""
    for side in sides:
        new.holders = _with(new.holders, side, event.secret)
    _rename(new, event)
    if not new.waiting:
        new.match.start_clock()


def _created(new: MatchState, event: LogEvent) -> None:
    _sit(new, (side for side in (1, 2) if new.seats[side - 1] == ME), event)


def _joined(new: MatchState, event: LogEvent) -> None:
    _sit(new, (_side(event),), event)


def _rename(new: MatchState, event: LogEvent) -> None:
    new.names = _with(new.names, _side(event), event.text)
    _name_players(new)


def _ask_undo(new: MatchState, event: LogEvent) -> None:
    new.undo_asked = event.side


def _undo(new: MatchState, event: LogEvent) -> None:
    new.match.undo_to(new.undo_sides(new.undo_asked or _side(event)))
    new.undo_asked = None


def _refuse_undo(new: MatchState, event: LogEvent) -> None:
    new.undo_asked = None


def _resign(new: MatchState, event: LogEvent) -> None:
    new.match.resign(_side(event))
    new.undo_asked = None


def _time_out(new: MatchState, event: LogEvent) -> None:
    if not new.match.time_is_up():
        raise IllegalMove("There is time left.")
    new.undo_asked = None


def _forfeit(new: MatchState, event: LogEvent) -> None:
    new.match.forfeit(_side(event), event.text)


def _hint(new: MatchState, event: LogEvent) -> None:
    new.match.use_help(Help.HINT)


def _analysis(new: MatchState, event: LogEvent) -> None:
    new.match.use_help(Help.ANALYSIS)


def _ask_rematch(new: MatchState, event: LogEvent) -> None:
    new.rematch = Rematch((*new.rematch.asked, _side(event)))


def _rematch(new: MatchState, event: LogEvent) -> None:
    new.rematch = Rematch(new.rematch.asked, event.text)


_FOLD: dict[LogKind, Callable[[MatchState, LogEvent], None]] = {
    LogKind.CREATED: _created,
    LogKind.JOINED: _joined,
    LogKind.RENAMED: _rename,
    LogKind.UNDO_ASKED: _ask_undo,
    LogKind.UNDO: _undo,
    LogKind.UNDO_REFUSED: _refuse_undo,
    LogKind.RESIGNED: _resign,
    LogKind.TIME_OUT: _time_out,
    LogKind.FORFEIT: _forfeit,
    LogKind.HINT: _hint,
    LogKind.ANALYSIS: _analysis,
    LogKind.REMATCH_ASKED: _ask_rematch,
    LogKind.REMATCH: _rematch,
}


def _side(event: LogEvent) -> int:
    """The side of an event that has one."""
    assert event.side is not None
    return event.side


def _name_players(new: MatchState) -> None:
    """Let the match know the players as its record names them: people by name, bots by their text."""
    first, second = (
        (new.names[side - 1] or f"Player {side}") if seat in (ME, OPEN) else seat
        for side, seat in enumerate(new.seats, start=1)
    )
    new.match.players = (first, second)


def _with(pair: tuple[_Value, _Value], side: int, value: _Value) -> tuple[_Value, _Value]:
    """The pair with another value for a side."""
    return (value, pair[1]) if side == 1 else (pair[0], value)
