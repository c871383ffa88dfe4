"""The command that teaches a game in a few steps."""

from __future__ import annotations

from gridlock.cli.options import Id
from gridlock.errors import GridlockError
from gridlock.rules import make

EXAMPLES = ("gridlock learn spread",)
"""For the end of the help text."""


def learn(id: Id) -> None:
    """Learn a game in a few short steps that you play."""
    from gridlock.dialogue import Console
    from gridlock.dialogue.learning import LearningSession
    from gridlock.learning import lessons_of

    lessons = lessons_of(type(make(id)))
    if not lessons:
        raise GridlockError(f"{id} comes without lessons; 'gridlock rules {id}' explains it.")
    LearningSession(Console(), lessons).run()
