"""A game's tile on the home screen: a picture, a summary, and who wins with best play."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Static

from gridlock.atlas import known
from gridlock.plural import count
from gridlock.rules import Game, make
from gridlock.search import Value
from gridlock.text.headings import game_title
from gridlock.tui.canvas import TINY, CellSize
from gridlock.tui.drawing import draw
from gridlock.tui.scene import Scene, scene_of

_SMALL = CellSize(3, 1, numbers=False)


class Tile(Horizontal, can_focus=True):
    """A game to choose."""

    class Selected(Message):
        """The game was chosen."""

        def __init__(self, game: Game) -> None:
            super().__init__()
            self.game = game

    def __init__(self, game: Game) -> None:
        super().__init__(id=game.id)
        self.game = game
        self.value: Value | None = None
        """The value of the start, if known."""
        self.border_title = game_title(game)
        self.show_value(known(game))

    def compose(self) -> ComposeResult:
        picture = _picture(make(self.game.id))
        yield Static(draw(picture, TINY), classes="picture tiny")
        yield Static(draw(picture, _SMALL), classes="picture small")
        yield Static(self.game.summary, classes="summary", markup=False)

    def show_value(self, value: Value | None) -> None:
        """Show who wins with best play, if known."""
        self.value = value
        if value is not None:
            moves = "" if value.moves is None else f" in {count(value.moves, 'move')}"
            self.border_subtitle = f"Player {value.winner} can win{moves}"

    def on_click(self) -> None:
        self.focus()
        self.post_message(self.Selected(self.game))


def _picture(game: Game) -> Scene:
    positions, moves = [game.start()], []
    for text in game.sample.split():
        moves.append(positions[-1].parse_move(text))
        positions.append(positions[-1].play(moves[-1]))
    scene = scene_of(positions, moves)
    return replace(scene, last=frozenset(), open=frozenset(range(game.board.size)))
