"""A match in progress: the one authority on what has happened and what may happen next."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from copy import copy
from datetime import date
from enum import StrEnum
from itertools import takewhile
from time import monotonic
from typing import NamedTuple

from gridlock.clock import Clock, TimeControl, read_time
from gridlock.errors import IllegalMove, InvalidChoice
from gridlock.records import Ending, Record
from gridlock.rules import Game, Move, Outcome, Position, other


class EventKind(StrEnum):
    """What can happen in a match."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    HELP = "help"
    END = "end"


class Help(StrEnum):
    """What a person can ask for during a match; the record says so."""

    HINT = "hint"
    ANALYSIS = "analysis"


class Event(NamedTuple):
    """Something that has happened in a match."""

    kind: EventKind
    side: int
    """The side that did it; for END, the side that has lost."""
    text: str
    """The move, the kind of help, or the reason of the end."""


class _End(NamedTuple):
    """An end that the position does not show."""

    ending: Ending
    loser: int
    reason: str


class Match:
    """One play-through of a game, move by move."""

    def __init__(
        self,
        game: Game,
        players: tuple[str, str] = ("Player 1", "Player 2"),
        *,
        start: Position | None = None,
        control: TimeControl | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.game = game
        self.players = players
        self.clock = Clock(control, now=now) if control else None
        self.help: dict[Help, int] = {}
        """How often which kind of help was used."""
        self.taken_back = 0
        """How many moves were taken back."""
        self.events: list[Event] = []
        """Everything that has happened, in order."""
        self._start = start
        self._resumed: Record | None = None  # what was there when the match was resumed
        self._positions = [start or game.start()]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._times = [self._time()]  # what each side had left at the beginning of each turn
        self._end: _End | None = None
        self._listeners: list[Callable[[Event], None]] = []

    @classmethod
    def resume(cls, record: Record, *, now: Callable[[], float] = monotonic) -> Match:
        """Take up an unfinished match where its record ends."""
        match = cls(record.game, record.players, start=record.start, control=_control(record), now=now)
        match._resumed = record
        for move in record.moves:
            match._add(move)
        counts = {kind: _number(record.tags.get(kind.title())) for kind in Help}
        match.help = {kind: int(count) for kind, count in counts.items() if count}
        match.taken_back = int(_number(record.tags.get("Undo")) or 0)
        for side in (1, 2):
            left = _number(record.tags.get(f"Left{side}"))
            if match.clock is not None and left is not None:
                match.clock.set_left(side, left)
        match._times = [match._time()] * len(match._positions)
        return match

    def copy(self) -> Match:
        """The same match, to go on in another way; nobody listens to it yet."""
        twin = copy(self)
        twin.clock = self.clock.copy() if self.clock else None
        twin.help = dict(self.help)
        for name in ("events", "_positions", "_moves", "_undone", "_times"):
            setattr(twin, name, list(getattr(self, name)))
        twin._listeners = []
        return twin

    # What is so ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the first and the present one included."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or None while the match goes on."""
        if self._end is not None:
            return Outcome(other(self._end.loser), self._end.reason)
        return self.position.outcome()

    @property
    def ending(self) -> Ending:
        """How the match has ended, if it has."""
        if self._end is not None:
            return self._end.ending
        return Ending.UNFINISHED if self.outcome is None else Ending.STUCK

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that could be made again."""
        return bool(self._undone)

    # What can be done ---------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Call this with every event from now on."""
        self._listeners.append(listener)

    def play(self, move: int | str) -> Move:
        """Make a move for the side to move; a :class:`Move` is taken as it is.

        The errors are those of :meth:`Position.play`.
        """
        self._refuse_if_ended()
        position = self.position
        if not isinstance(move, Move):
            move = position.parse_move(move) if isinstance(move, str) else position.move(move)
        self._add(move)
        self._undone.clear()
        self._moved(EventKind.MOVE, position.turn, move)
        return move

    def undo(self) -> Move | None:
        """Take the last move back, or a resignation or another such end alone; the clock goes back too."""
        taken = None
        if self._end is not None:
            self._end = None
        elif self._moves:
            taken = self._moves.pop()
            self._undone.append(taken)
            self._positions.pop()
            self._times.pop()
            self.taken_back += 1
        else:
            raise IllegalMove("There is no move to take back.")
        self._set_clock_back()
        self._tell(EventKind.UNDO, self.position.turn, "the end" if taken is None else str(taken))
        return taken

    def redo(self) -> Move:
        """Make the move again that was taken back last."""
        if not self._undone:
            raise IllegalMove("There is no move to make again.")
        self._refuse_if_ended()
        side = self.position.turn
        move = self._undone.pop()
        self._add(move)
        self._moved(EventKind.REDO, side, move)
        return move

    def undo_to(self, sides: Container[int]) -> list[Move]:
        """Take moves back up to the last turn of one of these sides; the moves, the last one first.

        A resignation or another such end on their own turn is taken back without a move.
        """
        ended = self._end is not None
        before = self._positions if ended else self._positions[:-1]
        turns = [number for number, position in enumerate(before) if position.turn in sides]
        if not turns:
            raise IllegalMove("There is no move to take back.")
        taken = [self.undo() for _ in range(len(self._moves) - turns[-1] + ended)]
        return [move for move in taken if move is not None]

    def redo_to(self, sides: Container[int]) -> list[Move]:
        """Make moves again up to the next turn of one of these sides; the moves, the first one first."""
        made = [self.redo()]
        while self._undone and self.position.turn not in sides:
            made.append(self.redo())
        return made

    def resign(self, side: int | None = None) -> None:
        """A side, the one to move if none is named, gives the match up."""
        loser = side or self.position.turn
        self._finish(_End(Ending.RESIGNATION, loser, f"Player {loser} resigned."))

    def forfeit(self, side: int, reason: str) -> None:
        """A side has lost because it would not play by the rules; the reason is a sentence."""
        self._finish(_End(Ending.FORFEIT, side, reason))

    def start_clock(self) -> None:
        """Let the time of the side to move run, if there is a clock."""
        self._let_clock_run()

    def time_is_up(self) -> bool:
        """Whether the side to move has run out of time; if so, it has lost."""
        side = self.position.turn
        if self.outcome is None and self.clock is not None and not self.clock.left(side):
            self._finish(_End(Ending.TIME, side, f"Player {side}'s time has run out."))
        return self._end is not None and self._end.ending is Ending.TIME

    def use_help(self, kind: Help) -> None:
        """Note that help was asked for."""
        self.help[kind] = self.help.get(kind, 0) + 1
        self._tell(EventKind.HELP, self.position.turn, kind)

    def record(self) -> Record:
        """The match so far, written down."""
        outcome = self.outcome
        return Record(
            game=self.game,
            moves=self.moves,
            winner=outcome.winner if outcome else None,
            ending=self.ending,
            players=self.players,
            date=self._resumed.date if self._resumed else date.today().isoformat(),
            start=self._start,
            comments=self._comments(),
            tags=self._tags(),
        )

    # How ----------------------------------------------------------------------------------------

    def _comments(self) -> tuple[tuple[int, str], ...]:
        """What was remarked on the moves that still stand, and why a side has forfeited.

        The other ends explain themselves.
        """
        kept: list[tuple[int, str]] = []
        if self._resumed is not None:
            pairs = zip(self._resumed.moves, self._moves, strict=False)
            standing = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
            kept = [remark for remark in self._resumed.comments if remark[0] <= standing]
        if self._end is not None and self._end.ending is Ending.FORFEIT:
            kept.append((len(self._moves), self._end.reason))
        return tuple(kept)

    def _tags(self) -> dict[str, str]:
        tags = dict(self._resumed.tags) if self._resumed else {}
        tags |= {kind.title(): str(count) for kind, count in self.help.items()}
        if self.taken_back:
            tags["Undo"] = str(self.taken_back)
        if self.clock is not None:
            tags["Time"] = str(self.clock.control)
            for side in (1, 2):
                tags[f"Left{side}"] = f"{self.clock.left(side):.1f}"
                if self.outcome is not None:
                    del tags[f"Left{side}"]
        return tags

    def _add(self, move: Move) -> None:
        self._positions.append(self.position.play(move))
        self._moves.append(move)
        self._times.append(self._time())

    def _moved(self, kind: EventKind, side: int, move: Move) -> None:
        if self.clock is not None:
            self.clock.moved(side)
            self._times[-1] = self._time()
        self._let_clock_run()
        self._tell(kind, side, str(move))
        outcome = self.outcome
        if outcome is not None:
            self._tell(EventKind.END, other(outcome.winner), outcome.reason)

    def _refuse_if_ended(self) -> None:
        self.time_is_up()
        if self._end is not None:
            raise IllegalMove(f"The game is over: {self._end.reason}")

    def _finish(self, end: _End) -> None:
        if self.outcome is not None:
            raise IllegalMove("The game is over.")
        self._end = end
        self._let_clock_run()
        self._tell(EventKind.END, end.loser, end.reason)

    def _time(self) -> tuple[float, ...]:
        return tuple(self.clock.left(side) for side in (1, 2)) if self.clock else ()

    def _set_clock_back(self) -> None:
        """Give both sides the time that they had when this turn began."""
        if self.clock is not None:
            self.clock.stop()
            for side, left in enumerate(self._times[-1], start=1):
                self.clock.set_left(side, left)
        self._let_clock_run()

    def _let_clock_run(self) -> None:
        if self.clock is None:
            return
        if self.outcome is None:
            self.clock.start(self.position.turn)
        else:
            self.clock.stop()

    def _tell(self, kind: EventKind, side: int, text: str) -> None:
        event = Event(kind, side, text)
        self.events.append(event)
        for listener in self._listeners:
            listener(event)


def _control(record: Record) -> TimeControl | None:
    """The time control of a match, unless another program has written it in another way."""
    try:
        return read_time(record.tags["Time"])
    except (KeyError, InvalidChoice):
        return None


def _number(text: str | None) -> float | None:
    """A number of a reasonable size from a tag, or None if there is none."""
    return float(text) if text and re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII) else None
