"""Puzzles as plain text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from gridlock.board import cells
from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.errors import EndOfInput, IllegalMove, InvalidMove, problem_text
from gridlock.puzzles import Progress, Puzzle, check, is_daily, puzzle_after, solution
from gridlock.puzzles.play import MOVE_HINT, hint
from gridlock.rules import Game, Move
from gridlock.search import Limits
from gridlock.text.headings import heading
from gridlock.text.lines import moves_text, wrap
from gridlock.text.progress import run_with_progress
from gridlock.text.puzzles import (
    difficulty_text,
    progress_text,
    series_name,
    task_text,
    why_won,
    why_wrong,
)

WORDS = {
    "help": "this list",
    "board": "the board",
    "moves": "every legal move",
    "hint": "a hint; the second one names a move",
    "again": "start the puzzle again",
    "show": "give up and see the solution",
    "next": "another puzzle",
    "quit": "leave",
}

Result = TypeVar("Result")


class PuzzleSession:
    """Presents puzzles until the user quits."""

    def __init__(self, console: Console, puzzle: Puzzle, progress: Progress) -> None:
        self._console = console
        self.say = console.say
        self._progress = progress
        self._saving_failed = False
        self._begin(puzzle)

    def _begin(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._position = puzzle.position
        self._line: list[Move] = []  # the right moves played, and the replies
        self._hints = 0

    def run(self) -> None:
        """Present puzzles until the user quits; raise EndOfInput if the input ends during one."""
        while True:
            try:
                finished = self._solve()
            except Quit:
                self.say("You can come back to this puzzle another time.")
                return
            if finished and not self._wants_another():
                return
            self._begin(puzzle_after(self._puzzle, self._progress))
            self.say()

    def _solve(self) -> bool:
        """Ask for moves until the puzzle is solved or shown; return False if it is skipped."""
        self._present()
        commands = {
            "help": self._help,
            "board": self._board,
            "moves": self._moves,
            "hint": self._hint,
            "again": self._again,
        }
        while True:
            try:
                answer = self._console.ask("Your move: ")
            except InvalidMove as error:
                self.say(f"Invalid move: {error}")
                continue
            word = answer.strip().lower()
            if word == "quit":
                raise Quit
            if word == "next":
                return False
            if word in commands:
                commands[word]()
            elif self._show() if word == "show" else self._answer(answer):
                self._explain()
                return True

    def _present(self) -> None:
        """Print the puzzle: its name, the rule, the task and the board."""
        game = self._position.game
        difficulty = f", {self._puzzle.difficulty}" if is_daily(self._puzzle.id) else ""
        self.say(f"Puzzle {self._puzzle.id}{difficulty}: {heading(game)}.")
        self.say(_rule(game))
        self.say(task_text(self._position))
        self._board()

    def _board(self) -> None:
        self.say(f"\n{self._position}\n")
        for cell in cells(self._position.game.last_placed(self._position)):
            self.say(f"The last marker was placed at {self._position.game.show_cell(cell)}.")

    def _answer(self, answer: str) -> bool:
        """Check the move that was typed; return whether the puzzle is solved."""
        position = self._position
        try:
            move = position.parse_move(answer)
        except (InvalidMove, IllegalMove) as error:
            self.say(f"Invalid move: {error}")
            return False
        verdict = self._search(lambda limits: check(position, move, limits))
        self.say(verdict.text)
        if not verdict.right:
            self._note(False)
            for sentence in why_wrong(position, verdict):
                self.say(wrap(sentence))
            self.say(moves_text("How it continues", (move, *verdict.line)))
            self.say("Try another move, or type help.")
        elif verdict.solved:
            self._line.append(move)
            self._note(True)
        else:
            assert verdict.reply is not None
            self._hints = 0
            self._line += [move, verdict.reply]
            self._position = position.play(move).play(verdict.reply)
            self._board()
        return verdict.solved

    def _show(self) -> bool:
        self._note(False)
        line = self._search(lambda limits: solution(self._position, limits))
        self.say(moves_text("The solution", line))
        self._line += line
        return True

    def _explain(self) -> None:
        """Print why the puzzle is won, its difficulty, and the progress so far."""
        for sentence in self._search(lambda limits: why_won(self._puzzle.position, self._line)):
            self.say(wrap(sentence))
        self.say(difficulty_text(self._puzzle))
        self.say(progress_text(self._progress, series_name(self._puzzle.id)))

    def _search(self, search: Callable[[Limits], Result]) -> Result:
        """Run a search with progress, and return its result."""
        results: list[Result] = []
        run_with_progress(lambda limits: results.append(search(limits)), Limits())
        return results[0]

    def _help(self) -> None:
        self.say(_rule(self._position.game))
        self.say("Your opponent resists as long as possible; any move that keeps the win is right.")
        self.say("Type a move (moves lists them) or one of these commands:")
        for word, meaning in WORDS.items():
            self.say(f"  {word:<10} {meaning}")

    def _moves(self) -> None:
        self.say(moves_text("Legal moves", self._position.legal_moves()))

    def _hint(self) -> None:
        self._hints += 1
        if self._hints == MOVE_HINT:
            self._note(False)  # this hint names the move
        text, _ = self._search(lambda limits: hint(self._position, self._hints, limits))
        self.say(text)

    def _again(self) -> None:
        self._begin(self._puzzle)
        self._board()

    def _note(self, right: bool) -> None:
        """Save the progress; report a failure once."""
        remark = self._progress.remark
        try:
            self._progress.add_attempt(self._puzzle, right)
            if self._progress.remark != remark:
                self.say(self._progress.remark)
        except OSError as error:
            if not self._saving_failed:
                self.say(f"Your progress couldn't be saved: {problem_text(error)}")
            self._saving_failed = True

    def _wants_another(self) -> bool:
        """Ask whether to continue; the end of the input counts as quit."""
        try:
            while True:
                with suppress(InvalidMove):
                    word = self._console.ask("Type next or quit: ").strip().lower()
                    if word in ("next", "quit"):
                        return word == "next"
                self.say("This puzzle is done: type next for another, or quit.")
        except EndOfInput:
            return False


def _rule(game: Game) -> str:
    """Return the game's summary, its variant rules, and how to win."""
    rules = (game.variant_rules.get(name, {}).get(value, "") for name, value in game.options.items())
    return "\n".join([game.summary, *filter(None, rules), "The last player able to move wins."])
