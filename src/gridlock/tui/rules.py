"""The rules of a game, and the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Markdown

from gridlock.rules import Game
from gridlock.rules.guide import guide

__all__ = ["RulesScreen"]

KEYS = """
## Keys

| key | what it does |
|---|---|
| arrows, or `h` `j` `k` `l` | move the cursor |
| Enter, space, or a click | choose the cell |
| digits | type a cell: its row, then its column; a comma between them where a number has two digits |
| Esc | take the first half of a move back, or what was typed |
| `u` / `r` | take a move back / make it again |
| `h` | a hint; once `j`, `k` or `l` has moved the cursor, `h` moves it too, and `H` is the hint |
| `a` | analysis: what every move is worth, `W5` a win in 5 moves of both sides together, `L4` a loss in 4 |
| `x` | resign |
| `s` | save the match to a file |
| `v` | after the game, look at it again |
| `m` | after the game, play again with the seats swapped |
| `n` | a new match |
| `q` | leave; the match is saved, and you can resume it |

The last move has a heavy line around it, the cells that you may choose have a dot, and when you try one
that you may not, the pieces in the way have an exclamation mark on either side.
"""


class RulesScreen(Screen[None]):
    """A game's guide, and below it the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,question_mark", "dismiss(None)", "Back")]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Markdown(guide(self._game) + "\n" + KEYS, open_links=False)
        yield Footer(show_command_palette=False)
