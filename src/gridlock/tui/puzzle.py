"""The screen for solving puzzles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from gridlock.board import cells
from gridlock.errors import IllegalMove, problem_text
from gridlock.puzzles import (
    Progress,
    Puzzle,
    Verdict,
    check,
    count,
    is_daily,
    puzzle_by_id,
    series_of,
    solution,
)
from gridlock.puzzles.play import MOVE_HINT, hint
from gridlock.rules import Move, Position
from gridlock.rules.pointing import Pointing
from gridlock.text.headings import full_title
from gridlock.text.puzzles import difficulty_text, task_text, why_won, why_wrong
from gridlock.tui.background import run_search
from gridlock.tui.board import BoardView
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.palette import LOSS, WIN
from gridlock.tui.plan import against
from gridlock.tui.scene import Label, Scene, scene_of
from gridlock.tui.step_screen import TextPane
from gridlock.tui.wording import prompt_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp


class PuzzleScreen(BoardScreen):
    """A puzzle: find the winning moves."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Next puzzle"),
        Binding("h", "hint", "Hint"),
        Binding("s", "solution", "Show the solution"),
        Binding("b", "begin_again", "Start over"),
        Binding("o", "play_on", "Play on"),
        Binding("pagedown", "scroll(8)", "Scroll", key_display="PgDn"),
        Binding("pageup", "scroll(-8)", "Scroll back", show=False),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("escape", "back", "Back", show=False),
    ]

    def __init__(self, id: str) -> None:
        self._progress = Progress.load()
        self._begin(puzzle_by_id(id))
        super().__init__(self._scene())

    def _begin(self, puzzle: Puzzle) -> None:
        """Start a puzzle."""
        self.puzzle = puzzle
        self._positions = [puzzle.position]
        self._moves: list[Move] = []
        self._solution: tuple[Move, ...] = ()
        """The solution, if it was shown."""
        self._why: list[str] = []
        """Why the moves win, once the puzzle is over."""
        self._wait_for_move()

    def _wait_for_move(self) -> None:
        """Clear the answer, the message and the hints for the current position."""
        self.answer: Move | None = None
        """The move on the board that is being checked, is wrong, or solves the puzzle."""
        self.verdict: Verdict | None = None
        """The verdict on the answer."""
        self._pointing = Pointing(self.position)
        self._blockers: frozenset[int] = frozenset()
        self._message = ""
        self._hints = 0
        self._hint_move: Move | None = None

    def compose_panel(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Static(id="players", markup=False)
        with TextPane():
            yield Static(id="status", markup=False)

    def on_mount(self) -> None:
        self.watch(self.query_one(TextPane), "show_vertical_scrollbar", self.offer_keys)
        self._show_position()

    # Display ------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position with the solver of the puzzle to move."""
        return self._positions[-1]

    @property
    def solved(self) -> bool:
        """Whether the puzzle is over, solved or shown."""
        return bool(self._solution) or (self.verdict is not None and self.verdict.solved)

    def _scene(self) -> Scene:
        position = self.position
        if self.answer is not None:
            positions = (*self._positions, position.play(self.answer))
            scene = scene_of(positions, (*self._moves, self.answer))
            return replace(scene, labels=self._verdict_labels(position, self.answer))
        scene = scene_of(self._positions, self._moves)
        pointing = self._pointing
        hint = () if self._hint_move is None else position.game.parts(position, self._hint_move)
        return replace(
            scene,
            changed=pointing.changed(),
            last=frozenset(pointing.parts) or scene.last,
            open=frozenset(pointing.moves()),
            labels={cell: Label("◆", WIN) for cell in hint},
            blockers=self._blockers,
        )

    def _verdict_labels(self, position: Position, answer: Move) -> dict[int, Label]:
        """Mark the cells of the answer right or wrong, once it has a verdict."""
        if not self.solved and self.verdict is None:
            return {}
        label = Label("✓", WIN) if self.solved else Label("✗", LOSS)
        return dict.fromkeys(position.game.parts(position, answer), label)

    def _refresh(self) -> None:
        position = self.position
        self.board.show(self._scene())
        self.board.has_cursor = (
            self.answer is None or not position.game.drives
        )  # in a driving game, the piece is the cursor
        solved = " ✓ solved" if self._progress.solved(self.puzzle.id) else ""
        self.write("#title", f"{self.puzzle.id}{solved}\n{full_title(position.game)}")
        self.write("#players", task_text(position))
        self.write("#status", self._status())
        self.offer_keys()

    def _show_position(self) -> None:
        self.board.begin_at(self._pointing.start())
        self._refresh()

    def _status(self) -> str:
        if self.answer is None:
            prompt = prompt_text(self.position, len(self._pointing.parts))
            return "\n".join(filter(None, (self._message, prompt)))
        if self.solved:
            result = self._solution_text() if self._solution else self._verdict_text()
            keys = "n: next puzzle, o: play it out against a perfect opponent."
            return "\n".join((result, *self._why, difficulty_text(self.puzzle), keys))
        if self.verdict is None:
            return f"{self.answer}: ◌ checking..."
        return f"{self._verdict_text()}\nPress any key or click to take it back and try again."

    def _verdict_text(self) -> str:
        """Return the verdict on the answer, with the refutation if it is wrong."""
        assert self.verdict is not None
        if self.verdict.right:
            return self.verdict.text
        line = " ".join(map(str, (self.answer, *self.verdict.line)))
        why = why_wrong(self.position, self.verdict)
        return "\n".join((self.verdict.text, *why, f"How it continues: {line}"))

    def _solution_text(self) -> str:
        return f"The solution: {' '.join(map(str, self._solution))}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = {
            "solution": not self.solved,
            "play_on": self.solved,
            "begin_again": bool(self._moves),
            "hint": not self.solved,
            "scroll": self.is_mounted and self.query_one(TextPane).show_vertical_scrollbar,
        }
        return allowed.get(action, True)

    # Moves --------------------------------------------------------------------------------------

    def on_board_view_touched(self) -> None:
        """Take back a wrong move, or clear a warning."""
        if self.verdict is not None and not self.verdict.right:
            self._take_back()
        elif self._blockers:
            self._blockers, self._message = frozenset(), ""
            self._refresh()

    def _take_back(self) -> None:
        self._wait_for_move()
        self._show_position()

    def on_board_view_typed(self, event: BoardView.Typed) -> None:
        text = f"({event.text}) is not on the board." if event.wrong else f"Row, column: {event.text}_"
        self._message = text if event.text else ""
        self._refresh()

    def on_board_view_blocked(self, event: BoardView.Blocked) -> None:
        if self.answer is None:
            self._message = f"A step {event.step} leaves the board."
            self._refresh()

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        if self.answer is not None:
            return
        self._message = ""
        try:
            move = self._pointing.point(event.cell)
        except IllegalMove as error:
            self._blockers = frozenset(cells(self._pointing.against(event.cell)))
            self._message = str(error)
        else:
            if move is not None:
                self.answer = move
                self._judge(move)
        self._refresh()

    @work(exclusive=True)
    async def _judge(self, move: Move) -> None:
        """Check a move, and continue the puzzle."""
        verdict = await run_search(self.app, check, self.position, move)
        if move is not self.answer:
            return
        if verdict is None:
            self._take_back()
            return
        self.verdict = verdict
        if verdict.reply is not None:
            self._continue(move, verdict.reply, verdict.text)
            return
        self._note(verdict.solved)
        self._refresh()
        if verdict.solved:
            await self._explain()

    def _continue(self, move: Move, reply: Move, text: str) -> None:
        """Play a right move and the reply to it."""
        for each in (move, reply):
            self._positions.append(self.position.play(each))
            self._moves.append(each)
        self._wait_for_move()
        self._message = text
        self._show_position()

    async def _explain(self) -> None:
        """Show why the moves on the board win."""
        puzzle = self.puzzle
        assert self.answer is not None
        line = (*self._moves, *(self._solution or (self.answer,)))
        why = await run_search(self.app, why_won, puzzle.position, line)
        if puzzle is self.puzzle and self.solved:
            self._why = why or []
            self._refresh()

    def _note(self, right: bool) -> None:
        """Save the progress, or warn that it can't be saved."""
        try:
            self._progress.add_attempt(self.puzzle, right)
        except OSError as error:
            self.app.warn(f"Your progress couldn't be saved: {problem_text(error)}")

    # Keys ---------------------------------------------------------------------------------------

    def action_back(self) -> None:
        """Clear typed digits, or the first half of a move."""
        if not self.board.stop_typing():
            self._pointing.back()
            self._blockers, self._message = frozenset(), ""
            self._refresh()

    def action_hint(self) -> None:
        """Give a hint; one that names the move counts the puzzle as failed."""
        number = self._hints + 1
        self._wait_for_move()
        self._hints = number
        if number == MOVE_HINT:
            self._note(False)
        self._message = "◌ looking for a hint..."
        self._show_position()
        self._find_hint(number)

    @work(exclusive=True)
    async def _find_hint(self, number: int) -> None:
        position = self.position
        result = await run_search(self.app, hint, position, number)
        if position is self.position and number == self._hints:
            self._message, self._hint_move = result or ("", None)
            self._refresh()

    @work(exclusive=True)
    async def action_solution(self) -> None:
        """Show the solution; this counts as a wrong move."""
        self._wait_for_move()
        self._note(False)
        self._message = "◌ looking for the solution..."
        self._show_position()
        puzzle, position = self.puzzle, self.position
        line = await run_search(self.app, solution, position)
        if line and puzzle is self.puzzle and position is self.position:
            self._solution, self.answer = line, line[0]
            self._refresh()
            await self._explain()

    def action_begin_again(self) -> None:
        """Go back to the start of the puzzle."""
        self._begin(self.puzzle)
        self._show_position()

    def action_next(self) -> None:
        """Go to the next puzzle of the series; after the daily one, to the first unsolved one."""
        kind, difficulty, number = self._series()
        total = count(kind, difficulty)
        following = number % total + 1 if number else self._progress.next_number(kind, difficulty)
        self._begin(puzzle_by_id(f"{kind}-{difficulty}-{following}"))
        self._show_position()
        self.fit()

    def _series(self) -> tuple[str, str, int]:
        if is_daily(self.puzzle.id):
            return self.puzzle.position.game.id, self.puzzle.difficulty, 0
        return series_of(self.puzzle.id)

    def action_play_on(self) -> None:
        """Play the puzzle from its start against the perfect bot."""
        position = self.puzzle.position
        self.app.start(against("perfect", position.game, position.turn, position))

    def action_scroll(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one(TextPane).scroll_relative(y=lines, animate=False)

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.show_rules(self.puzzle.position.game)

    def action_leave(self) -> None:
        """Go back to the list."""
        self.dismiss()
