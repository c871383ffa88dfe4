"""A match in progress: its moves, clock, events and result."""

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
from gridlock.records import PLAYED_OUT, Ending, Record
from gridlock.rules import Game, Move, Outcome, Position, other


class EventKind(StrEnum):
    """The kinds of event in a match."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    HELP = "help"
    END = "end"


class Help(StrEnum):
    """The kinds of help a player can use during a match; they are noted in the record."""

    HINT = "hint"
    ANALYSIS = "analysis"


class Event(NamedTuple):
    """Something that happened in a match."""

    kind: EventKind
    side: int
    """The side that did it; for END, the side that lost."""
    text: str
    """The move, the kind of help, or the reason the match ended."""


class _End(NamedTuple):
    """An end that doesn't follow from the position: a resignation, a forfeit or a timeout."""

    ending: Ending
    loser: int
    reason: str


class Match:
    """One play-through of a game, move by move.

    ``players`` are the names in the record. ``start`` is the first position, if not the game's own. With a
    time control, call :meth:`start_clock` when the match begins; ``now`` is the time in seconds.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[str, str] = ("Player 1", "Player 2"),
        *,
        start: Position | None = None,
        control: TimeControl | None = None,
        now: Callable[[], float] = monotonic,
        free_first_moves: bool = False,
    ) -> None:
        """With ``free_first_moves``, a side's clock doesn't run before its first move."""
        self.game = game
        self.players = players
        """The names of the players."""
        self.clock = Clock(control, now=now) if control else None
        """The clock, or None without a time control."""
        self.help: dict[Help, int] = {}
        """How often each kind of help was used."""
        self.undo_count = 0
        """The number of moves taken back."""
        self.played_out = 0
        """How many of the last moves were played by :meth:`play_out`."""
        self.events: list[Event] = []
        """Everything that has happened, in order."""
        self._free_first_moves = free_first_moves
        self._opening = 0  # the number of moves before the players' first
        self._start = start
        self._resumed: Record | None = None  # the record this match was resumed from
        self._positions = [start or game.start()]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._times = [self._time()]  # each side's time left at the start of each turn
        self._end: _End | None = None
        self._listeners: list[Callable[[Event], None]] = []

    @classmethod
    def resume(
        cls, record: Record, *, now: Callable[[], float] = monotonic, free_first_moves: bool = False
    ) -> Match:
        """Continue an unfinished match from its record."""
        match = cls(
            record.game,
            record.players,
            start=record.start,
            control=_time_control(record),
            now=now,
            free_first_moves=free_first_moves,
        )
        match._resumed = record
        match._opening = len(record.moves)
        for move in record.moves:
            match._add(move)
        match.played_out = record.played_out
        counts = {kind: _parse_number(record.tags.get(kind.title())) for kind in Help}
        match.help = {kind: int(count) for kind, count in counts.items() if count}
        match.undo_count = int(_parse_number(record.tags.get("Undo")) or 0)
        for side in (1, 2):
            left = _parse_number(record.tags.get(f"Left{side}"))
            if match.clock is not None and left is not None:
                match.clock.set_left(side, left)
        match._times = [match._time()] * len(match._positions)
        return match

    def copy(self) -> Match:
        """Return an independent copy of the match, without its listeners."""
        twin = copy(self)
        twin.clock = self.clock.copy() if self.clock else None
        twin.help = dict(self.help)
        for name in ("events", "_positions", "_moves", "_undone", "_times"):
            setattr(twin, name, list(getattr(self, name)))
        twin._listeners = []
        return twin

    # State --------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, from the first to the current one."""
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
        """How the match ended, if it has."""
        if self._end is not None:
            return self._end.ending
        return Ending.UNFINISHED if self.outcome is None else Ending.STUCK

    @property
    def stuck_side(self) -> int | None:
        """The side that can never move again although the match goes on; see :meth:`play_out`."""
        return None if self.outcome is not None else self.game.stuck_side(self.position)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to redo."""
        return bool(self._undone)

    # Actions ------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Call this function with every event from now on."""
        self._listeners.append(listener)

    def play(self, move: int | str) -> Move:
        """Make a move for the side to move and return it. A :class:`~gridlock.Move` needs no parsing.

        Raises the same errors as :meth:`gridlock.Position.play`.
        """
        self._check_not_over()
        position = self.position
        if not isinstance(move, Move):
            move = position.parse_move(move) if isinstance(move, str) else position.move(move)
        self.played_out = 0
        self._make(move)
        return move

    def play_out(self) -> Move:
        """Make a move that decides nothing, because the other side is stuck for good.

        The record says how many of the last moves were made this way.
        """
        self._check_not_over()
        if self.stuck_side is None:
            raise IllegalMove("Both sides can still move.")
        move = self.position.legal_moves()[0]
        self.played_out += 1
        self._make(move)
        return move

    def undo(self) -> Move | None:
        """Take back the last move and reset the clock. A resignation, forfeit or timeout is taken back on its
        own.
        """
        move = None
        if self._end is not None:
            self._end = None
        elif self._moves:
            move = self._moves.pop()
            self._undone.append(move)
            self._positions.pop()
            self._times.pop()
            self.undo_count += 1
            self.played_out = max(0, self.played_out - 1)
        else:
            raise IllegalMove("There is no move to take back.")
        self._restore_clock()
        self._emit(EventKind.UNDO, self.position.turn, "the end" if move is None else str(move))
        return move

    def redo(self) -> Move:
        """Replay the move that was taken back last."""
        if not self._undone:
            raise IllegalMove("There is no move to redo.")
        self._check_not_over()
        side = self.position.turn
        move = self._undone.pop()
        self._add(move)
        self._finish_move(EventKind.REDO, side, move)
        return move

    def undo_to(self, sides: Container[int]) -> list[Move]:
        """Undo up to the last turn of one of these sides; return the moves, last one first.

        A resignation, forfeit or timeout on their own turn is taken back without a move, and the moves of
        :meth:`play_out` are taken back with the move before them.
        """
        ended = self._end is not None
        before = self._positions if ended else self._positions[: -1 - self.played_out]
        turns = [number for number, position in enumerate(before) if position.turn in sides]
        if not turns:
            raise IllegalMove("There is no move to take back.")
        undone = [self.undo() for _ in range(len(self._moves) - turns[-1] + ended)]
        return [move for move in undone if move is not None]

    def redo_to(self, sides: Container[int]) -> list[Move]:
        """Redo up to the next turn of one of these sides; return the moves, first one first."""
        moves = [self.redo()]
        while self._undone and self.position.turn not in sides:
            moves.append(self.redo())
        return moves

    def resign(self, side: int | None = None) -> None:
        """Resign for a side, by default the side to move."""
        loser = side or self.position.turn
        self._finish(_End(Ending.RESIGNATION, loser, f"Player {loser} resigned."))

    def forfeit(self, side: int, reason: str) -> None:
        """End the match as lost for a side that broke the rules; the reason is a sentence."""
        self._finish(_End(Ending.FORFEIT, side, reason))

    def start_clock(self) -> None:
        """Start the clock of the side to move, if there is a clock."""
        self._update_clock()

    def time_is_up(self) -> bool:
        """Whether the side to move has run out of time. If so, the match ends here."""
        if self.outcome is None and self.clock is not None and not self.clock.left(self.position.turn):
            self.lose_on_time()
        return self._end is not None and self._end.ending is Ending.TIME

    def lose_on_time(self) -> None:
        """End the match as lost on time for the side to move, whatever the clock says."""
        side = self.position.turn
        self._finish(_End(Ending.TIME, side, f"Player {side}'s time has run out."))

    def use_help(self, kind: Help) -> None:
        """Note that help was used."""
        self.help[kind] = self.help.get(kind, 0) + 1
        self._emit(EventKind.HELP, self.position.turn, kind)

    def record(self) -> Record:
        """The record of the match so far."""
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

    # Internals ----------------------------------------------------------------------------------

    def _comments(self) -> tuple[tuple[int, str], ...]:
        """The comments on moves that weren't taken back, and the reason for a forfeit."""
        comments: list[tuple[int, str]] = []
        if self._resumed is not None:
            pairs = zip(self._resumed.moves, self._moves, strict=False)
            standing = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
            comments = [comment for comment in self._resumed.comments if comment[0] <= standing]
        if self._end is not None and self._end.ending is Ending.FORFEIT:
            comments.append((len(self._moves), self._end.reason))
        return tuple(comments)

    def _tags(self) -> dict[str, str]:
        tags = dict(self._resumed.tags) if self._resumed else {}
        tags |= {kind.title(): str(count) for kind, count in self.help.items()}
        if self.undo_count:
            tags["Undo"] = str(self.undo_count)
        tags.pop(PLAYED_OUT, None)
        if self.played_out:
            tags[PLAYED_OUT] = str(self.played_out)
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

    def _make(self, move: Move) -> None:
        side = self.position.turn
        self._add(move)
        self._undone.clear()
        self._finish_move(EventKind.MOVE, side, move)

    def _finish_move(self, kind: EventKind, side: int, move: Move) -> None:
        if self.clock is not None:
            self.clock.add_increment(side)
            self._times[-1] = self._time()
        self._update_clock()
        self._emit(kind, side, str(move))
        outcome = self.outcome
        if outcome is not None:
            self._emit(EventKind.END, other(outcome.winner), outcome.reason)

    def _check_not_over(self) -> None:
        self.time_is_up()
        if self._end is not None:
            raise IllegalMove(f"The game is over: {self._end.reason}")

    def _finish(self, end: _End) -> None:
        if self.outcome is not None:
            raise IllegalMove("The game is over.")
        self._end = end
        self._update_clock()
        self._emit(EventKind.END, end.loser, end.reason)

    def _time(self) -> tuple[float, ...]:
        return tuple(self.clock.left(side) for side in (1, 2)) if self.clock else ()

    def _restore_clock(self) -> None:
        """Give both sides the time they had when this turn began."""
        if self.clock is not None:
            self.clock.stop()
            for side, left in enumerate(self._times[-1], start=1):
                self.clock.set_left(side, left)
        self._update_clock()

    def _update_clock(self) -> None:
        if self.clock is None:
            return
        if self.outcome is None and not self._is_free():
            self.clock.start(self.position.turn)
        else:
            self.clock.stop()

    def _is_free(self) -> bool:
        """Whether the next move costs no time: it is the side's first."""
        turn = self.position.turn
        earlier = self._positions[self._opening : -1]
        return self._free_first_moves and all(position.turn != turn for position in earlier)

    def _emit(self, kind: EventKind, side: int, text: str) -> None:
        event = Event(kind, side, text)
        self.events.append(event)
        for listener in self._listeners:
            listener(event)


def _time_control(record: Record) -> TimeControl | None:
    """The time control in a record's tags, or None if it's missing or in another program's format."""
    try:
        return read_time(record.tags["Time"])
    except (KeyError, InvalidChoice):
        return None


def _parse_number(text: str | None) -> float | None:
    """Parse a number of reasonable size from a tag; None if it isn't one."""
    return float(text) if text and re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII) else None
