"""The board widget: shows a scene, and posts messages for chosen cells."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from gridlock.board import cells
from gridlock.rules import Game
from gridlock.rules.pointing import Typing
from gridlock.tui.canvas import SIZES, CellSize
from gridlock.tui.drawing import draw
from gridlock.tui.scene import Scene

_STEPS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}


class BoardView(Widget, can_focus=True):
    """A board with a cursor; arrow keys, digits and the mouse choose a cell."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(-1, 0)", "Up", show=False),
        Binding("down", "move_cursor(1, 0)", "Down", show=False),
        Binding("left", "move_cursor(0, -1)", "Left", show=False),
        Binding("right", "move_cursor(0, 1)", "Right", show=False),
        Binding("enter,space", "choose", "Choose", show=False),
        Binding("backspace", "erase", "Erase", show=False),
    ]

    cell_size: reactive[CellSize] = reactive(SIZES[1], layout=True)

    class Chosen(Message):
        """A cell was chosen."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class Typed(Message):
        """Digits of a cell were typed; ``wrong`` if that cell is off the board."""

        def __init__(self, text: str, *, wrong: bool = False) -> None:
            super().__init__()
            self.text = text
            self.wrong = wrong

    class Blocked(Message):
        """A step would leave the board."""

        def __init__(self, step: str) -> None:
            super().__init__()
            self.step = step

    class Touched(Message):
        """A key was pressed or the mouse clicked, so earlier warnings are obsolete."""

    def __init__(self, scene: Scene, *, cursor: bool = True, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene = scene
        self._typing = Typing(scene.position.game)
        self.has_cursor = cursor
        """Whether cells can be chosen."""
        self.can_focus = cursor
        self.cursor = _middle(scene.position.game)

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self._scene

    def show(self, scene: Scene) -> None:
        """Show another scene, of any game."""
        new_game = scene.position.game is not self._scene.position.game
        if new_game:
            self._typing = Typing(scene.position.game)
            self.cursor = min(self.cursor, scene.position.game.board.size - 1)
        self._scene = scene
        self.refresh(layout=new_game)

    # Size and looks -----------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.cell_size.board_size(self._scene.position.game)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.cell_size.board_size(self._scene.position.game)[1]

    def render(self) -> Text:
        cursor = self.cursor if self.has_cursor else None
        return draw(replace(self._scene, cursor=cursor), self.cell_size)

    # Keys and mouse -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self.post_message(self.Touched())
        letter = event.character or ""
        if self.has_cursor and (letter in set("0123456789") or (letter == "," and self._typing.text)):
            event.stop()
            self._type(letter)

    def _type(self, letter: str) -> None:
        done = self._typing.type(letter)
        self.post_message(self.Typed(self._typing.text))
        if done:
            self._choose_typed()

    def _choose_typed(self) -> None:
        text = self._typing.text
        cell = self._typing.cell()
        if cell is None:
            self.post_message(self.Typed(text, wrong=True))
        else:
            self.put_cursor(cell)
            self.post_message(self.Chosen(cell))

    def action_move_cursor(self, down: int, right: int) -> None:
        """Move the cursor one cell, wrapping at the edges; in a driving game, make the step."""
        if not self.has_cursor:
            return
        self.stop_typing()
        game = self._scene.position.game
        if game.drives:
            self._drive(down, right)
            return
        row, col = divmod(self.cursor, game.cols)
        self.put_cursor((row + down) % game.rows * game.cols + (col + right) % game.cols)

    def _drive(self, down: int, right: int) -> None:
        """Choose the cell one step away from the piece to move."""
        position = self._scene.position
        row, col = divmod(next(cells(position.game.stands_at(position))), position.game.cols)
        row, col = row + down, col + right
        if 0 <= row < position.game.rows and 0 <= col < position.game.cols:
            self.post_message(self.Chosen(row * position.game.cols + col))
        else:
            self.post_message(self.Blocked(_STEPS[down, right]))

    def action_choose(self) -> None:
        """Choose the typed cell, or the one under the cursor."""
        if self._typing.text:
            self._choose_typed()
        elif self.has_cursor:
            self.post_message(self.Chosen(self.cursor))

    def action_erase(self) -> None:
        """Delete the last typed digit."""
        if self._typing.text:
            self._typing.erase()
            self.post_message(self.Typed(self._typing.text))

    def stop_typing(self) -> bool:
        """Clear typed digits; return False if there were none."""
        typing, self._typing.text = bool(self._typing.text), ""
        if typing:
            self.post_message(self.Typed(""))
        return typing

    def on_click(self, event: events.Click) -> None:
        cell = self._cell_at(event)
        if cell is not None and self.has_cursor:
            self.stop_typing()
            self.put_cursor(cell)
            self.post_message(self.Touched())
            self.post_message(self.Chosen(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self._cell_at(event)
        if cell is not None and self.has_cursor and cell != self.cursor:
            self.put_cursor(cell)

    def _cell_at(self, event: events.MouseEvent) -> int | None:
        return self.cell_size.cell_at(self._scene.position.game, event.x, event.y)

    def begin_at(self, cell: int | None) -> None:
        """Put the cursor on the piece that moves, if any, so that one step and Enter are enough."""
        if cell is not None:
            self.put_cursor(cell)

    def put_cursor(self, cell: int) -> None:
        """Put the cursor on a cell, and scroll to it."""
        self.cursor = cell
        self.refresh()
        pane = self.parent
        if isinstance(pane, BoardPane):
            x, y = self.cell_size.corner(self._scene.position.game, cell)
            around = Region(x - 1, y - 1, self.cell_size.width + 2, self.cell_size.height + 2)
            pane.scroll_to_region(around, animate=False, force=True)


def _middle(game: Game) -> int:
    """Return the cell in the middle, or just above and left of it."""
    return (game.rows - 1) // 2 * game.cols + (game.cols - 1) // 2


class BoardPane(ScrollableContainer, can_focus=False):
    """The scrollable container of a board."""
