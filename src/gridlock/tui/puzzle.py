"""The screen on which a puzzle is solved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from gridlock import words
from gridlock.board import cells
from gridlock.errors import IllegalMove, problem_text
from gridlock.puzzles import Progress, Verdict, check, count, is_daily, named, series_of
from gridlock.puzzles.hints import FIRST_TELLING, hint
from gridlock.rules import Move
from gridlock.telling.headings import game_text
from gridlock.tui.board import BoardView
from gridlock.tui.hint_keys import HINT_KEYS, HintScreen
from gridlock.tui.palette import LOSS, WIN
from gridlock.tui.plan import against
from gridlock.tui.pointing import Pointing
from gridlock.tui.scene import Label, Scene, scene_of
from gridlock.tui.searching import searched
from gridlock.tui.wording import prompt_text, seat_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

__all__ = ["PuzzleScreen"]


class PuzzleScreen(HintScreen):
    """A position in which one move wins: find it."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Next puzzle"),
        *HINT_KEYS,
        Binding("s", "solution", "Show the solution"),
        Binding("o", "play_on", "Play on"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("escape", "back", "Back", show=False),
    ]

    def __init__(self, id: str) -> None:
        self.puzzle = named(id)
        self._progress = Progress.load()
        self._pointing = Pointing(self.puzzle.position)
        self._warned: frozenset[int] = frozenset()
        self._message = ""
        self._hints = 0
        self._given_up = False
        self.answer: Move | None = None
        """The move that was chosen last, or shown as the solution."""
        self.verdict: Verdict | None = None
        """What is to be said of it."""
        super().__init__(self._scene())

    def compose_panel(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Static(id="players", markup=False)
        yield Static(id="status", markup=False)

    def on_mount(self) -> None:
        self._begin_again()

    # What is shown ------------------------------------------------------------------------------

    @property
    def solved(self) -> bool:
        """Whether the board shows the solution."""
        return self.answer == self.puzzle.solution

    def _scene(self) -> Scene:
        position = self.puzzle.position
        if self.answer is not None:
            colour, sign = (WIN, "✓") if self.solved else (LOSS, "✗")
            scene = scene_of((position, position.play(self.answer)), (self.answer,))
            parts = position.game.parts(position, self.answer)
            return replace(scene, labels={cell: Label(sign, colour) for cell in parts})
        scene = scene_of((position,), ())
        pointing = self._pointing
        return replace(
            scene,
            changed=pointing.changed(),
            last=frozenset(pointing.parts) or scene.last,
            open=frozenset(pointing.moves()),
            labels=self._hint_labels(),
            warned=self._warned,
        )

    def _hint_labels(self) -> dict[int, Label]:
        """The cells of the move, once a hint has named it."""
        position = self.puzzle.position
        told = self._hints >= FIRST_TELLING
        parts = position.game.parts(position, self.puzzle.solution) if told else ()
        return {cell: Label("◆", WIN) for cell in parts}

    def _refresh(self) -> None:
        position = self.puzzle.position
        self.board.show(self._scene())
        solved = " ✓ solved" if self._progress.solved(self.puzzle.id) else ""
        self.write("#title", f"{self.puzzle.id}{solved}\n{game_text(position.game)}")
        turn = f"Player {position.turn} ({seat_text(position.game, position.turn)})"
        self.write("#players", f"{turn} to move: one move wins, in {words.count(self.puzzle.moves, 'move')}.")
        self.write("#status", self._status())
        self.offer_keys()

    def _status(self) -> str:
        if self.answer is None:
            asked = prompt_text(self.puzzle.position, len(self._pointing.parts))
            return "\n".join(filter(None, (self._message, asked)))
        if self.verdict is None:
            return f"{self.answer}: ◌ looking at it..."
        line = "Best play: " + " ".join(map(str, self.verdict.line))
        then = "n: the next puzzle, o: play on." if self.solved else "Any key or click: try again."
        shown = line if self.solved else ""
        return "\n".join(filter(None, (self._message, self._judgement(self.verdict), shown, then)))

    def _judgement(self, verdict: Verdict) -> str:
        """What is said of the move on the board: praise only for whoever has found it."""
        if self._given_up:
            return f"The solution: {self.answer}, which wins in {words.count(self.puzzle.moves, 'move')}."
        return verdict.text

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = {"solution": not self.solved, "play_on": self.solved}
        return (allowed | self.hint_keys(offered=not self.solved)).get(action, True)

    # Answers ------------------------------------------------------------------------------------

    def on_board_view_touched(self) -> None:
        """After a wrong answer the next key puts the board back."""
        if self.verdict is not None and not self.verdict.right:
            self._begin_again()
        elif self._warned:
            self._warned, self._message = frozenset(), ""
            self._refresh()
        self.offer_keys()

    def _begin_again(self) -> None:
        self.answer, self.verdict, self._message = None, None, ""
        self._given_up, self._warned = False, frozenset()
        self._pointing = Pointing(self.puzzle.position)
        self.board.begin_at(self._pointing.start())
        self._refresh()

    def on_board_view_typed(self, event: BoardView.Typed) -> None:
        text = f"({event.text}) is not on the board." if event.wrong else f"Row, column: {event.text}_"
        self._message = text if event.text else ""
        self._refresh()

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        if self.answer is not None:
            return
        self._message = ""
        try:
            move = self._pointing.point(event.cell)
        except IllegalMove as error:
            self._warned = frozenset(cells(self._pointing.against(event.cell)))
            self._message = str(error)
        else:
            if move is not None:
                self._try(move, counts=move == self.puzzle.solution)
        self._refresh()

    def _try(self, move: Move, *, counts: bool) -> None:
        """Show a move and judge it; ``counts`` if the puzzle is solved by it."""
        self.answer, self.verdict = move, None
        self._note(counts)
        self._judge(move)

    def _note(self, right: bool) -> None:
        """Keep the progress, or tell that it cannot be kept."""
        try:
            self._progress.tried(self.puzzle, right)
        except OSError as error:
            self.app.tell(f"The progress could not be saved: {problem_text(error)}")

    @work(exclusive=True)
    async def _judge(self, move: Move) -> None:
        verdict = await searched(self.app, check, self.puzzle, move)
        if verdict is None:
            self._begin_again()
        elif move is self.answer:
            self.verdict = verdict
            self._refresh()

    # Keys ---------------------------------------------------------------------------------------

    def action_back(self) -> None:
        """Take back what was typed, or the first half of a move."""
        if not self.board.stop_typing():
            self._pointing.back()
            self._warned, self._message = frozenset(), ""
            self._refresh()

    def on_hint_screen_asked(self) -> None:
        """Give a hint; from the one that names the move on, the puzzle counts as not solved."""
        self._begin_again()
        self._hints += 1
        if self._hints == FIRST_TELLING:
            self._note(False)
        self._message = hint(self.puzzle, self._hints)
        self._refresh()

    def action_solution(self) -> None:
        """Show the move that wins; that counts as a wrong answer."""
        self._given_up, self._message = True, ""
        self._try(self.puzzle.solution, counts=False)
        self._refresh()

    def action_next(self) -> None:
        """Go on to the next puzzle of the series, after the daily one to the first that is open."""
        kind, difficulty, number = self._series()
        there = count(kind, difficulty)
        following = number % there + 1 if number else self._progress.next_number(kind, difficulty)
        self.puzzle = named(f"{kind}-{difficulty}-{following}")
        self._hints = 0
        self._begin_again()
        self.fit()

    def _series(self) -> tuple[str, str, int]:
        if is_daily(self.puzzle.id):
            return self.puzzle.position.game.id, self.puzzle.difficulty, 0
        return series_of(self.puzzle.id)

    def action_play_on(self) -> None:
        """Play the position out against perfect play."""
        position = self.puzzle.position
        self.app.start(against("perfect", position.game, position.turn, position))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.show_rules(self.puzzle.position.game)

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss()
