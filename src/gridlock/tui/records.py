"""The list of saved matches, or of those in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from gridlock.errors import GridlockError, problem_text, shortened
from gridlock.files import user_path
from gridlock.records import Record, read_records
from gridlock.saves import SavedMatch, saved_matches
from gridlock.text.headings import result_text
from gridlock.tui.dialogs import ChoiceDialog, TextDialog
from gridlock.tui.list_screen import ListScreen
from gridlock.tui.wording import match_text, unreadable_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_MAX_DATE = 20  # characters


class RecordsScreen(ListScreen):
    """A list of matches to review or resume."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "file", "From a file..."),
        Binding("d", "discard", "Discard"),
        Binding("escape,q", "dismiss(None)", "Back"),
    ]

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path
        self._saved: list[SavedMatch] = []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._path is None if action == "discard" else True

    def fill(self) -> None:
        if self._path is None:
            problems: list[str] = []
            self._saved = saved_matches(problems.append)
            self.app.warn_once(unreadable_text(problems))
        if not self._saved:
            headline = "You have no matches yet. Press f to open a record file."
        elif self._path is not None:
            headline = f"{self._path}. Enter: review one."
        else:
            headline = "Your matches. Enter: review or resume one."
        self.show_list(headline, [_line(saved.record) for saved in self._saved])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        saved = self._saved[event.option_index]
        if not saved.resumable or self._path is not None:
            self.app.review(saved.record)
            return

        def on_answer(answer: int | None) -> None:
            if answer == 0:
                self.app.resume(saved)
            elif answer == 1:
                self.app.review(saved.record)

        self.app.push_screen(
            ChoiceDialog("This match isn't finished.", ["Resume it", "Review it"]), on_answer
        )

    def action_file(self) -> None:
        """Ask for a record file."""
        self.app.push_screen(TextDialog("Which record file?"), self._open_file)

    def _open_file(self, name: str | None) -> None:
        if name is None:
            return
        try:
            path = user_path(name)
            records = read_records(path)
        except (GridlockError, OSError) as error:
            self.show_problem(problem_text(error))
            return
        self._path, self._saved = path, [SavedMatch(path, record) for record in records]
        self.show_problem("")
        self.fill()
        self.refresh_bindings()

    def action_discard(self) -> None:
        """Ask whether to discard the match under the cursor."""
        at = self.query_one(OptionList).highlighted
        if at is None or not self._saved:
            return
        saved = self._saved[at]

        def on_answer(answer: int | None) -> None:
            if answer == 1:
                self.app.warn(saved.discard())
                self.fill()

        self.app.push_screen(
            ChoiceDialog(f"Discard {_line(saved.record)}?", ["Keep it", "Discard it"]), on_answer
        )


def _line(record: Record) -> str:
    """Format a record as one line."""
    match = match_text(record.game, record.players, len(record.moves))
    return f"{shortened(record.date, _MAX_DATE)}  {match}, {result_text(record)}"
