"""The state of a match after an event: the log, folded through ``Match``."""

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
"""The seats of people: the creator's, and one that is open to join."""

LEASE = 15_000
"""Milliseconds for which a server has the lease on a bot."""
CALL_OFF_AFTER = 300_000
"""Milliseconds without a first move after which a match can be called off."""
_MARGIN = 2  # milliseconds added to a time-out, so that rounding can't decide a match


_Value = TypeVar("_Value")


class Rematch(NamedTuple):
    """The requests for a rematch."""

    asked: tuple[int, ...] = ()
    """The sides that have asked for one."""
    next: str | None = None
    """The id of the rematch."""


class TurningPoint(NamedTuple):
    """The last chance of the side that lost."""

    number: int
    """The number of the move that lost the match, one more than the last if it was given up in a won
    position, and 0 if the side could never have won."""
    better: str
    """The move that would have won; empty if the side wasn't to move, or could never have won."""


class _EventTime:
    """The time source for a match's clock: the time of an event, never the machine's clock."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at / 1000


class MatchState:
    """An immutable state of a match; each event produces a new one."""

    def __init__(self, row: MatchRow) -> None:
        game = game_of(row.game, row.size, orjson.loads(row.options))
        line = line_of(game, row.start, row.opening.split())
        self._event_time = _EventTime(row.created)
        self.row = row
        self.seats: tuple[str, str] = tuple(orjson.loads(row.seats))
        """The two seats: each is ``me``, ``open`` or a built-in player's name."""
        self.match = Match.resume(
            Record(
                game,
                tuple(line.moves),
                date=datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat(),
                start=line.positions[0] if row.start else None,
                tags={"Time": row.control} if row.control else {},
            ),
            now=self._event_time,
            free_first_moves=True,
        )
        self.number = 0
        """The number of the last event."""
        self.at = row.created
        """When it happened, in milliseconds since 1970."""
        self.holders: tuple[str | None, str | None] = (None, None)
        """The hashes of the two seats' secrets."""
        self.names = ("", "")
        self.undo_asked: int | None = None
        self.rematch = Rematch()
        self.counts: dict[str, int] = {}
        """The number of events of each kind."""
        self.opening = len(self.match.moves)
        """The number of moves before the players' first."""
        self.turn_began = row.created
        """When the side to move could first move, in milliseconds since 1970."""
        self.called_off = False
        self.turning_point: TurningPoint | None = None
        self.good_game: tuple[int, ...] = ()
        """The sides that have said \"good game\"."""
        self.wins_before = (0, 0)
        """The wins of the two sides in the matches before this one."""
        _name_players(self)

    def after(self, event: LogEvent, move: Move | None = None) -> MatchState:
        """Return the state after one more event; the errors are those of ``Match``.

        ``move`` is the parsed move of the event, if it is known.
        """
        new = copy(self)
        new.match = self.match.copy()
        new.number, new.at = event.number, event.at
        new.counts = self.counts | {event.kind: self.counts.get(event.kind, 0) + 1}
        self._event_time.at = event.at
        if event.kind == LogKind.MOVE:
            new.match.play(event.text if move is None else move)
            _begin_turn(new)
        else:
            _HANDLERS[LogKind(event.kind)](new, event)
        return new

    # Queries ------------------------------------------------------------------------------------

    @property
    def mode(self) -> Literal["bot", "friend", "here"]:
        """``bot``, ``friend`` or ``here``: against a bot, against someone online, or both on one screen."""
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
        """Whether the match is over."""
        return self.called_off or self.match.outcome is not None

    @property
    def help_allowed(self) -> bool:
        """Whether hints and analysis are allowed; they aren't while two people are playing."""
        return self.over or not self.between_people

    @property
    def turn(self) -> int:
        """The side to move."""
        return self.match.position.turn

    @property
    def bot_due(self) -> str | None:
        """The bot to move, if any."""
        spec = self.seats[self.turn - 1]
        return None if spec in (ME, OPEN) or self.over else spec

    @property
    def plays_out(self) -> bool:
        """Whether the server makes the next move, because the other side is stuck for good."""
        return not (self.over or self.waiting) and self.match.stuck_side is not None

    @property
    def moves_itself(self) -> bool:
        """Whether the next move needs no person."""
        return self.plays_out or self.bot_due is not None

    @property
    def call_off_from(self) -> int | None:
        """From when the players may call the match off, in milliseconds since 1970; None if they can't.

        They can if a side takes too long for its first move, for which it needs no time on its clock.
        """
        earlier = self.match.positions[self.opening : -1]
        if self.mode != "friend" or self.over or self.waiting:
            return None
        return None if any(p.turn == self.turn for p in earlier) else self.turn_began + CALL_OFF_AFTER

    @property
    def wins(self) -> tuple[int, int]:
        """The wins of the two sides in this match and those before it."""
        outcome = self.match.outcome
        one, two = self.wins_before
        winner = outcome.winner if outcome else None
        return one + (winner == 1), two + (winner == 2)

    @property
    def due(self) -> Due:
        """What happens next without a player's action. The server that writes this gets the bot's lease."""
        bot = self.at + LEASE if self.moves_itself else None
        return Due(self.out_of_time, bot, self.over)

    @property
    def out_of_time(self) -> int | None:
        """When the side to move runs out of time, in milliseconds since 1970."""
        clock = self.match.clock
        if clock is None or clock.running is None:
            return None
        return self.at + int(self.left(clock.running) * 1000) + _MARGIN

    def left(self, side: int) -> float:
        """Return the seconds a side had left at the last event."""
        self._event_time.at = self.at
        return self.match.clock.left(side) if self.match.clock else 0.0

    def sides_of(self, holder: str | None) -> tuple[int, ...]:
        """Return the sides held by a secret, given its hash."""
        return tuple(side for side in (1, 2) if holder is not None and self.holders[side - 1] == holder)

    def undo_sides(self, side: int) -> tuple[int, ...]:
        """Return the sides to whose turn an undo goes back: the side's own, or either on one screen."""
        return (1, 2) if self.mode == "here" else (side,)

    def can_undo(self, side: int) -> bool:
        """Whether a side has a move to take back."""
        if self.over or self.waiting or self.holders[side - 1] is None:
            return False
        sides = self.undo_sides(side)
        return any(position.turn in sides for position in self.match.positions[:-1])

    def record(self) -> Record:
        """Return the record of the match so far."""
        self._event_time.at = self.at
        return self.match.record()


# Event handlers ---------------------------------------------------------------------------------


def _take_seats(new: MatchState, sides: Iterable[int], event: LogEvent) -> None:
    """Take seats, and begin the first turn once both are taken."""
    for side in sides:
        new.holders = _replace_side(new.holders, side, event.secret)
    _rename(new, event)
    if not new.waiting:
        new.match.start_clock()
        new.turn_began = event.at


def _created(new: MatchState, event: LogEvent) -> None:
    _take_seats(new, (side for side in (1, 2) if new.seats[side - 1] == ME), event)


def _joined(new: MatchState, event: LogEvent) -> None:
    _take_seats(new, (_side(event),), event)


def _rename(new: MatchState, event: LogEvent) -> None:
    new.names = _replace_side(new.names, _side(event), event.text)
    _name_players(new)


def _ask_undo(new: MatchState, event: LogEvent) -> None:
    new.undo_asked = event.side


def _undo(new: MatchState, event: LogEvent) -> None:
    new.match.undo_to(new.undo_sides(new.undo_asked or _side(event)))
    _begin_turn(new)


def _refuse_undo(new: MatchState, event: LogEvent) -> None:
    new.undo_asked = None


def _resign(new: MatchState, event: LogEvent) -> None:
    new.match.resign(_side(event))
    new.undo_asked = None


def _time_out(new: MatchState, event: LogEvent) -> None:
    new.match.lose_on_time()
    new.undo_asked = None


def _play_out(new: MatchState, event: LogEvent) -> None:
    move = new.match.play_out()
    if str(move) != event.text:
        raise IllegalMove(f"The next move is {move}, not {event.text}.")
    _begin_turn(new)


def _call_off(new: MatchState, event: LogEvent) -> None:
    new.called_off = True
    new.undo_asked = None


def _set_turning_point(new: MatchState, event: LogEvent) -> None:
    number, _, better = event.text.partition(" ")
    new.turning_point = TurningPoint(int(number), better)


def _say_good_game(new: MatchState, event: LogEvent) -> None:
    new.good_game = (*new.good_game, _side(event))


def _set_score(new: MatchState, event: LogEvent) -> None:
    one, two = map(int, event.text.split())
    new.wins_before = (one, two)


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


_HANDLERS: dict[LogKind, Callable[[MatchState, LogEvent], None]] = {
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
    LogKind.PLAYED_OUT: _play_out,
    LogKind.CALLED_OFF: _call_off,
    LogKind.TURNING_POINT: _set_turning_point,
    LogKind.GOOD_GAME: _say_good_game,
    LogKind.SCORE: _set_score,
}


def _begin_turn(new: MatchState) -> None:
    new.turn_began = new.at
    new.undo_asked = None


def _side(event: LogEvent) -> int:
    """Return the side of an event, which must have one."""
    assert event.side is not None
    return event.side


def _name_players(new: MatchState) -> None:
    """Set the players' names for the record."""
    first, second = (
        (new.names[side - 1] or f"Player {side}") if seat in (ME, OPEN) else seat
        for side, seat in enumerate(new.seats, start=1)
    )
    new.match.players = (first, second)


def _replace_side(pair: tuple[_Value, _Value], side: int, value: _Value) -> tuple[_Value, _Value]:
    """Return the pair with a side's value replaced."""
    return (value, pair[1]) if side == 1 else (pair[0], value)
