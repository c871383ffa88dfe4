"""The list of puzzles, by game and difficulty."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from gridlock.puzzles import DIFFICULTIES, KINDS, Progress, count, daily

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

__all__ = ["PuzzleListScreen"]


class PuzzleListScreen(Screen[None]):
    """The daily puzzle first, then each series with its progress."""

    app: GridlockApp

    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(id="headline", markup=False)
        yield OptionList(id="list", compact=True, markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        self._fill()

    def _fill(self) -> None:
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        progress, today = Progress.load(), date.today()
        self._ids = [daily(today).id]
        lines = [_daily_line(progress, today)]
        for kind in KINDS:
            for difficulty in DIFFICULTIES:
                if count(kind, difficulty):
                    number = progress.next_number(kind, difficulty)
                    self._ids.append(f"{kind}-{difficulty}-{number}")
                    lines.append(_series_line(progress, kind, difficulty, number))
        listed.clear_options()
        listed.add_options(lines)
        listed.highlighted = at
        headline = "Puzzles: one move wins, all others lose. Enter: solve."
        self.query_one("#headline", Static).update(" ".join(filter(None, (headline, progress.remark))))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.solve_puzzle(self._ids[event.option_index])


def _daily_line(progress: Progress, today: date) -> str:
    mark = "✓" if progress.solved(daily(today).id) else " "
    streak = progress.streak(today)
    days = f"{streak} day{'s' * (streak != 1)} in a row" if streak else "not solved yet"
    return f"{mark} {'The puzzle of today':<24} {today.isoformat()}, {days}"


def _series_line(progress: Progress, kind: str, difficulty: str, number: int) -> str:
    found = progress.counts().get(f"{kind}-{difficulty}", {})
    solved, there = found.get("first", 0) + found.get("later", 0), count(kind, difficulty)
    mark = "✓" if solved == there else " "
    return f"{mark} {kind + ', ' + difficulty:<24} {solved} of {there} solved, next: {number}"
