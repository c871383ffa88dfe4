"""Lists to choose from, and a screen with a headline and such a list."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static

from gridlock.tui.footer import KeyFooter


class Options(OptionList):
    """A list that ignores the page keys while it has no room, where Textual's own list fails."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)


class ListScreen(Screen[None]):
    """What the lists share; they are filled anew whenever they come back into sight."""

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
        """Show what there is now."""

    def show_list(self, headline: str, lines: list[str]) -> None:
        """Show these lines, the cursor where it was."""
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        listed.clear_options()
        listed.add_options(lines)
        if lines:
            listed.highlighted = min(at, len(lines) - 1)
        self.query_one("#headline", Static).update(headline)

    def complain(self, text: str) -> None:
        """Show a problem below the list, or none."""
        self.query_one("#problem", Static).update(text)
