"""UGI, the Universal Game Interface, as the one who asks speaks it."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from gridlock.clock import Clock
from gridlock.errors import shortened
from gridlock.players.history import History
from gridlock.players.subprocess_lines import Program
from gridlock.plural import count
from gridlock.rules import Game, Position

THINKING = 5000  # milliseconds for a move when there is no clock
_MOST_GARBAGE = 1000  # lines that mean nothing in UGI, for one answer
_LONGEST_REMARK = 200  # characters
_MOST_OPTIONS = 256  # that are remembered of a program; what it announces beyond that is passed over
_LONGEST_OPTION = 100  # characters of its name
_DOING = {
    "ugiok": "starting (answering ugi with ugiok)",
    "readyok": "answering isready with readyok",
    "bestmove": "choosing a move",
}
"""For each answer, what a program does that gives it."""


class BrokenOff(Exception):
    """Why a conversation came to nothing: the rest of a sentence about the program."""


class TimeLimit(NamedTuple):
    """Seconds for something, and when (monotonic) they are over."""

    seconds: float
    end: float

    @classmethod
    def of(cls, seconds: float) -> TimeLimit:
        """So many seconds from now on."""
        return cls(seconds, monotonic() + seconds)


class Conversation:
    """Questions to a program that speaks UGI, and its answers."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.history = History()
        self.remark = ""
        """What the program has said about its last choice (``info string``)."""
        self._complaint = ""  # what the program has said about its failure (info string error:)
        self._options: set[str] = set()
        self._game: Game | None = None

    def begin(self, limit: TimeLimit) -> None:
        """Make sure that the program speaks UGI, and hear its options."""
        self._send("ugi")
        self._wait_for("ugiok", limit)

    def get_ready(self, game: Game, limit: TimeLimit) -> None:
        """Let the program load what it needs, and pass over whatever it has said since the last move."""
        if game is not self._game:
            self._choose_game(game)
        self._send("isready")
        self._wait_for("readyok", limit)

    def best_move(self, position: Position, clock: Clock | None, limit: TimeLimit) -> str:
        """The program's choice as it writes it."""
        self.remark = self._complaint = ""
        self.get_ready(position.game, limit)
        base, moves, new = self.history.follow(position)
        if new:
            self._send("uginewgame")
        where = "startpos" if base == base.game.start() else f"fen {base.text}"
        self._send(" ".join(["position", where, *(["moves"] if moves else []), *map(str, moves)]))
        self._send(_go(clock))
        answer = self._wait_for("bestmove", limit)[1:2]
        if answer in ([], ["none"], ["(none)"]):
            raise self._given_up("answered that it has no move")
        return answer[0]

    def _given_up(self, how: str) -> BrokenOff:
        """A program without an answer; if it has said why, that is what matters."""
        return BrokenOff(f"has failed: {self._complaint}" if self._complaint else how)

    def _choose_game(self, game: Game) -> None:
        wanted = {"Game": game.id, "Size": game.size_text}
        wanted |= {name.capitalize(): value for name, value in game.options.items()}
        for name, value in wanted.items():
            if name.lower() in self._options:
                self._send(f"setoption name {name} value {value}")
        self._game = game

    def _send(self, line: str) -> None:
        try:
            self.program.send(line)
        except BlockingIOError:
            raise BrokenOff("does not read what it is sent") from None
        except OSError:
            raise BrokenOff(self.program.how_it_ended() or "closed its input") from None

    def _wait_for(self, answer: str, limit: TimeLimit) -> list[str]:
        """The words of the line that begins with this word."""
        doing = _DOING[answer]
        for _ in range(_MOST_GARBAGE):
            words = self._next_words(limit, doing)
            if words[0] == answer:
                return words
        raise BrokenOff(f"printed {_MOST_GARBAGE} lines of something else instead of {doing}")

    def _next_words(self, limit: TimeLimit, doing: str) -> list[str]:
        """The next line that is neither empty nor a message that may always come."""
        while True:
            try:
                line = self.program.read(limit.end)
            except TimeoutError:
                seconds = count(limit.seconds, "second", ".3g")
                raise BrokenOff(f"ran out of time: {doing} took more than {seconds}") from None
            if line is None:
                how = self.program.how_it_ended() or "closed its output"
                raise self._given_up(f"{how} instead of {doing}")
            words = line.split()
            if words and not self._is_message(words):
                return words

    def _is_message(self, words: list[str]) -> bool:
        match words:
            case ["info", "string", "error:", *rest]:
                self._complaint = self._complaint or shortened(" ".join(rest), _LONGEST_REMARK)
            case ["info", "string", *rest]:
                self.remark = shortened(" ".join(rest), _LONGEST_REMARK)
            case ["option", "name", *rest]:
                name = rest[: rest.index("type")] if "type" in rest else rest
                if len(self._options) < _MOST_OPTIONS:
                    self._options.add(" ".join(name).lower()[:_LONGEST_OPTION])
            case _:
                return words[0] in ("info", "id", "option")
        return True


def _go(clock: Clock | None) -> str:
    if clock is None:
        return f"go movetime {THINKING}"
    one, two = (int(clock.left(side) * 1000) for side in (1, 2))
    more = int(clock.control.increment * 1000)
    return f"go p1time {one} p2time {two} p1inc {more} p2inc {more}"
