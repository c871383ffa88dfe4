"""Base of the screens for stepping through moves, with scrollable text."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.palette import FAINT
from gridlock.tui.scene import Marks, Scene

_END = 9999  # more moves than any match has
_MIN_WIDTH = 20


class TextPane(VerticalScroll, can_focus=False):
    """The text beside the board, scrolled by the screen's keys."""

    def __init__(self) -> None:
        super().__init__(id="moves-pane")


class StepScreen(BoardScreen):
    """A board with moves to step through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Step", key_display="←→"),
        Binding("right,space", "step(1)", "Next", show=False),
        Binding("home", "go_to(0)", "Start", show=False),
        Binding("end", f"go_to({_END})", "End", show=False),
        Binding("up", "scroll(-1)", "Scroll", key_display="↑↓"),
        Binding("down", "scroll(1)", "Scroll down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    def __init__(self, scene: Scene, at: int) -> None:
        self.at = at
        """The number of moves made in the position on the board."""
        super().__init__(scene, cursor=False)

    @property
    @abstractmethod
    def steps(self) -> int:
        """The number of moves."""

    @abstractmethod
    def refresh_all(self) -> None:
        """Show the board and the text after :attr:`at` moves."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "scroll":
            return self.query_one(TextPane).max_scroll_y > 0
        return True

    @property
    def text_width(self) -> int:
        """The line length of the text."""
        return max(_MIN_WIDTH, self.query_one(TextPane).scrollable_content_region.width)

    def write_legend(self, marks: Marks) -> None:
        """Show the legend of the marks on the board."""
        self.write("#legend", Text("\n".join(marks.legend), FAINT))
        self.query_one("#legend").display = bool(marks.legend)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the text again, after the base class has resized the board."""
        self.call_after_refresh(self.refresh_all)

    def go_to(self, at: int) -> None:
        """Show the position after ``at`` moves, and scroll the text to its start."""
        self.at = max(0, min(at, self.steps))
        self.query_one(TextPane).scroll_home(animate=False)
        self.refresh_all()

    def action_go_to(self, at: int) -> None:
        """Show the position after ``at`` moves."""
        self.go_to(at)

    def action_step(self, step: int) -> None:
        """Go forward or back by a move."""
        self.go_to(self.at + step)

    def action_scroll(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one(TextPane).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll the text by a page, less one line."""
        self.action_scroll(pages * max(1, self.query_one(TextPane).size.height - 1))
