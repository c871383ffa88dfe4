"""The footer: the available keys, as many as fit, always with the key to leave."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

_HELP_KEY = "?"


class FooterKey(NamedTuple):
    """A key in the footer."""

    key: str
    """Textual's name for it."""
    display: str
    """The name to show."""
    description: str
    enabled: bool

    @property
    def width(self) -> int:
        """The columns that it takes, with three spaces."""
        return len(self.display) + len(self.description) + 3


class KeyFooter(Widget):
    """A line of clickable keys; keys that don't fit are dropped from the right."""

    COMPONENT_CLASSES = {"key-footer--key"}
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom; height: 1; background: $panel; color: $footer-foreground;
        .key-footer--key { color: $footer-key-foreground; text-style: bold; }
    }
    """

    def on_mount(self) -> None:
        """Subscribe to changes of the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._update)

    def _update(self, screen: Screen[object]) -> None:
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self.refresh()

    @property
    def keys(self) -> list[FooterKey]:
        """The keys that fit."""
        keys = self._available_keys()
        spare = [key for key in keys[:-1] if key.display != _HELP_KEY]
        while spare and sum(key.width for key in keys) > self.screen.size.width:
            keys.remove(spare.pop())
        return keys

    def _available_keys(self) -> list[FooterKey]:
        """Return the active keys to show, one per action."""
        keys: dict[str, FooterKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.action not in keys:
                keys[binding.action] = self._footer_key(binding, active.enabled)
        return list(keys.values())

    def _footer_key(self, binding: Binding, enabled: bool) -> FooterKey:
        return FooterKey(binding.key, self.app.get_key_display(binding), binding.description, enabled)

    def render(self) -> Text:
        text = Text(no_wrap=True, end="")
        key_style = self.get_component_rich_style("key-footer--key")
        for key in self.keys:
            click = Style(meta={"@click": f"app.simulate_key({key.key!r})"}, dim=not key.enabled)
            text.append(f" {key.display} ", key_style + click)
            text.append(f"{key.description} ", click)
        return text
