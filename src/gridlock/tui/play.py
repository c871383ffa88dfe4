"""The screen on which a match is played: what can be done besides making moves."""

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
from gridlock.tui.background import run_search
from gridlock.tui.dialogs import ChoiceDialog, TextDialog
from gridlock.tui.match_screen import MatchScreen
from gridlock.tui.plan import HUMAN

_HINT_SECONDS = 5.0


class PlayScreen(MatchScreen):
    """A match at one keyboard: people, bots, or one of each."""

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
        """Take back what was typed, or the first half of a move."""
        if not self.board.stop_typing():
            self.pointing.back()
            self.warned = frozenset()
            self.say("")

    # Undo and redo ------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back the last move; against a bot, back to your own turn."""
        if self.pointing.parts:
            self.action_back()
            return
        try:
            self.match.undo_to(self.people)
        except IllegalMove as error:
            self.say(str(error))
            return
        self.stop_bots()
        self.begin_turn("Taken back.")

    def action_redo(self) -> None:
        """Make the moves again that were taken back, up to your own turn."""
        if not self.match.can_redo:
            self.say("There is no move to redo.")
            return
        self.stop_bots()
        with suppress(IllegalMove):  # the time ran out in this very moment
            self.match.redo_to(self.people)
        self.begin_turn()

    # Help ---------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Ask the solver for a move."""
        if not self.human_due:
            self.say("Hints are for your own turn.")
            return
        self.match.use_help(Help.HINT)
        self.keep()
        self.hint_cancelled = threading.Event()
        self.say("Looking for a hint...")
        self._find_hint()

    @work(exclusive=True, group="hint")
    async def _find_hint(self) -> None:
        position = self.match.position
        await self.app.solver_ready(lambda told: self.say(told) if position is self.match.position else None)
        limits = Limits(seconds=_HINT_SECONDS, cancelled=self.hint_cancelled)
        hint = await run_search(self.app, find_hint, position, limits) or Hint(None, "No hint.")
        if position is not self.match.position:
            return
        if hint.move is not None:
            self.hinted = frozenset(position.game.parts(position, hint.move))
        self.say(hint.text)

    def action_analysis(self) -> None:
        """Show what every move is worth, or no longer."""
        self.analysing = not self.analysing
        self.analysis.display = self.analysing
        if self.analysing:
            self.match.use_help(Help.ANALYSIS)
            self.keep()
            self.analysis.study(self.match.position)
        else:
            self.analysis.stop()
        self.show_all()

    def on_analysis_view_learned(self) -> None:
        if not self.saving:
            self.board.show(self._scene())

    def action_rules(self) -> None:
        """Show the rules and the keys."""
        self.app.show_rules(self.plan.game)

    # Ends and new beginnings --------------------------------------------------------------------

    def action_resign(self) -> None:
        """Ask whether the side that a person plays gives up."""
        side = self.match.position.turn
        if not self.seat_due.is_human:
            side = other(side)
        if self.seats[side - 1].is_human:
            self._ask_to_resign(side)
        else:
            self.say("Both players are bots: nobody here can resign.")

    def _ask_to_resign(self, side: int) -> None:
        def answered(answer: int | None) -> None:
            if answer == 0 and self.match.outcome is None:
                self.stop_bots()
                self.match.resign(side)
                self.begin_turn()

        asked = f"Player {side}: give the game up?" if len(self.people) == 2 else "Give the game up?"
        self.app.push_screen(ChoiceDialog(asked, ["Resign", "Play on"]), answered)

    def action_save(self) -> None:
        """Ask for a file and save the match there."""
        self.app.push_screen(TextDialog("Save the match to which file?"), self._save_to)

    def _save_to(self, name: str | None) -> None:
        if name is None:
            return
        try:
            record_file(user_path(name)).save(self.match, self.keeper.record())
        except (GridlockError, OSError) as error:
            self.say(f"Not saved: {problem_text(error)}")
        else:
            self.say(f"Saved to {name}.")

    def action_review(self) -> None:
        """Look at the finished match move by move."""
        self.app.review(self.keeper.record())

    def action_rematch(self) -> None:
        """Play again with the seats swapped."""
        self.app.start_instead(self.plan.swapped())

    def action_suggested(self) -> None:
        """Play again in the same seat, against the opponent that is suggested."""
        if self.advice is not None:
            first, second = (spec if spec == HUMAN else self.advice.opponent for spec in self.plan.specs)
            self.app.start_instead(replace(self.plan, specs=(first, second)))

    def action_new(self) -> None:
        """Set up another match."""
        self.app.set_up(self.plan)

    def action_leave(self) -> None:
        """Back to the games; an unfinished match is kept."""
        self.stop_bots()
        self.keeper.close()  # before the screen below looks for matches that can be resumed
        self.dismiss()
