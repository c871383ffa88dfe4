"""A list to choose from, in a window of any size."""

from __future__ import annotations

from textual.widgets import OptionList


class Options(OptionList):
    """A list that ignores the page keys while it has no room, where Textual's own list fails."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)
