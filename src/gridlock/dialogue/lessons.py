"""Lessons as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.errors import IllegalMove, InvalidMove
from gridlock.lessons import Lesson, Practice
from gridlock.text.headings import board_text

WORDS = "Type a move, or: hint, next, quit."


class LessonSession:
    """Goes through lessons one by one."""

    def __init__(self, console: Console, lessons: Sequence[Lesson]) -> None:
        self._console = console
        self._lessons = lessons
        self.say = console.say

    def run(self) -> None:
        """Go through the lessons until the last one or quit; raise EndOfInput if the input ends early."""
        for number, lesson in enumerate(self._lessons, start=1):
            self.say(f"Step {number} of {len(self._lessons)}: {lesson.title} ({board_text(lesson.at.game)})")
            self.say(f"{lesson.text}\n")
            try:
                self._practise(Practice(lesson))
            except Quit:
                self.say("You can continue another time.")
                return
            self.say()
        self.say("That was the last step. Now play a game.")

    def _practise(self, practice: Practice) -> None:
        """Ask for moves until the task is done or skipped."""
        self.say(f"{practice.position}\n")
        while not practice.done:
            try:
                answer = self._console.ask("Your move: ").strip()
            except InvalidMove as error:
                self.say(str(error))
                continue
            word = answer.lower()
            if word == "quit":
                raise Quit
            if word == "next":
                return
            self.say(self._reply(practice, answer, word))

    def _reply(self, practice: Practice, answer: str, word: str) -> str:
        """Handle an answer; return the reply to it, with the board if it has changed."""
        if word in ("", "help"):
            return WORDS
        if word == "hint":
            move = practice.expected_move()
            return practice.lesson.text if move is None else f"Hint: {move}."
        before = len(practice.moves)
        try:
            reply = practice.play(practice.position.parse_move(answer))
        except IllegalMove as error:
            return practice.refuse(str(error))
        except InvalidMove as error:
            return f"{error} {WORDS}"
        return reply if before == len(practice.moves) else f"\n{practice.position}\n\n{reply}"
