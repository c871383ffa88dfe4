"""The keys for hints, on screens where the letter h also moves the cursor."""

from __future__ import annotations

from textual.binding import Binding
from textual.message import Message

from gridlock.tui.board_screen import BoardScreen

HINT_KEYS = (
    Binding("h", "hint", "Hint"),
    Binding("h", "letter_left", "Left", show=False),
    Binding("H", "capital_hint", "Hint", key_display="H"),
)
"""h is the hint until j, k or l has moved the cursor; then it goes with them, and H is the hint."""


class HintScreen(BoardScreen):
    """A table at which hints can be asked for."""

    def hint_keys(self, *, offered: bool) -> dict[str, bool]:
        """Which of the actions of :data:`HINT_KEYS` can be used, if hints are offered or not."""
        letters = hasattr(self, "board") and self.board.letters_move
        return {
            "hint": offered and not letters,
            "letter_left": letters,
            "capital_hint": offered and letters,
        }

    class Asked(Message):
        """Somebody wants a hint."""

    def action_hint(self) -> None:
        """Ask for a hint."""
        self.post_message(self.Asked())

    def action_capital_hint(self) -> None:
        """The same, while h moves the cursor."""
        self.post_message(self.Asked())

    def action_letter_left(self) -> None:
        """Move the cursor to the left by the letter that goes with j, k and l."""
        self.board.action_move_cursor(0, -1)
