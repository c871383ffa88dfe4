"""The screen for learning a game in a few interactive steps."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.lessons import Practice, lessons_of
from gridlock.rules import Game
from gridlock.rules.pointing import Pointing
from gridlock.text.headings import game_title
from gridlock.tui.board import BoardView
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.palette import WIN
from gridlock.tui.plan import quick_plan
from gridlock.tui.scene import Label, Scene, scene_of

_NEXT = "Press n for the next step."
_PLAY = "That was the last step. Press n to play a game against an easy bot."


class LearnScreen(BoardScreen):
    """A game's lessons, one step at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Next"),
        Binding("p", "previous", "Previous"),
        Binding("h", "hint", "Hint"),
        Binding("b", "again", "Start over"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("escape", "back", "Back", show=False),
    ]

    def __init__(self, kind: type[Game]) -> None:
        self._kind = kind
        self._lessons = lessons_of(kind)
        self._number = 0
        self._enter()
        super().__init__(self._scene())

    def _enter(self) -> None:
        """Start the step over."""
        self.practice = Practice(self._lessons[self._number])
        self._message = ""
        self._reset_pointing()

    def _reset_pointing(self) -> None:
        """Prepare for a move in the current position."""
        self.pointing = Pointing(self.practice.position)
        self._blockers: frozenset[int] = frozenset()
        self._hint_cells: frozenset[int] = frozenset()

    def compose_panel(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="moves-pane", can_focus=False):
            yield Static(id="lesson", markup=False)
            yield Static(id="status", markup=False)

    def on_mount(self) -> None:
        self.show_all()

    # Display ------------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        scene = scene_of(self.practice.positions, self.practice.moves)
        if self.practice.done:
            return replace(scene, blockers=self._blockers)
        return replace(
            scene,
            changed=self.pointing.changed(),
            last=frozenset(self.pointing.parts) or scene.last,
            open=frozenset(self.pointing.moves()),
            labels={cell: Label("◆", WIN) for cell in self._hint_cells},
            blockers=self._blockers,
        )

    def show_all(self) -> None:
        """Update the board and the text."""
        lesson, number, total = self.practice.lesson, self._number + 1, len(self._lessons)
        self.board.has_cursor = not self.practice.done
        self.board.show(self._scene())
        if not self.practice.done and not self.pointing.parts:
            self.board.begin_at(self.pointing.start())
        self.fit()
        self.write("#title", f"{game_title(self.game)}\nStep {number} of {total}: {lesson.title}")
        self.write("#lesson", f"{lesson.text}\n")
        prompt = (_PLAY if number == total else _NEXT) if self.practice.done else ""
        self.write("#status", "\n\n".join(filter(None, (self._message, prompt))))
        self.query_one("#moves-pane", VerticalScroll).scroll_end(animate=False)
        self.offer_keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        can_hint = not self.practice.done and bool(self.practice.expected_move())
        return {"previous": self._number > 0, "hint": can_hint}.get(action, True)

    # Moves --------------------------------------------------------------------------------------

    def on_board_view_typed(self, event: BoardView.Typed) -> None:
        if event.wrong:
            self._say(f"({event.text}) is not on the board.")
        elif event.text:
            self._say(f"Row, column: {event.text}_")

    def on_board_view_blocked(self, event: BoardView.Blocked) -> None:
        if not self.practice.done:
            self._say(self.practice.refuse(f"A step {event.step} leaves the board."))

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        if self.practice.done:
            return
        try:
            move = self.pointing.point(event.cell)
        except IllegalMove as error:
            self._blockers = frozenset(cells(self.pointing.against(event.cell)))
            self._say(self.practice.refuse(str(error)))
            return
        if move is None:
            self._say("")
            return
        reply = self.practice.play(move)
        self._reset_pointing()
        self._say(reply)

    def _say(self, message: str) -> None:
        self._message = message
        self.show_all()

    def action_hint(self) -> None:
        """Mark the cells of a move that solves the step."""
        move = self.practice.expected_move()
        if move is not None:
            self._hint_cells = frozenset(self.game.parts(self.practice.position, move))
            self._say(f"Hint: {move}.")

    # Keys ---------------------------------------------------------------------------------------

    def action_next(self) -> None:
        """Go to the next step; after the last one, play."""
        if self._number + 1 == len(self._lessons):
            self.app.start_instead(quick_plan(self._kind))
        else:
            self._go(1)

    def action_previous(self) -> None:
        """Go to the previous step."""
        self._go(-1)

    def action_again(self) -> None:
        """Start the step over."""
        self._go(0)

    def _go(self, steps: int) -> None:
        self._number += steps
        self._enter()
        self.show_all()

    def action_back(self) -> None:
        """Clear typed digits or the first half of a move; leave if there is neither."""
        if self.board.stop_typing() or self.pointing.back():
            self._say("")
        else:
            self.dismiss()

    def action_rules(self) -> None:
        """Show the rules and the keys."""
        self.app.show_rules(self.game)

    def action_leave(self) -> None:
        """Go back to the games."""
        self.dismiss()
