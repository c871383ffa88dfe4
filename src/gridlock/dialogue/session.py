"""A sitting: which game to play, and rounds of it between two players."""

from __future__ import annotations

from pathlib import Path

from gridlock.clock import TimeControl
from gridlock.dialogue.console import Console
from gridlock.dialogue.round import YOU, Quit, Round, Saver
from gridlock.errors import InvalidMove, did_you_mean, excerpt
from gridlock.match import Match
from gridlock.players import Human, Player
from gridlock.rules import GAMES, Game, Position
from gridlock.saves import Autosave, Resumed
from gridlock.text.headings import game_line


def ask_game(console: Console) -> str:
    """Ask which game to play; a number, a name or its beginning will do. Quit if that is the answer."""
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
            console.say("Type a number or a name, or quit. Once a game has begun, help tells you more.")
            continue
        found = [
            name
            for number, (name, kind) in enumerate(GAMES.items(), start=1)
            if answer == str(number) or (answer and _is_called(kind, answer))
        ]
        if len(found) == 1:
            return found[0]
        meant = did_you_mean(answer, GAMES)
        console.say(f"{excerpt(answer)} is none of these: type a number or a name.{meant}")


def _is_called(kind: type[Game], answer: str) -> bool:
    """Whether a game's id or name begins like this."""
    return kind.id.startswith(answer) or kind.name.lower().startswith(answer)


class Session:
    """Rounds of one game, played by people at one keyboard or by bots."""

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
        self._named = names is not None  # by somebody
        self._rounds = rounds
        self._swap = swap
        self._control = control
        self._delay = delay
        self._saver = Saver(self.say, record)
        self.autosave: Autosave | None = None
        """What saves the match that is being played, or was played last; None if nothing does."""

    def go_on(self, match: Match, resumed: Resumed | None = None) -> None:
        """Play an unfinished match to its end; a resumed one is saved where it was."""
        self._play(match, self._players, resumed)

    def run(self) -> None:
        """Play all rounds; Quit and EndOfInput pass through, with everything saved."""
        wins = [0, 0]
        for number in range(self._rounds):
            seats = (1, 0) if self._swap and number % 2 else (0, 1)
            names = self._names[seats[0]], self._names[seats[1]]
            match = Match(self._game, names, start=self._start, control=self._control)
            self._announce(number + 1, names)
            players = self._players[seats[0]], self._players[seats[1]]
            winner = self._play(match, players)
            wins[seats[winner - 1]] += 1
            if self._rounds == 1 and self._named:
                self.say(f"{names[winner - 1]} has won.")
            if self._rounds > 1:
                self.say(f"\nWins: {self._names[0]} {wins[0]}, {self._names[1]} {wins[1]}.\n")
        if self._rounds > 1:
            self._result(wins)

    def _play(self, match: Match, players: tuple[Player, Player], resumed: Resumed | None = None) -> int:
        """Play a round; the winner. What a person plays at a terminal is saved, so that it can be resumed."""
        self.autosave = None
        if self._console.typed and any(isinstance(player, Human) for player in players):
            self.autosave = Autosave(match, (players[0].name, players[1].name), resumed, self.say)
        try:
            return Round(self._console, match, players, self._saver, delay=self._delay).play()
        finally:
            if self.autosave is not None:
                self.autosave.close()

    def _announce(self, number: int, names: tuple[str, str]) -> None:
        """Say who sits where, if that is known, and which round it is, if there are several."""
        seats = ", ".join(
            f"{name} {'are' if name == YOU else 'is'} Player {side}"
            for side, name in enumerate(names, start=1)
        )
        if self._rounds > 1:
            known = names != ("Player 1", "Player 2")
            self.say(f"Round {number} of {self._rounds}{f': {seats}' if known else ''}.\n")
        elif self._named:
            self.say(f"{seats}.\n")

    def _result(self, wins: list[int]) -> None:
        if wins[0] == wins[1]:
            self.say(f"The series is drawn, {wins[0]} to {wins[1]}.")
        else:
            best = 0 if wins[0] > wins[1] else 1
            won = "win" if self._names[best] == YOU else "wins"
            self.say(f"{self._names[best]} {won} the series, {wins[best]} to {wins[1 - best]}.")


def _default_names(players: tuple[Player, Player], swap: bool) -> tuple[str, str]:
    """What two players are called if nobody has said so: a bot by its own name, and its opponent You."""
    if all(isinstance(player, Human) for player in players):
        return ("A", "B") if swap else ("Player 1", "Player 2")
    first, second = (YOU if isinstance(player, Human) else player.name for player in players)
    return (first, second) if first != second else (f"{first} (A)", f"{second} (B)")
