"""Choosing a game."""

from gridlock.dialogue.console import Console
from gridlock.dialogue.round import Quit
from gridlock.errors import InvalidMove, did_you_mean, excerpt
from gridlock.rules import GAMES, Game
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
