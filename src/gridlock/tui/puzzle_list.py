"""The list of puzzles, by game and difficulty."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from gridlock import plural
from gridlock.puzzles import DIFFICULTIES, Progress, count, daily, kinds
from gridlock.text.headings import variant_text
from gridlock.tui.list_screen import ListScreen

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp


class PuzzleListScreen(ListScreen):
    """The daily puzzle first, then each series with its progress."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Back"),
    ]

    def fill(self) -> None:
        progress, today = Progress.load(), date.today()
        self._ids = [daily(today).id]
        lines = [_daily_line(progress, today)]
        for kind in kinds():
            for difficulty in DIFFICULTIES:
                if count(kind, difficulty):
                    number = progress.next_number(kind, difficulty)
                    self._ids.append(f"{kind}-{difficulty}-{number}")
                    lines.append(_series_line(progress, kind, difficulty, number))
        self.app.warn_once(progress.remark)
        self.show_list("Puzzles: find the winning moves. Enter: solve.", lines)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.solve_puzzle(self._ids[event.option_index])


def _daily_line(progress: Progress, today: date) -> str:
    mark = "✓" if progress.solved(daily(today).id) else " "
    streak = progress.streak(today)
    days = f"streak: {plural.count(streak, 'day')}" if streak else "not solved yet"
    title = "Today's puzzle"
    return f"{mark} {title:<34} {today.isoformat()}, {days}"


def _series_line(progress: Progress, kind: str, difficulty: str, number: int) -> str:
    results = progress.counts().get(f"{kind}-{difficulty}", {})
    solved, total = results.get("first", 0) + results.get("later", 0), count(kind, difficulty)
    mark = "✓" if solved == total else " "
    return f"{mark} {_title(kind) + ', ' + difficulty:<34} {solved} of {total} solved, next: {number}"


def _title(kind: str) -> str:
    """Return a series' display name: ``Spread``, ``Crossfire (every diagonal)``."""
    variant = kinds()[kind]
    name = variant.kind.name
    return name if variant.standard else f"{name} ({variant_text(variant.kind, variant.options)})"
