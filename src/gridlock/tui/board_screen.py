"""Base of the screens with a board, and text beside or below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Static

from gridlock.rules import Game
from gridlock.tui.board import BoardPane, BoardView
from gridlock.tui.canvas import choose_layout
from gridlock.tui.footer import KeyFooter
from gridlock.tui.scene import Scene

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp


class BoardScreen(Screen[None]):
    """A screen with one large board, laid out for the terminal's size."""

    app: GridlockApp

    AUTO_FOCUS = "BoardView"

    def __init__(self, scene: Scene, *, cursor: bool = True) -> None:
        super().__init__()
        self.board = BoardView(scene, cursor=cursor)
        self._keys: tuple[str, ...] | None = None

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield BoardPane(self.board)
            with Vertical(id="panel"):
                yield from self.compose_panel()
        yield KeyFooter()

    def compose_panel(self) -> ComposeResult:
        """Yield the text widgets beside the board; none by default."""
        yield from ()

    def on_screen_resume(self) -> None:
        """Compile this game's solver first."""
        self.app.preparation.prioritize(self.game)

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.board.scene.position.game

    def write(self, id: str, text: str | Text) -> None:
        """Update a text in the panel, if it has changed."""
        widget = self.query_one(id, Static)
        if widget.content != text:
            widget.update(text)

    def offer_keys(self) -> None:
        """Update the footer, if other keys are available now."""
        keys = tuple(
            binding.action
            for bindings in self._bindings.key_to_bindings.values()
            for binding in bindings
            if self.check_action(binding.action.partition("(")[0], ())
        )
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the cell size again."""
        self.fit()

    def fit(self) -> None:
        """Choose the cell size and the place of the text; the footer takes the last line."""
        size, beside = choose_layout(self.game, self.size.width, self.size.height - 1)
        self.board.cell_size = size
        self.set_class(not beside, "below")
