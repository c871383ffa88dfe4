"""A screen with a board, and text beside it or below it."""

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
    """What all screens with one large board share: where things stand, whatever the terminal's size."""

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
        """The text beside the board: none, unless a screen has something to say."""
        yield from ()

    def on_screen_resume(self) -> None:
        """Let the solver get ready for this game before others."""
        self.app.preparation.hurry(self.game)

    @property
    def game(self) -> Game:
        """The game whose board is shown."""
        return self.board.scene.position.game

    def write(self, id: str, text: str | Text) -> None:
        """Show a text in a part of the panel; the same text again costs nothing."""
        part = self.query_one(id, Static)
        if part.content != text:
            part.update(text)

    def offer_keys(self) -> None:
        """Let the footer show the keys that can be used now; it is drawn anew only if they are others."""
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
        """Choose the size of the cells anew."""
        self.fit()

    def fit(self) -> None:
        """Put board and text where they have room; the footer has the last line."""
        size, beside = choose_layout(self.game, self.size.width, self.size.height - 1)
        self.board.cell_size = size
        self.set_class(not beside, "below")
