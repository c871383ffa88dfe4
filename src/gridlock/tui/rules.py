"""The screen with a game's rules and the keys."""

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
DRIVING = "drive one step"
KEYS = f"""
## Keys

- arrows: {CURSOR}
- Enter, space, or a click: choose the cell
- digits: type a cell's row and column, with a comma between them if a number has two digits
- Esc: undo the first half of a move, or clear what you typed
- `u` and `r`: undo and redo a move
- `h`: a hint
- `a`: analysis, the value of every move; `W5` is a win in 5 moves of both sides, `L4` a loss in 4
- `x`: resign
- `s`: save the match to a file
- `v`: after the game, see what decided it; Enter shows it on the board
- `m`: after the game, play again with the seats swapped
- `n`: a new match
- `q`: leave; the match is saved, and you can resume it

The last move has a heavy outline, and the cells you can choose have a dot. If a move is illegal, the pieces
in the way have exclamation marks.
"""


class _Page(VerticalScroll):
    """A page, scrolled with the arrow keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Scroll", key_display="↑↓"),
        Binding("down", "scroll_down", "Scroll down", show=False),
    ]


class RulesScreen(Screen[None]):
    """A game's guide, followed by the keys."""

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
        """Disable the keys of parts that the page doesn't have."""
        return action != "show_part" or any(f"\n## {part}\n" in self._text.lower() for part in parameters)

    def action_show_part(self, part: str) -> None:
        """Scroll to a part of the page."""
        self.query_one(Markdown).goto_anchor(part)
