"""The server side of UGI: reads commands and prints answers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from typing import TextIO

import gridlock
from gridlock.engine.go import GoCommand, clock_for
from gridlock.engine.settings import Settings
from gridlock.errors import GridlockError, excerpt
from gridlock.players import Human, InvalidPlayer, Player, make_player
from gridlock.printing import printable
from gridlock.rules import Game, Position
from gridlock.rules.notation import play_texts

_LONGEST_LINE = 10_000  # characters
_KEEPALIVE = 1.0  # seconds between messages while the last move is being chosen


class Players(Enum):
    """Which players the client may select with the option Player."""

    NONE = auto()
    BUILT_IN = auto()
    ANY = auto()


class Server:
    """Answers UGI commands with a player's moves, until ``quit`` or end of input."""

    def __init__(
        self,
        source: TextIO,
        sink: TextIO,
        game: Game,
        player: Player,
        players: Players = Players.BUILT_IN,
    ) -> None:
        self._source = source
        self._sink = sink
        self._settings = Settings(game)
        self._position = game.start()
        self._player = player
        self._players = players
        self._thinking: GoCommand | None = None
        self._writing = threading.Lock()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
        }

    def run(self) -> None:
        """Run commands until ``quit`` or end of input."""
        try:
            while line := self._read_line():
                if len(line) > _LONGEST_LINE:
                    self._print_error(f"Line too long: the limit is {_LONGEST_LINE} characters.")
                    continue
                words = line.split()
                if words == ["quit"]:
                    return
                if words:
                    self._run_command(words)
            self._finish_thinking()
        except BrokenPipeError:  # the client is gone
            pass
        finally:
            self._player.close()

    # Lines --------------------------------------------------------------------------------------

    def _read_line(self) -> str:
        """Read one line; of one that's too long, just enough to detect that."""
        line = rest = self._source.readline(_LONGEST_LINE + 1)
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(_LONGEST_LINE)
        return line

    def _print(self, *lines: str) -> None:
        with self._writing:
            self._sink.write("".join(f"{printable(line)}\n" for line in lines))
            self._sink.flush()

    def _print_error(self, sentence: str) -> None:
        self._print(*(f"info string error: {line}" for line in sentence.splitlines()))

    def _run_command(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        try:
            if command is None:
                known = ", ".join([*self._commands, "quit"])
                raise GridlockError(f"There is no command {excerpt(words[0])}; the commands are {known}.")
            command(words[1:])
        except GridlockError as error:
            self._print_error(str(error))

    # Commands -----------------------------------------------------------------------------------

    def _introduce(self, words: list[str]) -> None:
        options = self._settings.announcements()
        if self._players is not Players.NONE:
            options.append(f"option name Player type string default {self._player.name}")
        name = f"id name Gridlock {gridlock.__version__} ({self._player.name})"
        self._print(name, "id author The Gridlock maintainers", *options, "ugiok")

    def _get_ready(self, words: list[str]) -> None:
        """Load what the player needs for this game, so that its first move isn't slower than the others."""
        if not self._busy:
            with suppress(GridlockError):  # reported when a move is requested
                self._player.get_ready(self._settings.game())
        self._print("readyok")

    def _set_option(self, words: list[str]) -> None:
        self._refuse_if_thinking()
        if words[:1] != ["name"] or "value" not in words:
            raise GridlockError("Usage: setoption name NAME value VALUE.")
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if name.lower() == "player" and self._players is not Players.NONE:
            self._change_player(value)
        elif not self._settings.set(name, value):
            raise GridlockError(f"There is no option {excerpt(name)}.")

    def _change_player(self, text: str) -> None:
        player = make_player(text, programs=self._players is Players.ANY)
        if isinstance(player, Human):
            raise InvalidPlayer("An engine can't be a human; choose another player.")
        self._player.close()
        self._player = player

    def _new_game(self, words: list[str]) -> None:
        self._position = self._settings.game().start()

    def _set_position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        kind, text, moves = words[:1], " ".join(words[1:at]), words[at + 1 :]
        game = self._settings.game()
        if kind == ["startpos"] and not text:
            position = game.start()
        elif kind == ["fen"]:
            position = game.position(text)
        else:
            raise GridlockError("Usage: position startpos [moves ...] or position fen TEXT [moves ...].")
        self._position = play_texts(position, moves)

    def _go(self, words: list[str]) -> None:
        self._refuse_if_thinking()
        try:
            position = self._current()
            outcome = position.outcome()
            if outcome is not None:
                raise GridlockError(f"The game is over: Player {outcome.winner} has won.")
            clock = clock_for(words, position.turn)
        except GridlockError as error:
            self._print_error(str(error))
            self._print("bestmove none")
            return
        self._thinking = GoCommand(
            self._player, position, clock, self._print_result, endless="infinite" in words
        )

    def _stop(self, words: list[str]) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _query(self, words: list[str]) -> None:
        position = self._current()
        outcome = position.outcome()
        match words:
            case ["p1turn"]:
                answer = _bool_text(position.turn == 1)
            case ["gameover"]:
                answer = _bool_text(outcome is not None)
            case ["result"]:
                answer = "none" if outcome is None else f"p{outcome.winner}win"
            case ["islegal", *move]:
                answer = _bool_text(_is_legal(position, " ".join(move)))
            case _:
                raise GridlockError("query takes p1turn, gameover, result or islegal MOVE.")
        self._print(f"response {answer}")

    # Helpers ------------------------------------------------------------------------------------

    def _current(self) -> Position:
        """Return the position; if the game was changed, that is its start."""
        game = self._settings.game()
        if game is not self._position.game:
            self._position = game.start()
        return self._position

    @property
    def _busy(self) -> bool:
        return self._thinking is not None and self._thinking.busy

    def _refuse_if_thinking(self) -> None:
        if self._busy:
            raise GridlockError("Still thinking about the last go; wait for bestmove.")

    def _print_result(self, lines: list[str]) -> None:
        with suppress(OSError, ValueError):  # the client may be gone
            self._print(*lines)

    def _finish_thinking(self) -> None:
        """Answer the last go after the end of input, unless the client is gone."""
        if self._thinking is None:
            return
        self._thinking.stop()
        while not self._thinking.wait(_KEEPALIVE):
            self._print("info string still thinking")


def _is_legal(position: Position, move: str) -> bool:
    try:
        position.parse_move(move)
    except GridlockError:
        return False
    return True


def _bool_text(value: bool) -> str:
    return "true" if value else "false"
