"""The app and its navigation between screens."""

from __future__ import annotations

import asyncio
import signal
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter

from gridlock.errors import GridlockError, problem_text
from gridlock.files import Locked
from gridlock.match import Match
from gridlock.printing import is_printable
from gridlock.records import Record
from gridlock.rules import GAMES, Game
from gridlock.saves import NotOurFile, Resumed, SavedMatch, can_be_confirmed, programs_of, resume_match
from gridlock.text.quick_game import EASY_BOT
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.dialogs import ChoiceDialog
from gridlock.tui.home import HomeScreen
from gridlock.tui.learn import LearnScreen
from gridlock.tui.palette import THEME
from gridlock.tui.plan import HUMAN, Plan, plan_of
from gridlock.tui.play import PlayScreen
from gridlock.tui.preparation import Preparation
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.review import ReviewScreen
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen

_COMPILE_DELAY = 0.3  # seconds; lets the first screen appear before
_WAIT_TICK = 0.5  # seconds between updates of the waiting message


class PrintableLines(LineFilter):
    """Replaces unprintable characters in every line, keeping the width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if is_printable(segment.text) else Segment(_printable(segment.text), segment.style)
            for segment in segments
        ]


def _printable(text: str) -> str:
    return "".join(
        letter if is_printable(letter) else "\N{REPLACEMENT CHARACTER}" * cell_len(letter) for letter in text
    )


_PRINTABLE_LINES = PrintableLines()  # a single object, because Textual caches by filter


class GridlockApp(App[None]):
    """The terminal app."""

    TITLE = "Gridlock"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False, priority=True)
    ]

    pace = 0.4
    """The minimum time for a bot's move, in seconds, so that players can follow."""

    compiles = True
    """Whether to compile the solver in the background at start-up."""

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.preparation = Preparation()
        self._game = game
        self._warnings = {""}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add a filter for control characters."""
        return [*super().get_line_filters(), _PRINTABLE_LINES]

    def on_mount(self) -> None:
        self._handle_signals()
        self._show_warnings()
        self.register_theme(THEME)
        self.theme = THEME.name
        self._home = HomeScreen(ask=self._game is None)
        self.push_screen(self._home)
        if self._game is not None:
            self.set_up(Plan(self._game, (HUMAN, EASY_BOT)))
        if self.compiles:
            self.set_timer(_COMPILE_DELAY, self._prepare)

    def on_unmount(self) -> None:
        self.preparation.stop()

    def _prepare(self) -> None:
        """Compile the solver, and let the home screen use it."""
        self.preparation.start(list(GAMES))
        self._home.find_values()

    def _handle_signals(self) -> None:
        """Exit cleanly on SIGTERM and SIGHUP."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):  # unsupported here
                    loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def _show_warnings(self) -> None:
        """Show Python warnings as notifications."""
        loop = asyncio.get_running_loop()

        def warn(message: Warning | str, *where: object, **more: object) -> None:
            loop.call_soon_threadsafe(self.warn_once, str(message))

        warnings.showwarning = warn

    # Navigation ---------------------------------------------------------------------------------

    def start(self, plan: Plan) -> None:
        """Start a match."""
        screen = self._play_screen(plan)
        if screen is not None:
            self.push_screen(screen)

    def start_instead(self, plan: Plan) -> None:
        """Start a match in place of the current screen."""
        screen = self._play_screen(plan)
        if screen is not None:
            self.switch_screen(screen)

    def _play_screen(self, plan: Plan) -> PlayScreen | None:
        """Make the screen for a match; warn and return None if a player can't be started."""
        try:
            return PlayScreen(plan)
        except (GridlockError, OSError) as error:
            self.warn(str(error))
            return None

    def warn(self, problem: str) -> None:
        """Show a notification, unless the text is empty."""
        if problem:
            self.notify(problem, severity="warning", timeout=10, markup=False)

    def warn_once(self, problem: str) -> None:
        """Show a notification only once per run."""
        if problem not in self._warnings:
            self._warnings.add(problem)
            self.warn(problem)

    async def solver_ready(self, on_wait: Callable[[str], None] | None = None) -> None:
        """Wait until the solver is ready for the game on the screen; report the waiting time."""
        boards = [screen for screen in self.screen_stack if isinstance(screen, BoardScreen)]
        if not boards or self.preparation.is_ready(boards[-1].game):
            return
        game = boards[-1].game
        if on_wait is None:
            self.notify(self.preparation.wait_text(game), timeout=5, markup=False)
        while not self.preparation.is_ready(game):
            if on_wait is not None:
                on_wait(self.preparation.wait_text(game))
            await asyncio.sleep(_WAIT_TICK)

    @work
    async def resume(self, saved: SavedMatch) -> None:
        """Resume a saved match, and ask for confirmation where needed."""
        try:
            resumed = resume_match(saved.path)
        except Locked as error:
            question = f"This match is already open. {error.strerror}."
            if await self.push_screen_wait(ChoiceDialog(question, ["Play a copy", "Leave it"])) == 0:
                await self._play_record(saved.record, None)
        except NotOurFile as error:
            self.warn(f"{error} You'll play a copy.")
            await self._play_record(saved.record, None)
        except (GridlockError, OSError) as error:
            self.warn(f"The match can't be resumed: {problem_text(error)}")
        else:
            if not await self._play_record(resumed.record, resumed):
                resumed.lock.release()

    async def _play_record(self, record: Record, resumed: Resumed | None) -> bool:
        """Open a record to continue it; return False if that fails or the user backs out."""
        programs = await self._confirm_programs(record)
        if programs is None:
            return False
        try:
            screen = PlayScreen(plan_of(record, programs), Match.resume(record), resumed)
        except (GridlockError, OSError) as error:
            self.warn(problem_text(error))
            return False
        self.push_screen(screen)
        return True

    async def _confirm_programs(self, record: Record) -> dict[int, str] | None:
        """Ask which programs of a match to start again; return them by side, or None after Esc."""
        confirmed = {}
        for side, program in programs_of(record).items():
            if not can_be_confirmed(program):
                self.warn(f"Player {side} was a program. A person takes that seat.")
                continue
            question = f"Player {side} was a program:\n{program}\nStart it?"
            answer = await self.push_screen_wait(
                ChoiceDialog(question, ["No, a person plays instead", "Start it"])
            )
            if answer is None:
                return None
            if answer == 1:
                confirmed[side] = program
        return confirmed

    def set_up(self, plan: Plan) -> None:
        """Open the setup form, and start the match; replace a match on the screen."""

        def on_answer(answer: Plan | None) -> None:
            if answer is not None and isinstance(self.screen, PlayScreen):
                self.start_instead(answer)
            elif answer is not None:
                self.start(answer)

        self.push_screen(SetupScreen(plan), on_answer)

    def review(self, record: Record) -> None:
        """Review a match."""
        self.push_screen(ReviewScreen(record))

    def learn(self, game: Game) -> None:
        """Open the lessons of a game."""
        self.push_screen(LearnScreen(type(game)))

    def show_rules(self, game: Game) -> None:
        """Show a game's rules."""
        self.push_screen(RulesScreen(game))

    def show_records(self, path: Path | None = None) -> None:
        """List the saved matches, or those in a file."""
        self.push_screen(RecordsScreen(path))

    def show_puzzles(self) -> None:
        """List the puzzles."""
        self.push_screen(PuzzleListScreen())

    def solve_puzzle(self, id: str) -> None:
        """Show a puzzle."""
        self.push_screen(PuzzleScreen(id))
