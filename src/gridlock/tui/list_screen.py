"""Base of the screens with a headline and a list."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static

from gridlock.tui.footer import KeyFooter


class Options(OptionList):
    """A list that ignores the page keys while it has no height; Textual's own list crashes."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)


class ListScreen(Screen[None]):
    """A list that is refilled whenever its screen is shown again."""

    AUTO_FOCUS = "OptionList"

    def compose(self) -> ComposeResult:
        yield Static(id="headline", markup=False)
        yield Options(id="list", compact=True, markup=False)
        yield Static(id="problem", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Fill the list."""

    def show_list(self, headline: str, lines: list[str]) -> None:
        """Show these lines, and keep the cursor's place."""
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options(lines)
        if lines:
            options.highlighted = min(at, len(lines) - 1)
        self.query_one("#headline", Static).update(headline)

    def show_problem(self, text: str) -> None:
        """Show a problem below the list; an empty text clears it."""
        self.query_one("#problem", Static).update(text)
