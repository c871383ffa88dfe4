"""The atlases of all games in one Markdown document."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridlock.atlas.entries import Atlas, Entry
from gridlock.atlas.page import bullets, page

__all__ = ["document"]

_DEFAULT_TIME = 10.0  # seconds, as in the command's options

_READING = """## How to read it

Rows go down, columns across. Player 1 begins.

- `1 in 15`: Player 1 wins, and after 15 moves the other side is stuck, if the winner hurries and the loser
  delays. `2 in 0`: Player 1 cannot even begin.
- `2`: Player 2 wins; in how many moves is open.
- `open`: who wins is open, as the search ran out of time.
- `=`: the same as the board with rows and columns swapped.
- Nothing: not tried, or no board of this game.
"""

_MAKING = """Every board was solved by itself, by a search that knew nothing of the others. The files that
these commands write hold for each board also the nodes that were searched, the seconds it took, and what
decided who wins: a search, or a theorem by name. The commands go on where they stopped, and solve again only
what is open and is given more time; how much they find out in the time depends on the machine.
"""


def document(atlases: Sequence[Atlas], picture: str | None = None) -> str:
    """All pages in one document, with what a reader should know. ``picture`` is the address of a picture."""
    title = "# Atlas of solved boards\n\nWho wins each game on each board if both sides play perfectly.\n"
    shown = [f"![Who wins on each board]({picture})\n"] if picture is not None else []
    pages = [page(atlas, level=2) for atlas in atlases]
    return "\n".join([title, *shown, _READING, _making(atlases), _open(atlases), *pages])


def _making(atlases: Sequence[Atlas]) -> str:
    commands = [*map(_command, atlases), "gridlock atlas --check", "gridlock atlas --page atlas.md"]
    return "\n".join(["## How it was made\n", "```sh", *commands, "```\n", _MAKING])


def _command(atlas: Atlas) -> str:
    """The command that makes an atlas again, as far as its entries tell."""
    entries = atlas.in_order()
    words = ["gridlock atlas", atlas.variant.game]
    if atlas.variant.stem != atlas.variant.game:
        words += [f"--{name} {value}" for name, value in atlas.variant.options.items()]
    words.append(f"--max-cells {max(entry.cells for entry in entries)}")
    winner_only = all(entry.moves is None for entry in entries)
    stopped = [
        entry for entry in entries if entry.winner is None or (entry.moves is None and not winner_only)
    ]
    time = max((entry.seconds for entry in stopped), default=_DEFAULT_TIME)
    if time != _DEFAULT_TIME:
        words.append(f"--time {time:g}")
    if winner_only:
        words.append("--winner-only")
    return " ".join(words)


def _open(atlases: Sequence[Atlas]) -> str:
    items = [
        *_named(atlases, "who wins", lambda entry: entry.winner is None),
        *_named(atlases, "in how many moves", lambda entry: entry.winner is not None and entry.moves is None),
    ]
    known = bullets(items) if items else "Of the boards that were tried, none."
    return f"## What is open\n\n{known}\n\nBoards with more cells than those below were not tried.\n"


def _named(atlases: Sequence[Atlas], question: str, applies: Callable[[Entry], bool]) -> list[str]:
    """For each game, the boards to which a question is open."""
    items = []
    for atlas in atlases:
        sizes = [entry.size_text for entry in atlas.in_order() if applies(entry)]
        if sizes:
            items.append(f"{atlas.variant.title}, {question}: {', '.join(sizes)}.")
    return items
