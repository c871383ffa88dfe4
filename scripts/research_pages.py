"""Write the pages of docs/research that the program can fill in: one for each game, on the same skeleton."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gridlock import GAMES, Game
from gridlock.atlas import known
from gridlock.rules import FIVE
from gridlock.rules.variant import Variant, variants
from gridlock.search.reachable import PositionSet, symmetry_classes

FOLDER = Path(__file__).parent.parent / "docs" / "research"

EXTRA = {
    "spread": "empty",
    "crossfire": "empty",
    "lightcycle": "the walls",
    "trail": "the last marker placed",
    "blockade": "the blocked cells",
}
"""What the third word of a position holds."""

NUMBERING = {
    "spread": "Action `a` puts a token on cell `a`.",
    "crossfire": "Action `a` puts a token on cell `a`.",
    "lightcycle": "Action `a` is a step.",
    "trail": "Action `a` puts a marker on cell `a`.",
    "blockade": "Action `8 * s + d` is step `s` (up, down, left, right), then a block next to the new\n"
    "place, in direction `d`, clockwise from north.",
}
"""How the actions are numbered."""

_SIZES = ((3, 3), (4, 4), (5, 5))
_LIMIT = 3_000_000
_SHOWN = 4  # actions at the start of the list

_PAGE = """# {name}

{summary}
[The rules](../rules.md) have the details. What holds for every game is in
[actions and observations](actions-and-observations.md).

## Actions

{actions}

## Observation

Six planes of {rows} rows and {cols} columns: `mine` and `theirs` are the {piece}s of the two sides,
seen from the side to move. `extra` is {extra}.

## Rewards

1 for the winner and -1 for the loser when the game ends, 0 before. There are no draws.

## End

{end}

## Version

`gridlock/{id}-v0`. Any visible change of actions, observations or rewards gets a new version.

## Size of the state space, and who wins

Positions that can be reached from the start, with whose turn it is, and their classes under the
{symmetries} symmetries of the board that preserve the rules, the identity included. The value is that of the
start with best play on both sides: the winner, and after how many moves the other side is stuck.

{table}
"""


_PASSES = """A side that can't move passes as long as the other can, so the same side may move several times
in a row. The game ends when neither can move; the side that moved last has won. A stuck side stays stuck, so
the winner is known, and the distance counted, as soon as a side can't move on its turn."""


class Size(NamedTuple):
    """The state space of a board."""

    positions: int
    classes: int
    complete: bool
    """False if there are more positions than were counted."""


def state_space(game: Game) -> Size:
    """Count the positions of a board and their symmetry classes."""
    positions = PositionSet(game)
    complete = positions.add_reachable(_LIMIT)
    classes = len(np.unique(symmetry_classes(game, positions.words))) if complete else 0
    return Size(len(positions), classes, complete)


def page(id: str) -> str:
    """Return the page of a game."""
    kind = GAMES[id]
    game = Variant(id, ",".join(values[0] for values in kind.variants.values())).on(*kind.size)
    return _PAGE.format(
        name=kind.name, summary=kind.summary, actions=_actions(game), rows=game.rows, cols=game.cols,
        piece=kind.piece, extra=EXTRA[id], end=_end(game), id=id.capitalize(),
        symmetries=len(game.symmetries), table="\n".join(_table(id)),
    )  # fmt: skip


def _actions(game: Game) -> str:
    centre = game.rows // 2 * game.cols + game.cols // 2
    own = 1 << centre if game.names_depend_on_place else 0
    names = [f"`{action}` is `{game.name_move(own, action)}`" for action in range(game.actions)]
    listed = names if len(names) <= _SHOWN else [*names[:_SHOWN], f"and so on to {names[-1]}"]
    where = f" from {game.show_cell(centre)}" if game.names_depend_on_place else ""
    return f"{game.actions} actions. {NUMBERING[game.id]}\nOn {game.size_text}{where}, {', '.join(listed)}."


def _end(game: Game) -> str:
    if game.passes:
        return _PASSES
    return "A side that can't move on its turn has lost."


def _table(id: str) -> Iterator[str]:
    yield "| board | positions | symmetry classes | value of the start |"
    yield "|---|---|---|---|"
    for variant in (variant for variant in variants() if variant.game == id):
        for rows, cols in _SIZES:
            game = variant.on(rows, cols)
            size, value = state_space(game), known(game)
            options = "" if variant.standard else f", {variant.values}"
            count = f"{size.positions:,}" if size.complete else f"more than {_LIMIT:,}"
            classes = f"{size.classes:,}" if size.complete else ""
            winner = "open" if value is None else f"Player {value.winner} in {value.moves}"
            yield f"| {game.size_text}{options} | {count} | {classes} | {winner} |"


def main() -> None:
    """Write the pages."""
    for name in FIVE:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
