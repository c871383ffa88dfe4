"""The server's options: the game and its board."""

from __future__ import annotations

from gridlock.board import make_board, read_size
from gridlock.errors import InvalidGame, excerpt
from gridlock.rules import GAMES, Game, make

_STANDARD = "standard"


class Settings:
    """The options ``Game``, ``Size`` and the games' own, set in any order."""

    def __init__(self, game: Game) -> None:
        size = _STANDARD if (game.rows, game.cols) == game.size else game.size_text
        self._values = {"Game": game.id, "Size": size}
        self._variants = {
            name.capitalize(): (name, values)
            for kind in GAMES.values()
            for name, values in kind.variants.items()
        }
        for option, (name, values) in self._variants.items():
            self._values[option] = game.options.get(name, values[0])

    def announcements(self) -> list[str]:
        """Return the ``option`` lines of the protocol, with the current values."""
        lines = [_combo("Game", self._values["Game"], tuple(GAMES))]
        lines.append(f"option name Size type string default {self._values['Size']}")
        variants = self._variants.items()
        return lines + [_combo(option, self._values[option], values) for option, (_, values) in variants]

    def set(self, option: str, value: str) -> bool:
        """Set an option; return whether it exists."""
        name = option.capitalize()
        if name not in self._values:
            return False
        if name == "Game":
            _check_among(name, value, tuple(GAMES))
        elif name in self._variants:
            _check_among(name, value, self._variants[name][1])
        elif value != _STANDARD:
            make_board(*read_size(value))  # raises an error for an impossible board
        self._values[name] = value
        return True

    def game(self) -> Game:
        """Return the selected game; InvalidGame if it has no such board."""
        chosen, size = self._values["Game"], self._values["Size"]
        rows, cols = (None, None) if size == _STANDARD else read_size(size)
        options = {
            name: self._values[option]
            for option, (name, _) in self._variants.items()
            if name in GAMES[chosen].variants
        }
        return make(chosen, rows, cols, **options)


def _combo(name: str, value: str, values: tuple[str, ...]) -> str:
    return f"option name {name} type combo default {value}" + "".join(f" var {each}" for each in values)


def _check_among(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        raise InvalidGame(f"{name} must be one of {', '.join(values)}, not {excerpt(value)}.")
