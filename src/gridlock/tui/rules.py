"""The rules of a game, and the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown

from gridlock.rules import Game
from gridlock.rules.resources import guide
from gridlock.tui.footer import KeyFooter

CURSOR = "move the cursor"
DRIVING = "drive one step; nothing else is needed"
KEYS = f"""
## Keys

- arrows: {CURSOR}
- Enter, space, or a click: choose the cell
- digits: type a cell, its row and its column; a comma between them where a number has two digits
- Esc: take the first half of a move back, or what was typed
- `u` and `r`: take a move back, and make it again
- `h`: a hint
- `a`: analysis, what every move is worth; `W5` is a win in 5 moves of both sides together, `L4` a loss in 4
- `x`: resign
- `s`: save the match to a file
- `v`: after the game, see what decided it; there, Enter shows it on the board
- `m`: after the game, play again with the seats swapped
- `n`: a new match
- `q`: leave; the match is saved, and you can resume it

The last move has a heavy line around it, the cells that you may choose have a dot, and when you try one
that you may not, the pieces in the way have an exclamation mark on either side.
"""


class _Page(VerticalScroll):
    """A page that the arrow keys scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Scroll", key_display="↑↓"),
        Binding("down", "scroll_down", "Scroll down", show=False),
    ]


class RulesScreen(Screen[None]):
    """A game's guide, and below it the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "show_part('tips')", "Tips"),
        Binding("k", "show_part('keys')", "Keys"),
        Binding("escape,q,question_mark", "dismiss(None)", "Back", key_display="esc"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        keys = KEYS.replace(CURSOR, DRIVING) if game.drives else KEYS
        self._text = f"{guide(game)}\n{keys}"

    def compose(self) -> ComposeResult:
        with _Page(id="page"):
            yield Markdown(self._text, open_links=False)
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the parts that the page has can be shown."""
        return action != "show_part" or any(f"\n## {part}\n" in self._text.lower() for part in parameters)

    def action_show_part(self, part: str) -> None:
        """Scroll to a part of the page."""
        self.query_one(Markdown).goto_anchor(part)
