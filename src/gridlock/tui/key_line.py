"""The last line of a screen: the keys that can be used, as many as have room, and always the way out."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

__all__ = ["KeyLine"]

_KEPT = "?"  # the key that explains the others


class KeyLine(Footer):
    """A footer that leaves out keys, from the right, rather than cut the last one off."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)
        self._composed_for = 0

    def compose(self) -> ComposeResult:
        self._composed_for = self.screen.size.width
        keys = [key for key in super().compose() if isinstance(key, FooterKey)]
        spare = [key for key in keys[:-1] if key.key_display != _KEPT]
        while spare and sum(map(_width, keys)) > self._composed_for:
            keys.remove(spare.pop())
        yield from keys

    async def on_resize(self, event: events.Resize) -> None:
        """Other keys may have room now."""
        if self._composed_for and self._composed_for != self.screen.size.width:
            await self.recompose()


def _width(key: FooterKey) -> int:
    """The columns that a key takes: its name between blanks, what it does, and a blank."""
    return len(key.key_display) + len(key.description) + 3
