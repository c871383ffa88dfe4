"""The screen for playing a match: the keys besides making moves."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from gridlock.errors import GridlockError, IllegalMove, problem_text
from gridlock.files import user_path
from gridlock.match import Help
from gridlock.records import record_file
from gridlock.review import Hint, find_hint
from gridlock.rules import other
from gridlock.search import Limits
from gridlock.text.names import for_reader, reader_of
from gridlock.tui.background import run_search
from gridlock.tui.dialogs import ChoiceDialog, TextDialog
from gridlock.tui.match_screen import MatchScreen
from gridlock.tui.plan import HUMAN

_HINT_SECONDS = 5.0


class PlayScreen(MatchScreen):
    """A match at one keyboard between people, bots, or one of each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("h", "hint", "Hint"),
        Binding("a", "analysis", "Analysis"),
        Binding("v", "review", "Review"),
        Binding("m", "rematch", "Rematch"),
        Binding("g", "suggested", "Go", show=False),
        Binding("x", "resign", "Resign"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("s", "save", "Save"),
        Binding("n", "new", "New"),
        Binding("q", "leave", "Leave"),
        Binding("escape", "back", "Back", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self.match.outcome is not None
        playing = dict.fromkeys(("redo", "hint", "resign"), not over)
        return (playing | {"review": over, "rematch": over}).get(action, True)

    # Back ---------------------------------------------------------------------------------------

    def action_back(self) -> None:
        """Clear typed digits, or the first half of a move."""
        if not self.board.stop_typing():
            self.pointing.back()
            self.blockers = frozenset()
            self.say("")

    # Undo and redo ------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back the last move; against a bot, go back to your own turn."""
        if self.pointing.parts:
            self.action_back()
            return
        try:
            self.match.undo_to(self.people)
        except IllegalMove as error:
            self.say(str(error))
            return
        self.stop_bots()
        self.begin_turn("Move taken back.")

    def action_redo(self) -> None:
        """Replay the moves that were taken back, up to your own turn."""
        if not self.match.can_redo:
            self.say("There is no move to redo.")
            return
        self.stop_bots()
        with suppress(IllegalMove):  # the time ran out just now
            self.match.redo_to(self.people)
        self.begin_turn()

    # Help ---------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask the solver for a move."""
        if not self.human_to_move:
            self.say("Hints are for your own turn.")
            return
        self.match.use_help(Help.HINT)
        self.save_record()
        self.hint_cancelled = threading.Event()
        self.say("Looking for a hint...")
        self._find_hint()

    @work(exclusive=True, group="hint")
    async def _find_hint(self) -> None:
        position = self.match.position
        await self.app.solver_ready(lambda text: self.say(text) if position is self.match.position else None)
        limits = Limits(seconds=_HINT_SECONDS, cancelled=self.hint_cancelled)
        hint = await run_search(self.app, find_hint, position, limits) or Hint(None, "No hint.")
        if position is not self.match.position:
            return
        if hint.move is not None:
            self.hint_cells = frozenset(position.game.parts(position, hint.move))
        self.say(for_reader(hint.text, position.game, position.turn))

    def action_analysis(self) -> None:
        """Show or hide the value of every move."""
        self.analysing = not self.analysing
        self.analysis.display = self.analysing
        if self.analysing:
            self.match.use_help(Help.ANALYSIS)
            self.save_record()
            self.analysis.analyze(self.match.position, reader_of(self.match.players))
        else:
            self.analysis.stop()
        self.show_all()

    def on_analysis_view_updated(self) -> None:
        if not self.saving:
            self.board.show(self._scene())

    def action_rules(self) -> None:
        """Show the rules and the keys."""
        self.app.show_rules(self.plan.game)

    # Endings and new matches --------------------------------------------------------------------

    def action_resign(self) -> None:
        """Ask whether to resign for the person playing."""
        side = self.match.position.turn
        if not self.seat_to_move.is_human:
            side = other(side)
        if self.seats[side - 1].is_human:
            self._ask_to_resign(side)
        else:
            self.say("Both players are bots, so you can't resign.")

    def _ask_to_resign(self, side: int) -> None:
        def on_answer(answer: int | None) -> None:
            if answer == 0 and self.match.outcome is None:
                self.stop_bots()
                self.match.resign(side)
                self.begin_turn()

        question = f"Player {side}: resign?" if len(self.people) == 2 else "Resign?"
        self.app.push_screen(ChoiceDialog(question, ["Resign", "Play on"]), on_answer)

    def action_save(self) -> None:
        """Ask for a file and save the match there."""
        self.app.push_screen(TextDialog("Save the match to which file?"), self._save_to)

    def _save_to(self, name: str | None) -> None:
        if name is None:
            return
        try:
            record_file(user_path(name)).save(self.match, self.autosave.record())
        except (GridlockError, OSError) as error:
            self.say(f"Not saved: {problem_text(error)}")
        else:
            self.say(f"Saved to {name}.")

    def action_review(self) -> None:
        """Review the finished match."""
        self.app.review(self.autosave.record())

    def action_rematch(self) -> None:
        """Play again with the seats swapped."""
        winner = self.match.outcome.winner if self.match.outcome else None
        self.app.start_instead(replace(self.plan, score=self.plan.score_after(winner)).swapped())

    def action_suggested(self) -> None:
        """Play again in the same seat, against the suggested opponent."""
        if self.advice is not None:
            first, second = (spec if spec == HUMAN else self.advice.opponent for spec in self.plan.specs)
            self.app.start_instead(replace(self.plan, specs=(first, second), score=(0, 0)))

    def action_new(self) -> None:
        """Set up another match."""
        self.app.set_up(self.plan)

    def action_leave(self) -> None:
        """Go back to the games; an unfinished match stays saved."""
        self.stop_bots()
        self.autosave.close()  # before the home screen looks for unfinished matches
        self.dismiss()
