"""A match that goes on at the screen: whose turn it is, and how a move is made."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.match import Match
from gridlock.referee import judge
from gridlock.rules import Move
from gridlock.rules.pointing import Pointing
from gridlock.saves import Autosave, Draft, Resumed
from gridlock.stats import Results, Suggestion, suggestion
from gridlock.text.headings import full_title
from gridlock.tui.analysis import AnalysisView, move_labels
from gridlock.tui.background import in_thread
from gridlock.tui.board import BoardView
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.palette import WIN
from gridlock.tui.plan import Plan
from gridlock.tui.scene import Label, Scene, scene_of
from gridlock.tui.seat import Seat
from gridlock.tui.wording import moves_text, pass_text, players_text, prompt_text, result_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_TICK = 0.2  # seconds between two looks at the clocks
_GRACE = 10  # ticks that a bot may be late with its excuse
_SPINNER = "◐◓◑◒"


class MatchScreen(BoardScreen):
    """A match that goes on: shows it, takes moves from people, and lets bots move."""

    app: GridlockApp

    def __init__(self, plan: Plan, match: Match | None = None, taken_up: Resumed | None = None) -> None:
        self.plan = plan
        self.match = match or plan.match()
        self.seats = (Seat(plan.specs[0]), Seat(plan.specs[1]))
        self.keeper = Autosave(self.match, plan.specs, taken_up, self._not_saved, deferred=True)
        self._saving = 0  # saves that are under way: as long as there are any, the screen shows nothing new
        self._held: list[BoardView.Chosen] = []  # what was chosen meanwhile
        self.pointing = Pointing(self.match.position)
        self._message = ""
        self.warned: frozenset[int] = frozenset()
        self.hinted: frozenset[int] = frozenset()
        self.hint_cancelled = threading.Event()
        self.advice: Suggestion | None = None
        """Another opponent, once the match is over."""
        self._ticks = 0
        self._late = 0
        self.analysis = AnalysisView(id="analysis")
        self.analysing = False
        """Whether the analysis is shown."""
        super().__init__(self._scene())

    def compose_panel(self) -> ComposeResult:
        yield Static(full_title(self.plan.game), id="title", markup=False)
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
        """Let the clock run once the bots are ready."""
        self.show_all()
        for seat in self.seats:
            await self._wait_for_solver(seat)
            await seat.get_ready(self.match)
        self._waiting = False
        self.match.start_clock()
        self.begin_turn()

    async def _wait_for_solver(self, seat: Seat) -> None:
        """Let a bot that needs the solver wait until it is ready; what was said before is said again."""
        if seat.searches and not self.app.preparation.is_ready(self.game):
            said = self._message
            await self.app.solver_ready(self.say)
            self.say(said)

    def on_unmount(self) -> None:
        self.hint_cancelled.set()
        for seat in self.seats:
            seat.close()
        self.keeper.close()

    # What is so ---------------------------------------------------------------------------------

    @property
    def seat_due(self) -> Seat:
        """The seat of the side to move."""
        return self.seats[self.match.position.turn - 1]

    @property
    def people(self) -> set[int]:
        """The sides that are played by people."""
        return {side for side, seat in enumerate(self.seats, start=1) if seat.is_human}

    @property
    def human_due(self) -> bool:
        """Whether a person is to move."""
        return self.match.outcome is None and not self._waiting and self.seat_due.is_human

    @property
    def saving(self) -> bool:
        """Whether something is being saved, which the screen does not show yet."""
        return bool(self._saving)

    @property
    def message(self) -> str:
        """What the status line says, apart from what it asks for."""
        return self._message

    # What is shown ------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        scene = scene_of(self.match.positions, self.match.moves)
        if not self.human_due and not self.analysing:
            return replace(scene, warned=self.warned)
        pointing = self.pointing
        labels = {cell: Label("◆", WIN) for cell in self.hinted}
        if self.analysing:
            labels |= move_labels(self.analysis.judged, pointing.position, pointing.parts)
        return replace(
            scene,
            changed=pointing.changed(),
            last=frozenset(pointing.parts) or scene.last,
            open=frozenset(pointing.moves()) if self.human_due else frozenset(),
            labels=labels,
            warned=self.warned,
        )

    def show_all(self) -> None:
        if not self.is_attached or self._saving:
            return
        self.board.has_cursor = self.human_due or not self.game.drives  # a cycle is its own cursor
        self.board.show(self._scene())
        self._show_players()
        self.write("#status", self._status())
        self.write("#moves", moves_text(self.match.moves, self.match.positions))
        self.query_one("#moves-pane", VerticalScroll).scroll_end(animate=False)
        self.offer_keys()

    def _show_players(self) -> None:
        thinks = self.match.outcome is None and not self.seat_due.is_human
        sign = f"{_SPINNER[self._ticks % len(_SPINNER)]} thinking..." if thinks else ""
        self.write("#players", players_text(self.match, sign))

    def _status(self) -> str:
        outcome = self.match.outcome
        if outcome is not None:
            advice = f"{self.advice.text} Press g." if self.advice else ""
            return "\n".join(filter(None, (self._message, result_text(self.match), advice)))
        asked = prompt_text(self.match.position, len(self.pointing.parts)) if self.human_due else ""
        return "\n".join(filter(None, (self._message, asked)))

    def say(self, message: str) -> None:
        self._message = message
        self.show_all()

    def _tick(self) -> None:
        """Let the clocks tick, and the sign of a bot that thinks turn."""
        self._ticks += 1
        if self.match.outcome is not None or self._saving:
            return
        if self._overdue() and self.match.time_is_up():
            self.begin_turn()
        elif self.match.clock is not None or not self.seat_due.is_human:
            self._show_players()

    def _overdue(self) -> bool:
        """Whether the time of the side to move has run out.

        A bot has a moment longer, in which it can say itself what went wrong, with its last lines.
        """
        clock = self.match.clock
        out = clock is not None and not clock.left(self.match.position.turn)
        self._late = self._late + 1 if out else 0
        return self._late > (0 if self.seat_due.is_human else _GRACE)

    # After everything that happens --------------------------------------------------------------

    def begin_turn(self, message: str = "") -> None:
        """The match is no longer where it was: save that, then show it and begin the turn that is due."""
        self.pointing = Pointing(self.match.position)
        if self.human_due:
            self.board.begin_at(self.pointing.start())
        self._save(self.keeper.draft(), message)

    def keep(self) -> None:
        """Save what has happened that is not to be seen on the board."""
        draft = self.keeper.draft()
        if draft is not None:
            self._save(draft, None)

    def _save(self, draft: Draft | None, message: str | None) -> None:
        """Save, without keeping the screen waiting; then begin the turn, unless there is no message."""
        if draft is None and not self._saving:
            self._go_on(message)
            return
        self._saving += 1
        self._write(draft, message)

    @work(group="saving")
    async def _write(self, draft: Draft | None, message: str | None) -> None:
        if draft is not None:
            await in_thread(self.keeper.write, draft)
        self._saving -= 1
        self.keeper.report()
        if not self._saving:
            self._go_on(message)

    def _go_on(self, message: str | None) -> None:
        """All is saved: show it, and take what was chosen meanwhile."""
        if message is not None:
            self._begin_turn(message)
        else:
            self.show_all()
        held, self._held = self._held, []
        for event in held:
            self.on_board_view_chosen(event)

    def _begin_turn(self, message: str) -> None:
        self.warned = self.hinted = frozenset()
        self._message = message
        self.hint_cancelled.set()
        if self.analysing:
            self.analysis.study(self.match.position)
        self.advice = self._advice() if self.match.outcome is not None else None
        if self.match.outcome is not None:
            self.stop_bots()
        elif self._waiting:
            self._message = "Getting ready..."
        elif not self.human_due:
            self._let_bot_move()
        self.show_all()

    def _advice(self) -> Suggestion | None:
        """Whom to play next, after a match of a person against a bot."""
        game = self.plan.game
        return suggestion(Results.load(), game.id) if len(self.people) == 1 else None

    def _not_saved(self, problem: str) -> None:
        self.notify(problem, severity="warning", title="Not saved", timeout=10, markup=False)

    _waiting = False  # whether the bots are getting ready for a match with a clock

    # People -------------------------------------------------------------------------------------

    def on_board_view_touched(self) -> None:
        """Marks of what was tried before go away with the next key."""
        if self.warned:
            self.warned, self._message = frozenset(), ""
            self.show_all()

    def on_board_view_typed(self, event: BoardView.Typed) -> None:
        if event.wrong:
            self.say(f"({event.text}) is not on the board.")
        else:
            self.say(f"Row, column: {event.text}_" if event.text else "")

    def on_board_view_blocked(self, event: BoardView.Blocked) -> None:
        if self.human_due:
            self.say(f"A step {event.step} leaves the board.")

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        if self._saving:
            self._held.append(event)
            return
        if self.match.outcome is not None or not self.human_due:
            return
        try:
            move = self.pointing.point(event.cell)
        except IllegalMove as error:
            self.warned = frozenset(cells(self.pointing.against(event.cell)))
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
        except IllegalMove:  # the time ran out in this very moment
            self.begin_turn()
            return
        self.begin_turn(pass_text(before, self.match.position, self.match.players))

    # Bots ---------------------------------------------------------------------------------------

    @work(exclusive=True, group="bot")
    async def _let_bot_move(self) -> None:
        seat, before = self.seat_due, self.match.position
        await self._wait_for_solver(seat)
        choice, _ = await asyncio.gather(seat.choose(before, self.match.clock), asyncio.sleep(self.app.pace))
        move = judge(self.match, choice)
        remark = f"{seat.spec}: {seat.remark}" if seat.remark else ""
        said = pass_text(before, self.match.position, self.match.players) if move is not None else ""
        self.begin_turn("\n".join(filter(None, (remark, said))))

    def stop_bots(self) -> None:
        """Throw away what a bot is thinking about."""
        self.workers.cancel_group(self, "bot")
        for seat in self.seats:
            seat.interrupt()
