"""Test games for a bot: every kind of game against random moves, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple

from gridlock.clock import Clock, TimeControl
from gridlock.match import Match
from gridlock.players import Player, PlayerFailed, make_player
from gridlock.plural import count
from gridlock.records import Ending
from gridlock.referee import play_out
from gridlock.rules import GAMES, Game, Move, Position, make
from gridlock.text.headings import board_text

_SHORT_CLOCK = TimeControl(10)


class Task(NamedTuple):
    """A game to test a bot with, and its time control, if any."""

    game: Game
    control: TimeControl | None

    def __str__(self) -> str:
        standard = {name: values[0] for name, values in self.game.variants.items()}
        options = [f"{name} {value}" for name, value in self.game.options.items() if value != standard[name]]
        clock = [] if self.control is None else [f"{count(self.control.seconds, 'second', 'g')} a game"]
        return ", ".join([board_text(self.game), *options, *clock])


class Trial(NamedTuple):
    """A bot's game against random moves."""

    task: Task
    seat: int
    """The bot's side."""
    match: Match
    moves: int
    """The number of the bot's moves."""
    slowest: float
    """Seconds for the bot's slowest move, or until it failed."""

    @property
    def problem(self) -> str:
        """Why the bot forfeited or ran out of time; empty if it didn't."""
        outcome, ending = self.match.outcome, self.match.record().ending
        lost = outcome is not None and outcome.winner != self.seat
        return outcome.reason if outcome and lost and ending in (Ending.FORFEIT, Ending.TIME) else ""

    @property
    def won(self) -> bool:
        """Whether the bot won."""
        outcome = self.match.outcome
        return outcome is not None and outcome.winner == self.seat


def tasks_of(id: str | None) -> list[Task]:
    """Return the tasks for one game, or for all: each with its variants and a larger board."""
    return [task for name in (GAMES if id is None else [id]) for task in _tasks(make(name))]


def _tasks(standard: Game) -> Iterator[Task]:
    yield Task(standard, None)
    for name, values in standard.variants.items():
        for value in values[1:]:
            yield Task(make(standard.id, None, None, **{name: value}), None)
    yield Task(make(standard.id, standard.rows + 1, standard.cols + 1), _SHORT_CLOCK)


def plays(player: Player, game: Game) -> bool:
    """Whether a bot plays a game. One that can't say so, or fails to answer, is tried."""
    asked: Callable[[Game], bool] | None = getattr(player, "plays", None)
    try:
        return asked is None or asked(game)
    except PlayerFailed:  # the trial reports it
        return True


def trials(player: Player, task: Task, seed: int) -> Iterator[Trial]:
    """Let a bot play a task in both seats."""
    for seat in (1, 2):
        timed, opponent = _TimedPlayer(player), make_player("random", seed=seed)
        players: tuple[Player, Player] = (timed, opponent) if seat == 1 else (opponent, timed)
        match = Match(task.game, (players[0].name, players[1].name), control=task.control)
        play_out(match, players)
        yield Trial(task, seat, match, timed.moves, timed.slowest)


class _TimedPlayer:
    """Counts a player's moves and times them."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.remark = ""
        self.moves = 0
        self.slowest = 0.0
        self._player = player

    def get_ready(self, game: Game) -> None:
        self._player.get_ready(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        begin = monotonic()
        try:
            move = self._player.choose(position, clock)
        finally:
            self.slowest = max(self.slowest, monotonic() - begin)
        self.moves += 1
        return move

    def close(self) -> None:
        self._player.close()
