"""Solving puzzles in a conversation of plain lines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from gridlock import words
from gridlock.board import cells
from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.errors import EndOfInput, IllegalMove, InvalidMove, problem_text
from gridlock.puzzles import Progress, Puzzle, Verdict, check, count, following, is_daily, series_of
from gridlock.puzzles.hints import FIRST_TELLING, hint
from gridlock.puzzles.progress import RESULTS
from gridlock.rules import Game, Move, Position
from gridlock.search import Limits
from gridlock.telling.headings import heading
from gridlock.telling.lines import moves_text
from gridlock.telling.watch import watched

__all__ = ["PuzzleSession", "figures"]

WORDS = {
    "help": "this list",
    "moves": "every legal move",
    "hint": "a hint; the second one names the move",
    "show": "give up and see the solution",
    "next": "another puzzle",
    "quit": "leave",
}


class PuzzleSession:
    """One puzzle after the other, as long as somebody wants another."""

    def __init__(self, console: Console, puzzle: Puzzle, progress: Progress) -> None:
        self._console = console
        self.say = console.say
        self._puzzle = puzzle
        self._progress = progress
        self._hints = 0
        self._saving_failed = False

    def run(self) -> None:
        """Talk until somebody quits; EndOfInput passes through if a puzzle is open."""
        while True:
            try:
                finished = self._solve()
            except Quit:
                self.say("The puzzle is left for another time.")
                return
            if finished and not self._wants_another():
                return
            self._puzzle = following(self._puzzle, self._progress)
            self._hints = 0
            self.say()

    def _solve(self) -> bool:
        """Ask until the puzzle is solved or shown; False if it is passed over."""
        self._present()
        told = {"help": self._help, "moves": self._moves, "hint": self._hint}
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
            if word in told:
                told[word]()
            elif self._show() if word == "show" else self._answer(answer):
                self.say(figures(self._progress, self._puzzle.id))
                return True

    def _present(self) -> None:
        """Say what the puzzle is; the board shows nothing but the position."""
        position = self._puzzle.position
        game = position.game
        difficulty = f", {self._puzzle.difficulty}" if is_daily(self._puzzle.id) else ""
        self.say(f"Puzzle {self._puzzle.id}{difficulty}: {heading(game)}.")
        self.say(_rule(game))
        self.say(f"{_side(position)} is to move, and exactly one move wins. Which?\n")
        self.say(f"{position}\n")
        for cell in cells(game.last_placed(position)):
            self.say(f"The last marker was placed at {game.show_cell(cell)}.")

    def _answer(self, answer: str) -> bool:
        """Judge what was typed; whether it solves the puzzle."""
        try:
            move = self._puzzle.position.parse_move(answer)
        except (InvalidMove, IllegalMove) as error:
            self.say(f"Invalid move: {error}")
            return False
        verdict = self._check(move)
        self._note(verdict.right)
        self.say(verdict.text)
        self._line(verdict.line)
        if not verdict.right:
            self.say("Try again, or type help.")
        return verdict.right

    def _show(self) -> bool:
        verdict = self._check(self._puzzle.solution)
        self._note(False)
        moves = words.count(self._puzzle.moves, "move")
        self.say(f"The move is {self._puzzle.solution}, which wins in {moves}.")
        self._line(verdict.line)
        return True

    def _check(self, move: Move) -> Verdict:
        found: list[Verdict] = []
        watched(lambda limits: found.append(check(self._puzzle, move, limits)), Limits())
        return found[0]

    def _line(self, line: Sequence[Move]) -> None:
        self.say(moves_text("Best play", line))

    def _help(self) -> None:
        self.say(_rule(self._puzzle.position.game))
        self.say("Type a move as moves lists them, or one of these words:")
        for word, meaning in WORDS.items():
            self.say(f"  {word:<10} {meaning}")

    def _moves(self) -> None:
        self.say(moves_text("Legal moves", self._puzzle.position.legal_moves()))

    def _hint(self) -> None:
        self._hints += 1
        if self._hints == FIRST_TELLING:
            self._note(False)  # from now on it is no longer solved without being told
        self.say(hint(self._puzzle, self._hints))

    def _note(self, right: bool) -> None:
        """Keep the progress; if that fails, say so once and go on."""
        remark = self._progress.remark
        try:
            self._progress.tried(self._puzzle, right)
            if self._progress.remark != remark:
                self.say(self._progress.remark)
        except OSError as error:
            if not self._saving_failed:
                self.say(f"The progress could not be saved: {problem_text(error)}")
            self._saving_failed = True

    def _wants_another(self) -> bool:
        """Ask what comes next; the end of the input is as good as quit, since nothing is open."""
        try:
            while True:
                with suppress(InvalidMove):
                    word = self._console.ask("Type next or quit: ").strip().lower()
                    if word in ("next", "quit"):
                        return word == "next"
                self.say("This puzzle is done: type next for another, or quit.")
        except EndOfInput:
            return False


def figures(progress: Progress, id: str) -> str:
    """How many puzzles of the same series have been solved, in a sentence."""
    series = "daily" if is_daily(id) else id.rpartition("-")[0]
    results = progress.counts().get(series, dict.fromkeys(RESULTS, 0))
    solved = f"{results['first'] + results['later']}"
    if is_daily(id):
        name = "Daily"
        end = f"; {words.count(progress.streak(date.today()), 'day')} in a row"
    else:
        kind, difficulty, _ = series_of(id)
        name, end = f"{kind} {difficulty}", ""
        solved += f" of {count(kind, difficulty)}"
    failed = f", {results['failed']} unsolved" if results["failed"] else ""
    return f"{name}: {solved} solved, {results['first']} at the first try{failed}{end}."


def _rule(game: Game) -> str:
    """The rule in a sentence, what it is about, and which variant it is if there are several."""
    rules = (game.variant_rules.get(name, {}).get(value, "") for name, value in game.options.items())
    return "\n".join([game.summary, *filter(None, rules), "The last player able to move wins."])


def _side(position: Position) -> str:
    """The side to move, with its letter on the board if that is not its number."""
    letters = {bits: letter for letter, bits in position.game.letters.items()}
    letter = letters[(1, 0, 0) if position.turn == 1 else (0, 1, 0)]
    return f"Player {position.turn}" + ("" if letter.isdigit() else f" ({letter})")
