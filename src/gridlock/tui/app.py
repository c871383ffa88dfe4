"""The app: which screen comes when."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from gridlock.errors import GridlockError
from gridlock.games import Game
from gridlock.match import Match
from gridlock.records import Record
from gridlock.saves import SavedMatch
from gridlock.tui.home import HomeScreen
from gridlock.tui.palette import THEME
from gridlock.tui.plan import GENTLE, HUMAN, Plan, plan_of
from gridlock.tui.play import PlayScreen
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.review import ReviewScreen
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen

__all__ = ["GridlockApp"]


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

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self._game = game

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.push_screen(HomeScreen(ask=self._game is None))
        if self._game is not None:
            self.set_up(Plan(self._game, (HUMAN, GENTLE)))

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

    def go_on(self, saved: SavedMatch) -> None:
        """Take up a match that was kept."""
        self.push_screen(PlayScreen(plan_of(saved.record), Match.resume(saved.record), saved.path))

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
