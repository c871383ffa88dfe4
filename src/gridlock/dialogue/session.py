"""A session: choosing a game, and playing rounds of it."""

from __future__ import annotations

from pathlib import Path

from gridlock.clock import TimeControl
from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit, Round, Saver
from gridlock.errors import InvalidMove, did_you_mean, excerpt
from gridlock.match import Match
from gridlock.players import Human, Player
from gridlock.rules import GAMES, Game, Position
from gridlock.saves import Autosave, Resumed
from gridlock.text.headings import game_line
from gridlock.text.names import YOU


def ask_game(console: Console) -> str:
    """Ask which game to play: a number, or the start of a name. Raise Quit if the answer is quit."""
    for number, game in enumerate(GAMES.values(), start=1):
        console.say(f"{number}  {game_line(game)}")
    while True:
        try:
            answer = console.ask("Which game? ").strip().lower()
        except InvalidMove as error:
            console.say(str(error))
            continue
        if answer == "quit":
            raise Quit
        if answer == "help":
            console.say("Type a number or a name, or quit. During a game, help lists more commands.")
            continue
        names = [
            name
            for number, (name, kind) in enumerate(GAMES.items(), start=1)
            if answer == str(number) or (answer and _matches(kind, answer))
        ]
        if len(names) == 1:
            return names[0]
        suggestion = did_you_mean(answer, GAMES)
        console.say(f"{excerpt(answer)} isn't one of these. Type a number or a name.{suggestion}")


def _matches(kind: type[Game], answer: str) -> bool:
    """Whether a game's id or name starts with the answer."""
    return kind.id.startswith(answer) or kind.name.lower().startswith(answer)


class Session:
    """Rounds of one game between people at one keyboard, bots, or both."""

    def __init__(
        self,
        console: Console,
        game: Game,
        players: tuple[Player, Player],
        *,
        start: Position | None = None,
        names: tuple[str, str] | None = None,
        rounds: int = 1,
        swap: bool = False,
        record: Path | None = None,
        control: TimeControl | None = None,
        delay: float = 0.0,
    ) -> None:
        self._console = console
        self.say = console.say
        self._game = game
        self._players = players
        self._start = start
        self._names = names or _default_names(players, swap)
        self._has_names = names is not None
        self._rounds = rounds
        self._swap = swap
        self._control = control
        self._delay = delay
        self._saver = Saver(self.say, record)
        self.autosave: Autosave | None = None
        """The autosave of the current or last match; None if it isn't saved."""

    def resume(self, match: Match, resumed: Resumed | None = None) -> None:
        """Play an unfinished match to its end, and save it in its own file if ``resumed`` is given."""
        self._play(match, self._players, resumed)

    def run(self) -> None:
        """Play all rounds; on Quit and EndOfInput, the match is saved first."""
        wins = [0, 0]
        for number in range(self._rounds):
            seats = (1, 0) if self._swap and number % 2 else (0, 1)
            names = self._names[seats[0]], self._names[seats[1]]
            match = Match(self._game, names, start=self._start, control=self._control)
            self._announce(number + 1, names)
            players = self._players[seats[0]], self._players[seats[1]]
            winner = self._play(match, players)
            wins[seats[winner - 1]] += 1
            if self._rounds == 1 and self._has_names:
                self.say(f"{names[winner - 1]} has won.")
            if self._rounds > 1:
                self.say(f"\nWins: {self._names[0]} {wins[0]}, {self._names[1]} {wins[1]}.\n")
        if self._rounds > 1:
            self._result(wins)

    def _play(self, match: Match, players: tuple[Player, Player], resumed: Resumed | None = None) -> int:
        """Play a round and return the winner; save it if a person plays at a terminal."""
        self.autosave = None
        if self._console.interactive and any(isinstance(player, Human) for player in players):
            self.autosave = Autosave(match, (players[0].name, players[1].name), resumed, self.say)
        try:
            return Round(self._console, match, players, self._saver, delay=self._delay).play()
        finally:
            if self.autosave is not None:
                self.autosave.close()

    def _announce(self, number: int, names: tuple[str, str]) -> None:
        """Announce the seats if the players have names, and the round if there are several."""
        seats = ", ".join(
            f"{name} {'are' if name == YOU else 'is'} Player {side}"
            for side, name in enumerate(names, start=1)
        )
        if self._rounds > 1:
            known = names != ("Player 1", "Player 2")
            self.say(f"Round {number} of {self._rounds}{f': {seats}' if known else ''}.\n")
        elif self._has_names:
            self.say(f"{seats}.\n")

    def _result(self, wins: list[int]) -> None:
        if wins[0] == wins[1]:
            self.say(f"The series is drawn, {wins[0]} to {wins[1]}.")
        else:
            best = 0 if wins[0] > wins[1] else 1
            verb = "win" if self._names[best] == YOU else "wins"
            self.say(f"{self._names[best]} {verb} the series, {wins[best]} to {wins[1 - best]}.")


def _default_names(players: tuple[Player, Player], swap: bool) -> tuple[str, str]:
    """Return the players' default names: a bot has its own, and its opponent is You."""
    if all(isinstance(player, Human) for player in players):
        return ("A", "B") if swap else ("Player 1", "Player 2")
    first, second = (YOU if isinstance(player, Human) else player.name for player in players)
    return (first, second) if first != second else (f"{first} (A)", f"{second} (B)")
