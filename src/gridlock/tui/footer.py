"""The last line of a screen: the keys that can be used, as many as have room, and always the way out."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

_KEPT = "?"  # the key that explains the others


class ShownKey(NamedTuple):
    """A key as the last line shows it."""

    key: str
    """Its name, for the program."""
    display: str
    """Its name, for people."""
    does: str
    """What it does."""
    enabled: bool

    @property
    def width(self) -> int:
        """The columns that it takes: its name between blanks, what it does, and a blank."""
        return len(self.display) + len(self.does) + 3


class KeyFooter(Widget):
    """One line of keys that can be clicked; those that have no room are left out, from the right."""

    COMPONENT_CLASSES = {"key-footer--key"}
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom; height: 1; background: $panel; color: $footer-foreground;
        .key-footer--key { color: $footer-key-foreground; text-style: bold; }
    }
    """

    def on_mount(self) -> None:
        """Follow what keys there are."""
        self.screen.bindings_updated_signal.subscribe(self, self._update)

    def _update(self, screen: Screen[object]) -> None:
        """Other keys can be used now."""
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Other keys may have room now."""
        self.refresh()

    @property
    def keys(self) -> list[ShownKey]:
        """The keys that have room."""
        keys = self._offered()
        spare = [key for key in keys[:-1] if key.display != _KEPT]
        while spare and sum(key.width for key in keys) > self.screen.size.width:
            keys.remove(spare.pop())
        return keys

    def _offered(self) -> list[ShownKey]:
        """All keys that can be used and are worth showing, one for each action."""
        shown: dict[str, ShownKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.action not in shown:
                shown[binding.action] = self._shown(binding, active.enabled)
        return list(shown.values())

    def _shown(self, binding: Binding, enabled: bool) -> ShownKey:
        return ShownKey(binding.key, self.app.get_key_display(binding), binding.description, enabled)

    def render(self) -> Text:
        """The keys in a row."""
        text = Text(no_wrap=True, end="")
        named = self.get_component_rich_style("key-footer--key")
        for key in self.keys:
            click = Style(meta={"@click": f"app.simulate_key({key.key!r})"}, dim=not key.enabled)
            text.append(f" {key.display} ", named + click)
            text.append(f"{key.does} ", click)
        return text
