"""The client side of UGI, the Universal Game Interface."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from gridlock.clock import Clock
from gridlock.errors import shortened
from gridlock.players.history import History
from gridlock.players.subprocess_lines import Program
from gridlock.plural import count
from gridlock.rules import Game, Position

THINKING = 5000  # milliseconds for a move when there is no clock
_MAX_GARBAGE = 1000  # lines other than UGI before an answer
_LAST_MESSAGES_WAIT = 5.0  # seconds to read what is left after a program has closed its input
_LONGEST_REMARK = 200  # characters
_MAX_OPTIONS = 256  # further options of a program are ignored
_LONGEST_OPTION = 100  # characters
_DOING = {
    "ugiok": "starting (answering ugi with ugiok)",
    "readyok": "answering isready with readyok",
    "bestmove": "choosing a move",
}
"""For each answer, what the program is doing before it."""


class EngineError(Exception):
    """A program failed; the message is the rest of a sentence about it."""


class DoesNotPlay(EngineError):
    """A program doesn't list the game among the values of its option ``Game``."""


class TimeLimit(NamedTuple):
    """A time limit in seconds, and when it ends (monotonic)."""

    seconds: float
    end: float

    @classmethod
    def of(cls, seconds: float) -> TimeLimit:
        """Return a limit that starts now."""
        return cls(seconds, monotonic() + seconds)


class UgiClient:
    """Sends commands to a UGI program and reads its answers."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.history = History()
        self.remark = ""
        """The program's comment on its last move (``info string``)."""
        self._error = ""  # the program's own error message (info string error:)
        self._options: dict[str, list[str]] = {}  # by name, with the values listed, if any
        self._game: Game | None = None

    def begin(self, limit: TimeLimit) -> None:
        """Check that the program speaks UGI, and read its options."""
        self._send("ugi")
        self._wait_for("ugiok", limit)

    def get_ready(self, game: Game, limit: TimeLimit) -> None:
        """Let the program load what it needs; skip anything it printed since the last move."""
        if game is not self._game:
            self._choose_game(game)
        self._send("isready")
        self._wait_for("readyok", limit)

    def best_move(self, position: Position, clock: Clock | None, limit: TimeLimit) -> str:
        """Return the program's move as text."""
        self.remark = self._error = ""
        self.get_ready(position.game, limit)
        base, moves, new = self.history.follow(position)
        if new:
            self._send("uginewgame")
        where = "startpos" if base == base.game.start() else f"fen {base.text}"
        self._send(" ".join(["position", where, *(["moves"] if moves else []), *map(str, moves)]))
        self._send(_go(clock))
        answer = self._wait_for("bestmove", limit)[1:2]
        if answer in ([], ["none"], ["(none)"]):
            raise self._failure("answered that it has no move")
        return answer[0]

    def _failure(self, how: str) -> EngineError:
        """Return the error for a program without an answer, with its own message if it sent one."""
        return EngineError(f"has failed: {self._error}" if self._error else how)

    def plays(self, game: Game) -> bool:
        """Whether the program plays a game: it lists it, or lists no games at all."""
        games = self._options.get("game")
        return not games or game.id.lower() in games

    def _choose_game(self, game: Game) -> None:
        if not self.plays(game):
            raise DoesNotPlay(f"does not play {game.id}")
        options = {"Game": game.id, "Size": game.size_text}
        options |= {name.capitalize(): value for name, value in game.options.items()}
        for name, value in options.items():
            if name.lower() in self._options:
                self._send(f"setoption name {name} value {value}")
        self._game = game

    def _send(self, line: str) -> None:
        try:
            self.program.send(line)
        except BlockingIOError:
            raise EngineError("isn't reading its input") from None
        except OSError:
            how = self.program.exit_text() or "closed its input"
            self._read_last_messages()
            raise self._failure(how) from None

    def _read_last_messages(self) -> None:
        """Read what a program printed before it closed its input: that may say why."""
        end = monotonic() + _LAST_MESSAGES_WAIT
        with suppress(TimeoutError):
            while (line := self.program.read(end)) is not None:
                if words := line.split():
                    self._is_message(words)

    def _wait_for(self, answer: str, limit: TimeLimit) -> list[str]:
        """Return the words of the next line that begins with this word."""
        doing = _DOING[answer]
        for _ in range(_MAX_GARBAGE):
            words = self._next_words(limit, doing)
            if words[0] == answer:
                return words
        raise EngineError(f"printed {_MAX_GARBAGE} lines of garbage instead of {doing}")

    def _next_words(self, limit: TimeLimit, doing: str) -> list[str]:
        """Return the words of the next line that isn't empty or an ``info``, ``id`` or ``option`` line."""
        while True:
            try:
                line = self.program.read(limit.end)
            except TimeoutError:
                seconds = count(limit.seconds, "second", ".3g")
                raise EngineError(f"ran out of time: {doing} took more than {seconds}") from None
            if line is None:
                how = self.program.exit_text() or "closed its output"
                raise self._failure(f"{how} instead of {doing}")
            words = line.split()
            if words and not self._is_message(words):
                return words

    def _is_message(self, words: list[str]) -> bool:
        match words:
            case ["info", "string", "error:", *rest]:
                self._error = self._error or shortened(" ".join(rest), _LONGEST_REMARK)
            case ["info", "string", *rest]:
                self.remark = shortened(" ".join(rest), _LONGEST_REMARK)
            case ["option", "name", *rest]:
                name = rest[: rest.index("type")] if "type" in rest else rest
                if len(self._options) < _MAX_OPTIONS:
                    self._options[" ".join(name).lower()[:_LONGEST_OPTION]] = _values(rest[len(name) :])
            case _:
                return words[0] in ("info", "id", "option")
        return True


def _values(words: list[str]) -> list[str]:
    """The values that an option lists: ``type combo default a var a var b``."""
    text = " ".join(words).lower()
    return [value.strip()[:_LONGEST_OPTION] for value in f" {text}".split(" var ")[1:]][:_MAX_OPTIONS]


def _go(clock: Clock | None) -> str:
    if clock is None:
        return f"go movetime {THINKING}"
    one, two = (int(clock.left(side) * 1000) for side in (1, 2))
    more = int(clock.control.increment * 1000)
    return f"go p1time {one} p2time {two} p1inc {more} p2inc {more}"
