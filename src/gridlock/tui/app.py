"""The app: which screen comes when."""

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

_FIRST_SCREEN = 0.3  # seconds after which the first screen is there
_LOOK = 0.5  # seconds between two looks at how long it will take


class HarmlessLines(LineFilter):
    """Takes out of every line that the app draws what cannot be printed; the rest stays in place."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if is_printable(segment.text) else Segment(_printable(segment.text), segment.style)
            for segment in segments
        ]


def _printable(text: str) -> str:
    return "".join(
        letter if is_printable(letter) else "\N{REPLACEMENT CHARACTER}" * cell_len(letter) for letter in text
    )


_HARMLESS = HarmlessLines()  # one object: Textual caches what it has filtered


class GridlockApp(App[None]):
    """The terminal app."""

    TITLE = "Gridlock"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False, priority=True)
    ]

    pace = 0.4
    """Seconds that a bot's move takes at least, so that people can follow."""

    compiles = True
    """Whether the solver's code is compiled in the background from the start."""

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.preparation = Preparation()
        self._game = game
        self._told = {""}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Nothing is drawn that the terminal would obey."""
        return [*super().get_line_filters(), _HARMLESS]

    def on_mount(self) -> None:
        self._heed_signals()
        self._heed_warnings()
        self.register_theme(THEME)
        self.theme = THEME.name
        self._home = HomeScreen(ask=self._game is None)
        self.push_screen(self._home)
        if self._game is not None:
            self.set_up(Plan(self._game, (HUMAN, EASY_BOT)))
        if self.compiles:  # once the first screen is there
            self.set_timer(_FIRST_SCREEN, self._prepare)

    def on_unmount(self) -> None:
        self.preparation.stop()

    def _prepare(self) -> None:
        """Have the solver compiled; then the home screen can ask it."""
        self.preparation.start(list(GAMES))
        self._home.find_values()

    def _heed_signals(self) -> None:
        """Leave in an orderly way when the terminal goes away or the system says so."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):  # not on this system or thread
                    loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def _heed_warnings(self) -> None:
        """Show what the solver and others want to be known."""
        loop = asyncio.get_running_loop()

        def warn(message: Warning | str, *where: object, **more: object) -> None:
            loop.call_soon_threadsafe(self.tell_once, str(message))

        warnings.showwarning = warn

    # Ways to go ---------------------------------------------------------------------------------

    def start(self, plan: Plan) -> None:
        """Begin a match."""
        screen = self._table(plan)
        if screen is not None:
            self.push_screen(screen)

    def start_instead(self, plan: Plan) -> None:
        """Begin a match in the place of the screen that is shown."""
        screen = self._table(plan)
        if screen is not None:
            self.switch_screen(screen)

    def _table(self, plan: Plan) -> PlayScreen | None:
        """The screen for a match; None, and a sentence is shown, if a player cannot come."""
        try:
            return PlayScreen(plan)
        except (GridlockError, OSError) as error:
            self.tell(str(error))
            return None

    def tell(self, problem: str) -> None:
        """Show a sentence in the corner for a while; nothing if it is empty."""
        if problem:
            self.notify(problem, severity="warning", timeout=10, markup=False)

    def tell_once(self, problem: str) -> None:
        """The same, but each sentence only once as long as the app runs."""
        if problem not in self._told:
            self._told.add(problem)
            self.tell(problem)

    async def solver_ready(self, tell: Callable[[str], None] | None = None) -> None:
        """Wait until the solver is ready for the game that is on the screen, and say so all the while."""
        boards = [screen for screen in self.screen_stack if isinstance(screen, BoardScreen)]
        if not boards or self.preparation.is_ready(boards[-1].game):
            return
        game = boards[-1].game
        if tell is None:
            self.notify(self.preparation.sentence(game), timeout=5, markup=False)
        while not self.preparation.is_ready(game):
            if tell is not None:
                tell(self.preparation.sentence(game))
            await asyncio.sleep(_LOOK)

    @work
    async def go_on(self, saved: SavedMatch) -> None:
        """Take up a match that was kept, after asking what has to be asked."""
        try:
            taken_up = resume_match(saved.path)
        except Locked as error:
            question = f"This match is already open. {error.strerror}."
            if await self.push_screen_wait(ChoiceDialog(question, ["Play a copy", "Leave it"])) == 0:
                await self._play_on(saved.record, None)
        except NotOurFile as error:
            self.tell(f"{error} A copy is played.")
            await self._play_on(saved.record, None)
        except (GridlockError, OSError) as error:
            self.tell(f"The match cannot be resumed: {problem_text(error)}")
        else:
            if not await self._play_on(taken_up.record, taken_up):
                taken_up.lock.release()

    async def _play_on(self, record: Record, taken_up: Resumed | None) -> bool:
        """Show a match that goes on; False if nothing comes of it."""
        programs = await self._confirmed(record)
        if programs is None:
            return False
        try:
            screen = PlayScreen(plan_of(record, programs), Match.resume(record), taken_up)
        except (GridlockError, OSError) as error:
            self.tell(problem_text(error))
            return False
        self.push_screen(screen)
        return True

    async def _confirmed(self, record: Record) -> dict[int, str] | None:
        """The programs that played in a match and may be started again, by side; None after Esc."""
        confirmed = {}
        for side, program in programs_of(record).items():
            if not can_be_confirmed(program):
                self.tell(f"Player {side} of this match was a program. A person plays instead.")
                continue
            question = f"Player {side} of this match was a program:\n{program}\nStart it?"
            answer = await self.push_screen_wait(
                ChoiceDialog(question, ["No, a person plays instead", "Start it"])
            )
            if answer is None:
                return None
            if answer == 1:
                confirmed[side] = program
        return confirmed

    def set_up(self, plan: Plan) -> None:
        """Ask what is to be played, and begin it; a match that is on the screen gives way."""

        def chosen(answer: Plan | None) -> None:
            if answer is not None and isinstance(self.screen, PlayScreen):
                self.start_instead(answer)
            elif answer is not None:
                self.start(answer)

        self.push_screen(SetupScreen(plan), chosen)

    def review(self, record: Record) -> None:
        """Look at a match again."""
        self.push_screen(ReviewScreen(record))

    def learn(self, game: Game) -> None:
        """Learn a game step by step."""
        self.push_screen(LearnScreen(type(game)))

    def show_rules(self, game: Game) -> None:
        """Show a game's rules."""
        self.push_screen(RulesScreen(game))

    def show_records(self, path: Path | None = None) -> None:
        """List the matches that were kept, or those in a file."""
        self.push_screen(RecordsScreen(path))

    def show_puzzles(self) -> None:
        """List the puzzles."""
        self.push_screen(PuzzleListScreen())

    def solve_puzzle(self, id: str) -> None:
        """Show a puzzle."""
        self.push_screen(PuzzleScreen(id))
