"""One match as plain text: prompts for people, announcements for bots, and commands besides moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep

from gridlock.clock import time_text
from gridlock.dialogue.console import Console, TimeUp
from gridlock.dialogue.talk import talk_of
from gridlock.errors import GridlockError, problem_text
from gridlock.files import user_path
from gridlock.match import Help, Match
from gridlock.players import Human, Player
from gridlock.records import record_file
from gridlock.referee import get_ready, take_turn
from gridlock.review import find_hint
from gridlock.rules import Position
from gridlock.rules.resources import guide
from gridlock.search import Limits
from gridlock.text.analysis import analysis_text
from gridlock.text.lines import screen_width
from gridlock.text.names import YOU, for_reader
from gridlock.text.pages import page_text
from gridlock.text.progress import run_with_progress

WORDS = {
    "help": "this list",
    "rules": "the rules of this game",
    "board": "the board, and whose turn it is",
    "moves": "every legal move",
    "hint": "what the solver would do",
    "analysis": "what every move is worth",
    "undo": "take back the last move",
    "redo": "play it again",
    "save FILE": "save the match to a file",
    "resign": "resign the game",
    "quit": "leave the game unfinished",
}

_SECONDS = 5.0  # for a hint or an analysis


class Quit(Exception):
    """Raised when the user types quit."""


class _Back(Exception):
    """Raised when a command changed the match, so that the current prompt is obsolete."""


def _hint_text(position: Position, limits: Limits) -> str:
    """Return a hint for the side to move."""
    return for_reader(find_hint(position, limits).text, position.game, position.turn)


class Saver:
    """Writes matches to files, and reports failures."""

    def __init__(self, say: Callable[[str], None], record: Path | None) -> None:
        self._say = say
        self._record = record_file(record) if record else None
        self._failed = False

    def update(self, match: Match) -> None:
        """Update the record file; report a failure once."""
        if self._record is None:
            return
        try:
            self._record.save(match, match.record())
            self._failed = False
        except (GridlockError, OSError) as error:
            if not self._failed:
                self._say(f"The record couldn't be saved: {problem_text(error)}")
            self._failed = True

    def save_as(self, path: str, match: Match) -> None:
        """Write a match to a file."""
        if not path:
            self._say("Name a file: save FILE.")
            return
        try:
            record_file(user_path(path)).save(match, match.record())
        except (GridlockError, OSError) as error:
            self._say(f"Not saved: {problem_text(error)}")
        else:
            self._say(f"Saved to {path}.")


class Round:
    """A match between two players, each a person at this keyboard or a bot."""

    def __init__(
        self,
        console: Console,
        match: Match,
        players: tuple[Player, Player],
        saver: Saver,
        *,
        delay: float = 0.0,
    ) -> None:
        self._console = console
        self.say = console.say
        self._match = match
        self._players = players
        self._people = {side for side, player in enumerate(players, start=1) if isinstance(player, Human)}
        self._saver = saver
        self._delay = delay
        self._talk = talk_of(type(match.game))(self)

    def play(self) -> int:
        """Play the match and return the winner; on Quit and EndOfInput, the match is saved first."""
        match, talk = self._match, self._talk
        if match.clock is not None:
            run_with_progress(lambda limits: get_ready(match, self._players), Limits())
        if match.moves or match.position != match.game.start():
            self._show_position()
        else:
            talk.open(match.position)
        match.start_clock()
        while match.outcome is None:
            try:
                self._play_turn()
            except _Back:
                continue
            except TimeUp:
                match.time_is_up()
        self._saver.update(match)
        self._say_result()
        return match.outcome.winner

    def _show_position(self) -> None:
        """Show where a resumed match or a custom position starts."""
        position = self._match.position
        self._talk.again(position)
        if self._match.outcome is None:
            self.say(f"{self._turn_text()}\n")

    def _turn_text(self) -> str:
        """Say who is to move, with the player's name if it differs from the side."""
        side = self._match.position.turn
        name = self._match.players[side - 1]
        if name == YOU:
            return f"You are to move, as Player {side}."
        called = "" if name == f"Player {side}" else f" ({name})"
        return f"Player {side}{called} is to move."

    def _say_result(self) -> None:
        match = self._match
        assert match.outcome is not None
        if match.position.outcome():
            self._talk.stuck(match.position, match.outcome)
        else:
            self.say(match.outcome.reason)
            self._talk.won(match.outcome.winner)

    def _play_turn(self) -> None:
        match, talk = self._match, self._talk
        before = match.position
        player = self._players[before.turn - 1]
        talk.turn(before)
        self._say_clock()
        if isinstance(player, Human):
            move = talk.ask_move(before)
            if match.outcome is not None or match.time_is_up():
                return
            match.play(move)
        elif not self._ask_bot(player, before):
            return
        self._saver.update(match)
        talk.played(before, match.moves[-1], match.position)

    def _ask_bot(self, player: Player, before: Position) -> bool:
        """Let a bot move and announce its move; return False if it made none."""
        try:
            run_with_progress(
                lambda limits: take_turn(self._match, player), Limits(), f"{player.name} is thinking ..."
            )
        except KeyboardInterrupt:
            player.close()
            raise
        if self._match.position is before:
            return False
        if self._delay:
            sleep(self._delay)
        if player.remark:
            self.say(f"{player.name}: {player.remark}")
        self._talk.announce(before, self._match.moves[-1])
        return True

    def _say_clock(self) -> None:
        clock = self._match.clock
        if clock is not None:
            times = (f"Player {side} {time_text(clock.left(side))}" for side in (1, 2))
            self.say(f"Time left: {', '.join(times)}.")

    # Commands -----------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """Ask for part of a move, and handle commands in between."""
        handlers: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "board": self._board,
            "moves": self._moves,
            "hint": self._hint,
            "analysis": self._analysis,
            "undo": self._undo,
            "redo": self._redo,
            "save": lambda rest: self._saver.save_as(rest, self._match),
            "resign": self._resign,
            "quit": self._quit,
        }
        while True:
            answer = self._console.ask(prompt, self._time_left())
            word, _, rest = answer.strip().partition(" ")
            handler = handlers.get(word.lower())
            if handler is None or (rest and word.lower() != "save"):
                return answer
            handler(rest.strip())

    def _time_left(self) -> float | None:
        clock = self._match.clock
        return clock.left(self._match.position.turn) if clock else None

    def _help(self, rest: str) -> None:
        self.say(self._match.game.summary)
        self.say(self._talk.how)
        self.say("Instead of a move you can type:")
        for word, meaning in WORDS.items():
            self.say(f"  {word:<10} {meaning}")

    def _rules(self, rest: str) -> None:
        self.say(page_text(guide(self._match.game), screen_width()))

    def _moves(self, rest: str) -> None:
        self.say(self._talk.choices(self._match.position))

    def _board(self, rest: str) -> None:
        self.say(self._talk.board(self._match.position))
        self.say(self._turn_text())

    def _hint(self, rest: str) -> None:
        self._match.use_help(Help.HINT)
        self._search(_hint_text)

    def _analysis(self, rest: str) -> None:
        self._match.use_help(Help.ANALYSIS)
        self._search(analysis_text)

    def _search(self, text: Callable[[Position, Limits], str]) -> None:
        results: list[str] = []
        position = self._match.position
        try:
            run_with_progress(lambda limits: results.append(text(position, limits)), Limits(seconds=_SECONDS))
        except GridlockError as error:
            results.append(str(error))
        self.say(results[0])

    def _undo(self, rest: str) -> None:
        if self._talk.halfway:
            self._talk.halfway = False
            self.say("Took back the first half of the move.")
            raise _Back
        try:
            moves = self._match.undo_to(self._people)
        except GridlockError as error:
            self.say(str(error))
        else:
            self.say(f"Took back {' and '.join(map(str, moves))}.")
            self._position_changed()

    def _redo(self, rest: str) -> None:
        try:
            moves = self._match.redo_to(self._people)
        except GridlockError as error:
            self.say(str(error))
        else:
            self.say(f"Played {' and '.join(map(str, moves))} again.")
            self._position_changed()

    def _position_changed(self) -> None:
        """Save and show the new position, and restart the turn."""
        self._talk.halfway = False
        self._saver.update(self._match)
        if self._match.outcome is None:
            self._talk.again(self._match.position)
        raise _Back

    def _resign(self, rest: str) -> None:
        self._match.resign()
        self._saver.update(self._match)
        raise _Back

    def _quit(self, rest: str) -> None:
        raise Quit
