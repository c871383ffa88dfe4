"""Base of the screen for a match in progress: turns, moves, clocks and saving."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.match import Match
from gridlock.records import Ending, Record
from gridlock.referee import judge
from gridlock.review.turning_point import TurningPoint, find_turning_point
from gridlock.rules import Move
from gridlock.rules.pointing import Pointing
from gridlock.saves import Autosave, Draft, Resumed
from gridlock.search import Limits
from gridlock.stats import Results, Suggestion, suggestion
from gridlock.text.headings import full_title
from gridlock.text.names import reader_of
from gridlock.tui.analysis import AnalysisView, move_labels
from gridlock.tui.background import run_in_thread, run_search
from gridlock.tui.board import BoardView
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.palette import WIN
from gridlock.tui.plan import Plan
from gridlock.tui.scene import Label, Scene, scene_of
from gridlock.tui.seat import Seat
from gridlock.tui.wording import (
    moves_text,
    pass_text,
    players_text,
    prompt_text,
    result_text,
    stuck_text,
    turning_text,
)

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_TICK = 0.2  # seconds between clock updates
_GRACE = 10  # ticks past its time in which a bot can still report an error
_PLAY_OUT = 0.5  # seconds for all moves after a side is stuck for good
_SPINNER = "◐◓◑◒"
_TURNING_POINT_SECONDS = 5.0


class MatchScreen(BoardScreen):
    """Shows a match, takes moves from people, and lets bots move."""

    app: GridlockApp

    def __init__(self, plan: Plan, match: Match | None = None, resumed: Resumed | None = None) -> None:
        self.plan = plan
        self.match = match or plan.match()
        self.seats = (Seat(plan.specs[0]), Seat(plan.specs[1]))
        self.autosave = Autosave(self.match, plan.specs, resumed, self._warn_not_saved, deferred=True)
        self._saving = 0  # pending saves; the screen isn't updated until there are none
        self._pending: list[BoardView.Chosen] = []  # cells chosen during a save
        self.pointing = Pointing(self.match.position)
        self._message = ""
        self.blockers: frozenset[int] = frozenset()
        self.hint_cells: frozenset[int] = frozenset()
        self.hint_cancelled = threading.Event()
        self.advice: Suggestion | None = None
        """A suggested opponent, once the match is over."""
        self.turning_point: TurningPoint | None = None
        """The move that lost the match, once it is known."""
        self._ticks = 0
        self._overdue_ticks = 0
        self.analysis = AnalysisView(id="analysis")
        self.analysing = False
        """Whether the analysis is shown."""
        super().__init__(self._scene())

    def compose_panel(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Static(id="players", markup=False)
        yield Static(id="status", markup=False)
        yield self.analysis
        with VerticalScroll(id="moves-pane", can_focus=False):
            yield Static(id="moves", markup=False)

    def on_mount(self) -> None:
        self.analysis.display = False
        self.set_interval(_TICK, self._tick)
        if self.match.clock is not None:
            self._waiting = True
            self._wait_for_bots()
        self.begin_turn()

    @work(exclusive=True, group="readiness")
    async def _wait_for_bots(self) -> None:
        """Start the clock once the bots are ready."""
        self.show_all()
        for seat in self.seats:
            await self._wait_for_solver(seat)
            await seat.get_ready(self.match)
        self._waiting = False
        self.match.start_clock()
        self.begin_turn()

    async def _wait_for_solver(self, seat: Seat) -> None:
        """Wait for the solver if the bot needs it, then restore the message."""
        if seat.searches and not self.app.preparation.is_ready(self.game):
            message = self._message
            await self.app.solver_ready(self.say)
            self.say(message)

    def on_unmount(self) -> None:
        self.hint_cancelled.set()
        for seat in self.seats:
            seat.close()
        self.autosave.close()

    # State --------------------------------------------------------------------------------------

    @property
    def seat_to_move(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.match.position.turn - 1]

    @property
    def people(self) -> set[int]:
        """The sides played by people."""
        return {side for side, seat in enumerate(self.seats, start=1) if seat.is_human}

    @property
    def human_to_move(self) -> bool:
        """Whether a person is to move."""
        playing = self.match.outcome is None and self.match.stuck_side is None and not self._waiting
        return playing and self.seat_to_move.is_human

    @property
    def saving(self) -> bool:
        """Whether a save is pending, so that the screen isn't up to date."""
        return bool(self._saving)

    @property
    def message(self) -> str:
        """The message on the status line, without the prompt."""
        return self._message

    # Display ------------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        scene = scene_of(self.match.positions, self.match.moves)
        if not self.human_to_move and not self.analysing:
            return replace(scene, blockers=self.blockers)
        pointing = self.pointing
        labels = {cell: Label("◆", WIN) for cell in self.hint_cells}
        if self.analysing:
            labels |= move_labels(self.analysis.judged, pointing.position, pointing.parts)
        return replace(
            scene,
            changed=pointing.changed(),
            last=frozenset(pointing.parts) or scene.last,
            open=frozenset(pointing.moves()) if self.human_to_move else frozenset(),
            labels=labels,
            blockers=self.blockers,
        )

    def show_all(self) -> None:
        if not self.is_attached or self._saving:
            return
        self.board.has_cursor = (
            self.human_to_move or not self.game.drives
        )  # in a driving game, the piece is the cursor
        self.board.show(self._scene())
        self.write("#title", self._title())
        self._show_players()
        self.write("#status", self._status())
        self.write("#moves", moves_text(self.match.moves, self.match.positions))
        self.query_one("#moves-pane", VerticalScroll).scroll_end(animate=False)
        self.offer_keys()

    def _title(self) -> str:
        outcome = self.match.outcome
        first, second = self.plan.score_after(outcome.winner if outcome else None)
        score = f" · Score {first} : {second}" if any(self.plan.score) else ""
        return full_title(self.plan.game) + score

    def _show_players(self) -> None:
        goes_on = self.match.outcome is None and self.match.stuck_side is None
        bot_thinks = goes_on and not self.seat_to_move.is_human
        spinner = f"{_SPINNER[self._ticks % len(_SPINNER)]} thinking..." if bot_thinks else ""
        self.write("#players", players_text(self.match, spinner))

    def _status(self) -> str:
        outcome = self.match.outcome
        if outcome is not None:
            point = turning_text(self.match, self.turning_point) if self.turning_point else ""
            advice = f"{self.advice.text} Press g." if self.advice else ""
            return "\n".join(filter(None, (self._message, result_text(self.match), point, advice)))
        prompt = prompt_text(self.match.position, len(self.pointing.parts)) if self.human_to_move else ""
        return "\n".join(filter(None, (self._message, prompt)))

    def say(self, message: str) -> None:
        self._message = message
        self.show_all()

    def _tick(self) -> None:
        """Update the clocks and the spinner."""
        self._ticks += 1
        if self.match.outcome is not None or self._saving:
            return
        if self._overdue() and self.match.time_is_up():
            self.begin_turn()
        elif self.match.clock is not None or not self.seat_to_move.is_human:
            self._show_players()

    def _overdue(self) -> bool:
        """Whether the side to move is out of time.

        A bot gets a moment longer, to report an error itself.
        """
        clock = self.match.clock
        out = clock is not None and not clock.left(self.match.position.turn)
        self._overdue_ticks = self._overdue_ticks + 1 if out else 0
        return self._overdue_ticks > (0 if self.seat_to_move.is_human else _GRACE)

    # Saving and turns ---------------------------------------------------------------------------

    def begin_turn(self, message: str = "") -> None:
        """Save the match after a change, then show it and begin the next turn."""
        self.pointing = Pointing(self.match.position)
        if self.human_to_move:
            self.board.begin_at(self.pointing.start())
        self._save(self.autosave.draft(), message)

    def save_record(self) -> None:
        """Save changes that don't affect the board, such as the use of hints."""
        draft = self.autosave.draft()
        if draft is not None:
            self._save(draft, None)

    def _save(self, draft: Draft | None, message: str | None) -> None:
        """Save in the background; then begin the turn, unless the message is None."""
        if draft is None and not self._saving:
            self._after_save(message)
            return
        self._saving += 1
        self._write(draft, message)

    @work(group="saving")
    async def _write(self, draft: Draft | None, message: str | None) -> None:
        if draft is not None:
            await run_in_thread(self.autosave.write, draft)
        self._saving -= 1
        self.autosave.report()
        if not self._saving:
            self._after_save(message)

    def _after_save(self, message: str | None) -> None:
        """Update the screen, and handle the cells chosen during the save."""
        if message is not None:
            self._begin_turn(message)
        else:
            self.show_all()
        pending, self._pending = self._pending, []
        for event in pending:
            self.on_board_view_chosen(event)

    def _begin_turn(self, message: str) -> None:
        self.blockers = self.hint_cells = frozenset()
        self._message = message
        self.hint_cancelled.set()
        if self.analysing:
            self.analysis.analyze(self.match.position, reader_of(self.match.players))
        self.turning_point = None
        self.advice = self._advice() if self.match.outcome is not None else None
        if self.match.outcome is not None:
            self.stop_bots()
            self.blockers = self._closing_cells()
            if self.match.ending is Ending.STUCK and self.match.moves:
                self.hint_cancelled = threading.Event()
                self._find_turning_point(self.match.record(), self.match.outcome.winner)
        elif self._waiting:
            self._message = "Getting ready..."
        elif self.match.stuck_side is not None:
            self._message = stuck_text(self.match)
            self._play_out()
        elif not self.human_to_move:
            self._let_bot_move()
        self.show_all()

    @work(exclusive=True, group="turning point")
    async def _find_turning_point(self, record: Record, winner: int) -> None:
        limits = Limits(seconds=_TURNING_POINT_SECONDS, cancelled=self.hint_cancelled)
        point = await run_search(self.app, find_turning_point, record, winner, limits)
        if self.match.outcome is not None and self.match.moves == record.moves:
            self.turning_point = point
            self.show_all()

    def _advice(self) -> Suggestion | None:
        """Return the suggested opponent after a match against a bot."""
        game = self.plan.game
        return suggestion(Results.load(), game.id) if len(self.people) == 1 else None

    def _warn_not_saved(self, problem: str) -> None:
        self.notify(problem, severity="warning", title="Not saved", timeout=10, markup=False)

    _waiting = False  # whether a match with a clock waits for its bots

    # People -------------------------------------------------------------------------------------

    def on_board_view_touched(self) -> None:
        """Clear the marks of an illegal move."""
        if self.blockers:
            self.blockers, self._message = frozenset(), ""
            self.show_all()

    def on_board_view_typed(self, event: BoardView.Typed) -> None:
        if event.wrong:
            self.say(f"({event.text}) is not on the board.")
        else:
            self.say(f"Row, column: {event.text}_" if event.text else "")

    def on_board_view_blocked(self, event: BoardView.Blocked) -> None:
        if self.human_to_move:
            self.say(f"A step {event.step} leaves the board.")

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        if self._saving:
            self._pending.append(event)
            return
        if self.match.outcome is not None or not self.human_to_move:
            return
        try:
            move = self.pointing.point(event.cell)
        except IllegalMove as error:
            self.blockers = frozenset(cells(self.pointing.against(event.cell)))
            self.say(str(error))
            return
        if move is None:
            self.say("")
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        before = self.match.position
        try:
            self.match.play(move)
        except IllegalMove:  # the time ran out just now
            self.begin_turn()
            return
        self.begin_turn(pass_text(before, self.match.position, self.match.players))

    # Bots ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="bot")
    async def _play_out(self) -> None:
        """Make the moves that decide nothing, because the other side is stuck for good."""
        rest = self.match.copy()
        while rest.stuck_side is not None:
            rest.play_out()
        while self.match.stuck_side is not None:
            await asyncio.sleep(_PLAY_OUT / rest.played_out)
            with suppress(IllegalMove):  # the time ran out just now
                self.match.play_out()
            self.show_all()
        self.begin_turn(self._message)

    def _closing_cells(self) -> frozenset[int]:
        """The pieces that shut the loser in, if the match ended that way."""
        if self.match.ending is not Ending.STUCK:
            return frozenset()
        position, game = self.match.position, self.game
        closing = (game.against(position, (cell,)) for cell in cells(game.exits(position)))
        return frozenset(cell for word in closing for cell in cells(word))

    @work(exclusive=True, group="bot")
    async def _let_bot_move(self) -> None:
        seat, before = self.seat_to_move, self.match.position
        await self._wait_for_solver(seat)
        choice, _ = await asyncio.gather(seat.choose(before, self.match.clock), asyncio.sleep(self.app.pace))
        move = judge(self.match, choice)
        remark = f"{seat.spec}: {seat.remark}" if seat.remark else ""
        passed = pass_text(before, self.match.position, self.match.players) if move is not None else ""
        self.begin_turn("\n".join(filter(None, (remark, passed))))

    def stop_bots(self) -> None:
        """Cancel a bot's search."""
        self.workers.cancel_group(self, "bot")
        for seat in self.seats:
            seat.interrupt()
