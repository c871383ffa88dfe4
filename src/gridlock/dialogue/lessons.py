"""Learning a game in a conversation of plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.errors import IllegalMove, InvalidMove
from gridlock.lessons import Lesson, Practice
from gridlock.text.headings import board_text

WORDS = "Type a move, or: hint, next, quit."


class LessonSession:
    """One lesson after the other, until all are done or somebody quits."""

    def __init__(self, console: Console, lessons: Sequence[Lesson]) -> None:
        self._console = console
        self._lessons = lessons
        self.say = console.say

    def run(self) -> None:
        """Go through the lessons; EndOfInput passes through if one is open."""
        for number, lesson in enumerate(self._lessons, start=1):
            self.say(f"Step {number} of {len(self._lessons)}: {lesson.title} ({board_text(lesson.at.game)})")
            self.say(f"{lesson.text}\n")
            try:
                self._practise(Practice(lesson))
            except Quit:
                self.say("You can go on another time.")
                return
            self.say()
        self.say("That was the last step. Now play a game.")

    def _practise(self, practice: Practice) -> None:
        """Ask until the task is done, or passed over."""
        self.say(f"{practice.position}\n")
        while not practice.done:
            try:
                typed = self._console.ask("Your move: ").strip()
            except InvalidMove as error:
                self.say(str(error))
                continue
            word = typed.lower()
            if word == "quit":
                raise Quit
            if word == "next":
                return
            self.say(self._told(practice, typed, word))

    def _told(self, practice: Practice, typed: str, word: str) -> str:
        """What there is to say about something typed, with the board if it has changed."""
        if word in ("", "help"):
            return WORDS
        if word == "hint":
            move = practice.expected_move()
            return practice.lesson.text if move is None else f"Hint: {move}."
        made = len(practice.moves)
        try:
            said = practice.play(practice.position.parse_move(typed))
        except IllegalMove as error:
            return practice.refuse(str(error))
        except InvalidMove as error:
            return f"{error} {WORDS}"
        return said if made == len(practice.moves) else f"\n{practice.position}\n\n{said}"
