"""The home screen: the five games, and the ways to everything else."""

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
    """The games; the arrow keys pick one, and what is picked is scrolled to."""


class HomeScreen(Screen[None]):
    """Choose what to play."""

    app: GridlockApp

    AUTO_FOCUS = "Tile"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (72, "-usual"), (105, "-wide")]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-low"), (37, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play"),
        Binding("l", "learn", "Learn"),
        Binding("t", "two", "Two"),
        Binding("n", "new", "New"),
        Binding("c", "go_on", "Resume"),
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
        self._look_for_matches()
        if self._ask and self._saved is not None:
            self._offer(self._saved)

    def on_unmount(self) -> None:
        self._cancelled.set()

    def on_screen_resume(self) -> None:
        self._look_for_matches()

    # Who wins -----------------------------------------------------------------------------------

    @work(group="values")
    async def find_values(self) -> None:
        """Ask the solver what the atlas does not know, once it is ready."""
        for tile in self.tiles.values():
            if tile.value is None:
                await self.app.preparation.ready(tile.game)
                tile.show_value(await run_search(self.app, _value, tile.game, self._cancelled))

    # Matches that are not finished --------------------------------------------------------------

    def _look_for_matches(self) -> None:
        problems: list[str] = []
        self._saved = unfinished(problems.append)
        self.app.tell_once(unreadable_text(problems))
        progress, self._results = Progress.load(), Results.load()
        self._solved = _solved(progress)
        self.app.tell_once(progress.remark)
        self.app.tell_once(self._results.remark)
        self._show_more()

    def _show_more(self) -> None:
        """Say what can be done with the game that is picked, and how the person stands in it."""
        game = self.picked.game
        lines = [
            f"Enter  play {bot_text(usual_opponent(self._results, game.id))}",
            "l      learn it in a few steps",
            "t      two players",
            "n      choose bot, size, clock",
            f"p      puzzles{self._solved}",
            "o      records: replay and review",
        ]
        self.query_one("#more", Static).update("\n".join(lines))
        advice, standing = self._advice(), standing_text(self._results, game.id)
        so_far = f"{game.name} so far: {standing}." if standing else ""
        line = self.query_one("#standing", Static)
        line.update(f"{advice.text} Press g." if advice else so_far)
        line.display = bool(advice or so_far)
        self.refresh_bindings()

    def _advice(self) -> Suggestion | None:
        """Another opponent for the game that is picked."""
        return suggestion(self._results, self.picked.game.id)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "learn":
            return bool(lessons_of(type(self.picked.game)))
        return self._saved is not None if action == "go_on" else True

    def on_descendant_focus(self) -> None:
        """Another game is picked."""
        self._show_more()

    def _offer(self, saved: SavedMatch) -> None:
        """Ask whether to resume a match."""
        record = saved.record
        line = match_text(record.game, record.players, len(record.moves))

        def answered(answer: int | None) -> None:
            if answer == 0:
                self.app.go_on(saved)
            elif answer == 2:
                self.app.tell(saved.discard())
                self._look_for_matches()

        question = f"A match is not finished:\n{line}."
        self.app.push_screen(ChoiceDialog(question, ["Resume it", "Later", "Discard it"]), answered)

    # Keys ---------------------------------------------------------------------------------------

    @property
    def picked(self) -> Tile:
        """The tile that has the focus, or the first."""
        focused = self.focused
        return focused if isinstance(focused, Tile) else next(iter(self.tiles.values()))

    def action_step(self, step: int) -> None:
        """Go to the next tile or the one before."""
        tiles = list(self.tiles.values())
        self.set_focus(tiles[(tiles.index(self.picked) + step) % len(tiles)])

    def action_row(self, step: int) -> None:
        """Go up or down by a row of tiles; the last row may be shorter than the others."""
        tiles = list(self.tiles.values())
        columns = 3 if self.has_class("-wide") else 1 if self.has_class("-narrow") else 2
        at = tiles.index(self.picked)
        if step > 0 and at // columns < (len(tiles) - 1) // columns:
            self.set_focus(tiles[min(at + columns, len(tiles) - 1)])
        elif step < 0 and at >= columns:
            self.set_focus(tiles[at - columns])

    def action_play(self) -> None:
        """Play the game that is picked against the usual opponent."""
        self._pick(self.picked)

    def on_tile_picked(self, event: Tile.Picked) -> None:
        self._pick(self.tiles[event.game.id])

    def _pick(self, tile: Tile) -> None:
        """Begin a quick game, in the seat that can be won."""
        game = tile.game
        self.app.start(quick_plan(type(game), usual_opponent(self._results, game.id)))

    def action_suggested(self) -> None:
        """Play the game that is picked against the opponent that is suggested."""
        advice = self._advice()
        if advice is not None:
            self.app.start(quick_plan(type(self.picked.game), advice.opponent))

    def action_learn(self) -> None:
        """Learn the game that is picked, step by step."""
        self.app.learn(self.picked.game)

    def action_two(self) -> None:
        """Two players at one keyboard."""
        last = last_plan()
        names = last.names if last is not None else ("", "")
        self.app.set_up(Plan(self.picked.game, names=names))

    def action_new(self) -> None:
        """Choose everything; the form begins with what was chosen last."""
        game = self.picked.game
        last = last_plan() or Plan(game, (HUMAN, EASY_BOT))
        self.app.set_up(last if last.game.id == game.id else replace(last, game=game))

    def action_go_on(self) -> None:
        """Offer the latest unfinished match."""
        if self._saved is not None:
            self._offer(self._saved)

    def action_puzzles(self) -> None:
        """List the puzzles."""
        self.app.show_puzzles()

    def action_records(self) -> None:
        """List the matches that were kept."""
        self.app.show_records()

    def action_rules(self) -> None:
        """The rules of the game that is picked."""
        self.app.show_rules(self.picked.game)


def _solved(progress: Progress) -> str:
    """How many puzzles are solved."""
    solved = sum(found["first"] + found["later"] for found in progress.counts().values())
    streak = progress.streak(date.today())
    return f" ({solved} solved{f', streak {streak}' if streak else ''})"


def _value(game: Game, cancelled: threading.Event) -> Value | None:
    """Who wins with best play; this runs in a thread of its own."""
    try:
        return solve(game.start(), limits=Limits(seconds=60, cancelled=cancelled))
    except OutOfTime:
        return None
