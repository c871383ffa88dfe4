"""What a dataset contains, as pure data: the same plan always gives the same rows."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple

import gridlock
from gridlock.errors import GridlockError, InvalidChoice
from gridlock.players import PlayerSpec, make_player
from gridlock.rules import Game, make_with
from gridlock.rules.variant import Variant

DEFAULT_LIMIT = 10_000_000
"""The most positions, unless you choose another limit."""

PERFECT = "perfect"


class Plan(NamedTuple):
    """The positions of a dataset: all of them, or a sample from games."""

    game: Game
    sample: int | None = None
    """The number of positions; None for every reachable one."""
    play: str = "random"
    """Who plays the games of a sample: ``random``, ``perfect``, a level or another built-in player."""
    after: int = 0
    """In a sample, leave out positions with fewer moves than this: on big boards they take too long to solve.
    """
    seed: int = 1
    """The seed of a sample."""
    limit: int = DEFAULT_LIMIT
    """Refuse to make more positions than this."""

    def check(self) -> None:
        """Raise GridlockError if the plan can't be carried out."""
        if self.sample is None:
            return
        if self.sample > self.limit:
            raise InvalidChoice(
                f"{self.sample:,} positions are more than the limit of {self.limit:,}: raise it with --limit."
            )
        spec = PlayerSpec.parse(self.play)
        make_player(self.play, seed=self.seed)
        if spec.kind == "human" or spec.is_program:
            raise InvalidChoice("Only built-in bots can play the games of a sample.")

    @property
    def parameters(self) -> dict[str, Any]:
        """The plan as JSON: everything that the rows depend on."""
        game = self.game
        parameters: dict[str, Any] = {"game": game.id, "size": game.size_text, "options": game.options}
        if self.sample is not None:
            names = ("sample", "play", "after", "seed")
            parameters |= {name: getattr(self, name) for name in names}
        return parameters

    @property
    def fingerprint(self) -> str:
        """A hash of the plan, the program's version and the game's source."""
        source = Path(sys.modules[type(self.game).__module__].__file__ or "")
        text = json.dumps([gridlock.__version__, self.parameters, source.read_text(encoding="utf-8")])
        return hashlib.sha256(text.encode()).hexdigest()

    def command(self, out: str) -> str:
        """The command that makes this dataset."""
        words = ["gridlock", "dataset", self.game.id, "--size", self.game.size_text]
        if not Variant.of(self.game).standard:
            words += [
                word for name, value in self.game.options.items() for word in ("--variant", f"{name}={value}")
            ]
        if self.sample is not None:
            words += ["--sample", str(self.sample), "--play", self.play, "--seed", str(self.seed)]
            words += ["--after", str(self.after)] if self.after else []
        words += ["--limit", str(self.limit)] if self.limit != DEFAULT_LIMIT else []
        return shlex.join([*words, "--out", out])


def game_of(parameters: object) -> Game:
    """Return the game that a plan's parameters describe; GridlockError if they are invalid."""
    try:
        size = parameters["size"].split("x")  # type: ignore[index]
        return make_with(parameters["game"], int(size[0]), int(size[1]), parameters["options"])  # type: ignore[index]
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, GridlockError):
            raise
        raise GridlockError("The file doesn't say which game it is about.") from None
