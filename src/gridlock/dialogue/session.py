"""A sitting of two people: rounds of one game, with words that may be typed instead of a move."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

from gridlock.dialogue.blockade import BlockadeTalk
from gridlock.dialogue.console import Console
from gridlock.dialogue.crossfire import CrossfireTalk
from gridlock.dialogue.hint import hint
from gridlock.dialogue.lightcycle import LightCycleTalk
from gridlock.dialogue.spread import SpreadTalk
from gridlock.dialogue.talk import Talk
from gridlock.dialogue.trail import TrailTalk
from gridlock.errors import GridlockError
from gridlock.games import Game
from gridlock.match import Match
from gridlock.records import Record, RecordFile

__all__ = ["TALKS", "Quit", "Session"]

TALKS: dict[str, type[Talk]] = {
    "spread": SpreadTalk,
    "crossfire": CrossfireTalk,
    "lightcycle": LightCycleTalk,
    "trail": TrailTalk,
    "blockade": BlockadeTalk,
}

WORDS = {
    "help": "this list",
    "moves": "every legal move",
    "hint": "what the solver would do",
    "undo": "take the last move back",
    "save FILE": "write the game so far to a file",
    "resign": "give the game up",
    "quit": "leave the game unfinished",
}


class Quit(Exception):
    """Somebody has asked to leave."""


class _Undo(Exception):
    """Somebody has asked for the last move back."""


class _Resign(Exception):
    """The side to move gives up."""


class Session:
    """Rounds of one game between two people at one keyboard."""

    def __init__(
        self,
        console: Console,
        game: Game,
        *,
        names: tuple[str, str] | None = None,
        rounds: int = 1,
        swap: bool = False,
        record: Path | None = None,
    ) -> None:
        self._console = console
        self.say = console.say
        self._game = game
        default = ("A", "B") if swap else ("Player 1", "Player 2")
        self._names = names or default
        self._named = names is not None or swap
        self._rounds = rounds
        self._swap = swap
        self._files: dict[Path, RecordFile] = {}
        self._record = self._file(record) if record else None
        self._saving_failed = False
        self._played: list[Record] = []
        self._match = Match(game)
        self._talk = TALKS[game.id](self)

    def run(self) -> None:
        """Play all rounds; Quit and EndOfInput pass through, with everything saved."""
        wins = [0, 0]
        for number in range(self._rounds):
            seats = (1, 0) if self._swap and number % 2 else (0, 1)
            self._match = Match(self._game, (self._names[seats[0]], self._names[seats[1]]))
            self._talk = TALKS[self._game.id](self)
            if self._rounds > 1:
                self._announce(number + 1)
            winner = self._play_round()
            wins[seats[winner - 1]] += 1
            if self._rounds > 1:
                self.say(f"\nWins: {self._names[0]} {wins[0]}, {self._names[1]} {wins[1]}.\n")
        if self._rounds > 1:
            self._result(wins)

    def _announce(self, number: int) -> None:
        first, second = self._match.players
        seats = f": {first} is Player 1, {second} is Player 2" if self._named else ""
        self.say(f"Round {number} of {self._rounds}{seats}.\n")

    def _result(self, wins: list[int]) -> None:
        if wins[0] == wins[1]:
            self.say(f"The match is drawn, {wins[0]} to {wins[1]}.")
        else:
            best = 0 if wins[0] > wins[1] else 1
            self.say(f"{self._names[best]} wins the match, {wins[best]} to {wins[1 - best]}.")

    def _play_round(self) -> int:
        match, talk = self._match, self._talk
        talk.open(match.position)
        while match.outcome is None:
            try:
                self._play_turn()
            except _Undo:
                self._undo()
            except _Resign:
                side = match.position.turn
                match.resign()
                self._save()
                self.say(f"Player {side} resigns.")
        self._played.append(match.record())
        if match.position.outcome():
            talk.stuck(match.position, match.outcome)
        else:
            talk.won(match.outcome.winner)
        return match.outcome.winner

    def _play_turn(self) -> None:
        match, talk = self._match, self._talk
        before = match.position
        talk.turn(before)
        move = match.play(talk.ask_move(before))
        self._save()
        talk.played(before, move, match.position)

    def _undo(self) -> None:
        match, talk = self._match, self._talk
        if talk.halfway:
            talk.halfway = False
            self.say("The first half of the move is taken back.")
            return
        try:
            move = match.undo()
        except GridlockError as error:
            self.say(str(error))
            return
        self._save()
        self.say(f"{move} is taken back.")
        talk.again(match.position)

    def ask(self, prompt: str) -> str:
        """Ask for a part of a move; the words that are no move are dealt with here."""
        handlers: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._raise(_Undo),
            "save": self._save_as,
            "resign": self._raise(_Resign),
            "quit": self._raise(Quit),
        }
        while True:
            answer = self._console.ask(prompt)
            word, _, rest = answer.strip().partition(" ")
            handler = handlers.get(word.lower())
            if handler is None or (rest and handler != self._save_as):
                return answer
            handler(rest.strip())

    @staticmethod
    def _raise(wanted: type[Exception]) -> Callable[[str], None]:
        def handler(rest: str) -> None:
            raise wanted

        return handler

    def _help(self, rest: str) -> None:
        self.say(self._game.summary)
        self.say(self._talk.how)
        self.say("Instead of a move you may type:")
        for word, meaning in WORDS.items():
            self.say(f"  {word:<10} {meaning}")

    def _moves(self, rest: str) -> None:
        moves = " ".join(str(move) for move in self._match.position.legal_moves())
        self.say(textwrap.fill(f"Legal moves: {moves}", 79, break_on_hyphens=False))

    def _hint(self, rest: str) -> None:
        self.say(hint(self._match.position))

    def _save_as(self, rest: str) -> None:
        if not rest:
            self.say("Say where to: save FILE.")
            return
        try:
            self._file(Path(rest)).save([self._match.record()])
        except (GridlockError, OSError, ValueError) as error:
            self.say(f"Not saved: {_reason(error)}")
        else:
            self.say(f"Saved to {rest}.")

    def _file(self, path: Path) -> RecordFile:
        """One object a file, so that saving again replaces what this sitting has saved there."""
        if path not in self._files:
            self._files[path] = RecordFile(path)
        return self._files[path]

    def _save(self) -> None:
        """Keep the record file up to date; if that fails, say so once and play on."""
        if self._record is None:
            return
        try:
            self._record.save([*self._played, self._match.record()])
            self._saving_failed = False
        except OSError as error:
            if not self._saving_failed:
                self.say(f"The record could not be saved: {_reason(error)}")
            self._saving_failed = True


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}."
    return str(error)
