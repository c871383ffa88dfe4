"""The home screen: the games, and keys for everything else."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from gridlock.lessons import lessons_of
from gridlock.puzzles import Progress
from gridlock.rules import GAMES, Game
from gridlock.saves import SavedMatch, unfinished
from gridlock.search import Limits, OutOfTime, Value, solve
from gridlock.stats import Results, Suggestion, suggestion
from gridlock.text.headings import bot_text
from gridlock.text.quick_game import EASY_BOT, quick_game
from gridlock.text.results import standing_text, usual_opponent
from gridlock.tui.background import run_search
from gridlock.tui.dialogs import ChoiceDialog
from gridlock.tui.footer import KeyFooter
from gridlock.tui.plan import HUMAN, Plan, last_plan, quick_plan
from gridlock.tui.tile import Tile
from gridlock.tui.wording import match_text, unreadable_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_HEADLINE = "The last player able to move wins. Below: who can win, in moves of both sides."


class Tiles(VerticalScroll, inherit_bindings=False):
    """The list of games; the arrow keys select one and scroll to it."""


class HomeScreen(Screen[None]):
    """Choose a game to play."""

    app: GridlockApp

    AUTO_FOCUS = "Tile"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (72, "-usual"), (105, "-wide")]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-low"), (37, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play"),
        Binding("l", "learn", "Learn"),
        Binding("t", "two", "Two"),
        Binding("n", "new", "New"),
        Binding("c", "resume", "Resume"),
        Binding("p", "puzzles", "Puzzles"),
        Binding("o", "records", "Records"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("q", "app.quit", "Quit"),
        Binding("right", "step(1)", "Next", show=False),
        Binding("left", "step(-1)", "Previous", show=False),
        Binding("g", "suggested", "Go", show=False),
        Binding("down", "row(1)", "Down", show=False),
        Binding("up", "row(-1)", "Up", show=False),
    ]

    def __init__(self, *, ask: bool = True) -> None:
        super().__init__()
        self._ask = ask
        self._cancelled = threading.Event()
        self._saved: SavedMatch | None = None
        self._solved, self._results = "", Results()
        self.tiles = {name: Tile(quick_game(kind)) for name, kind in GAMES.items()}

    def compose(self) -> ComposeResult:
        yield Static(_HEADLINE, id="headline", markup=False)
        with Tiles(id="tiles", can_focus=False):
            yield from self.tiles.values()
            yield Static(id="more", markup=False)
        yield Static(id="standing", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self._reload()
        if self._ask and self._saved is not None:
            self._offer(self._saved)

    def on_unmount(self) -> None:
        self._cancelled.set()

    def on_screen_resume(self) -> None:
        self._reload()

    # Who wins -----------------------------------------------------------------------------------

    @work(group="values")
    async def find_values(self) -> None:
        """Solve the boards that the atlas doesn't have, once the solver is ready."""
        for tile in self.tiles.values():
            if tile.value is None:
                await self.app.preparation.ready(tile.game)
                tile.show_value(await run_search(self.app, _value, tile.game, self._cancelled))

    # Saved matches and results ------------------------------------------------------------------

    def _reload(self) -> None:
        problems: list[str] = []
        self._saved = unfinished(problems.append)
        self.app.warn_once(unreadable_text(problems))
        progress, self._results = Progress.load(), Results.load()
        self._solved = _solved_text(progress)
        self.app.warn_once(progress.remark)
        self.app.warn_once(self._results.remark)
        self._show_more()

    def _show_more(self) -> None:
        """Show the keys for the selected game, and the results in it."""
        game = self.selected.game
        lines = [
            f"Enter  play {bot_text(usual_opponent(self._results, game.id))}",
            *(["l      learn it in a few steps"] if lessons_of(type(game)) else []),
            "t      two players",
            "n      choose a bot, size and clock",
            f"p      puzzles{self._solved}",
            "o      records: replay and review",
        ]
        self.query_one("#more", Static).update("\n".join(lines))
        advice, standing = self._advice(), standing_text(self._results, game.id)
        summary = f"{game.name} so far: {standing}." if standing else ""
        line = self.query_one("#standing", Static)
        line.update(f"{advice.text} Press g." if advice else summary)
        line.display = bool(advice or summary)
        self.refresh_bindings()

    def _advice(self) -> Suggestion | None:
        """Return the suggested opponent for the selected game."""
        return suggestion(self._results, self.selected.game.id)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "learn":
            return bool(lessons_of(type(self.selected.game)))
        return self._saved is not None if action == "resume" else True

    def on_descendant_focus(self) -> None:
        """Update the text for the newly selected game."""
        self._show_more()

    def _offer(self, saved: SavedMatch) -> None:
        """Ask whether to resume a match."""
        record = saved.record
        line = match_text(record.game, record.players, len(record.moves))

        def on_answer(answer: int | None) -> None:
            if answer == 0:
                self.app.resume(saved)
            elif answer == 2:
                self.app.warn(saved.discard())
                self._reload()

        question = f"You have an unfinished match:\n{line}."
        self.app.push_screen(ChoiceDialog(question, ["Resume it", "Later", "Discard it"]), on_answer)

    # Keys ---------------------------------------------------------------------------------------

    @property
    def selected(self) -> Tile:
        """The focused tile, or the first."""
        focused = self.focused
        return focused if isinstance(focused, Tile) else next(iter(self.tiles.values()))

    def action_step(self, step: int) -> None:
        """Go to the next or previous tile."""
        tiles = list(self.tiles.values())
        self.set_focus(tiles[(tiles.index(self.selected) + step) % len(tiles)])

    def action_row(self, step: int) -> None:
        """Go up or down by a row of tiles; the last row may be shorter."""
        tiles = list(self.tiles.values())
        columns = 3 if self.has_class("-wide") else 1 if self.has_class("-narrow") else 2
        at = tiles.index(self.selected)
        if step > 0 and at // columns < (len(tiles) - 1) // columns:
            self.set_focus(tiles[min(at + columns, len(tiles) - 1)])
        elif step < 0 and at >= columns:
            self.set_focus(tiles[at - columns])

    def action_play(self) -> None:
        """Play the selected game against the usual opponent."""
        self._play(self.selected)

    def on_tile_selected(self, event: Tile.Selected) -> None:
        self._play(self.tiles[event.game.id])

    def _play(self, tile: Tile) -> None:
        """Start a quick game, in the seat that can win."""
        game = tile.game
        self.app.start(quick_plan(type(game), usual_opponent(self._results, game.id)))

    def action_suggested(self) -> None:
        """Play the selected game against the suggested opponent."""
        advice = self._advice()
        if advice is not None:
            self.app.start(quick_plan(type(self.selected.game), advice.opponent))

    def action_learn(self) -> None:
        """Open the lessons of the selected game."""
        self.app.learn(self.selected.game)

    def action_two(self) -> None:
        """Set up a match for two players at one keyboard."""
        last = last_plan()
        names = last.names if last is not None else ("", "")
        self.app.set_up(Plan(self.selected.game, names=names))

    def action_new(self) -> None:
        """Open the setup form, filled in with the last choices."""
        game = self.selected.game
        last = last_plan() or Plan(game, (HUMAN, EASY_BOT))
        self.app.set_up(last if last.game.id == game.id else replace(last, game=game))

    def action_resume(self) -> None:
        """Offer the latest unfinished match."""
        if self._saved is not None:
            self._offer(self._saved)

    def action_puzzles(self) -> None:
        """List the puzzles."""
        self.app.show_puzzles()

    def action_records(self) -> None:
        """List the saved matches."""
        self.app.show_records()

    def action_rules(self) -> None:
        """Show the rules of the selected game."""
        self.app.show_rules(self.selected.game)


def _solved_text(progress: Progress) -> str:
    """Return the number of solved puzzles and the streak."""
    solved = sum(results["first"] + results["later"] for results in progress.counts().values())
    streak = progress.streak(date.today())
    return f" ({solved} solved{f', streak {streak}' if streak else ''})"


def _value(game: Game, cancelled: threading.Event) -> Value | None:
    """Solve a game's start; runs in its own thread."""
    try:
        return solve(game.start(), limits=Limits(seconds=60, cancelled=cancelled))
    except OutOfTime:
        return None
