"""The atlases of all games in one Markdown document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gridlock.atlas.entries import Atlas, Entry
from gridlock.atlas.page import bullets, page
from gridlock.rules.room import text_of
from gridlock.words import count

__all__ = ["PATTERNS", "document"]

PATTERNS = "patterns.md"
"""The file in a game's room with what its tables show: a heading, then patterns and theorems in words."""

_DEFAULT_TIME = 10.0  # seconds, as in the command's options

_TITLE = """# Atlas of solved boards

Who wins each game on each board if both sides play perfectly: first what the tables show, then how they were
made and what is open, then the tables.
"""

_SHOWN = """## What the tables show

"Proved" means for boards of every size; the proofs are in `docs/solver.md`. The rest is what the tables show,
without a proof.
"""

_READING = """## How to read the tables

Rows go down, columns across. Player 1 begins.

- `1 in 15`: Player 1 wins, and after 15 moves, those of both sides counted, the other side is stuck, if the
  winner hurries and the loser delays. `2 in 0`: Player 1 cannot even begin.
- `2`: Player 2 wins; in how many moves is open.
- `open`: who wins is open.
- `=`: the same as the board with rows and columns swapped.
- Nothing: not tried, or no board of this game.
"""

_MAKING = """Every board was solved by itself, by a search that knew nothing of the others: first who wins,
then in how many moves. The files that the commands write have a line for each board: what is known (`winner`,
`moves`), how many `nodes` were searched and how many `seconds` it took to find that out, what decided who
wins (`proof`: a search, or a theorem by name), and how many seconds were spent on what is still unknown
(`tried`). The commands go on where they stopped, and try again only what is given more time than before. How
much they find out in the time depends on the machine, and on what else it is doing. `gridlock atlas --check`
solves some of the boards again, in another way.
"""


def document(atlases: Sequence[Atlas], picture: str | None = None) -> str:
    """All pages in one document, with what a reader should know. ``picture`` is the address of a picture."""
    shown = [f"![Who wins on each board]({picture})\n"] if picture is not None else []
    pages = [page(atlas, level=2) for atlas in atlases]
    return "\n".join(
        [_TITLE, *shown, *_patterns(atlases), _READING, _making(atlases), _open(atlases), *pages]
    )


def _patterns(atlases: Sequence[Atlas]) -> Iterator[str]:
    """What the tables show, as the rooms of the games have it."""
    games = dict.fromkeys(atlas.variant.kind for atlas in atlases)
    texts = [text for text in (text_of(game, PATTERNS) for game in games) if text is not None]
    if texts:
        yield _SHOWN
        yield from (f"##{text}" for text in texts)


def _making(atlases: Sequence[Atlas]) -> str:
    commands = [command for atlas in atlases for command in _commands(atlas)]
    commands.append("gridlock atlas --page atlas.md")
    return "\n".join(["## How it was made\n", "```sh", *commands, "```\n", _MAKING, *_longer(atlases)])


def _commands(atlas: Atlas) -> Iterator[str]:
    """The commands that make an atlas again, as far as its entries tell: one for each time that was given."""
    entries = atlas.in_order()
    words = ["gridlock atlas", atlas.variant.game]
    if atlas.variant.stem != atlas.variant.game:
        words += [f"--{name} {value}" for name, value in atlas.variant.options.items()]
    winner_only = [] if any(entry.complete for entry in entries) else ["--winner-only"]
    for number, time in enumerate(_times(atlas)):
        cells = max(entry.cells for entry in entries if not number or entry.tried >= time)
        given = [] if time == _DEFAULT_TIME else [f"--time {time:g}"]
        yield " ".join([*words, f"--max-cells {cells}", *given, *winner_only])


def _times(atlas: Atlas) -> list[float]:
    """The times that were not enough, ascending; if there were none, the usual one."""
    return sorted({entry.tried for entry in atlas.entries.values() if entry.tried}) or [_DEFAULT_TIME]


def _longer(atlases: Sequence[Atlas]) -> Iterator[str]:
    """A paragraph about the boards that took longer than their command allows for both questions."""
    items = [
        f"{atlas.variant.title} {entry.size_text} ({entry.seconds:.0f} seconds)"
        for atlas in atlases
        for entry in atlas.in_order()
        if entry.seconds > 2 * _times(atlas)[-1]
    ]
    if items:
        yield f"Some took longer, in a run that gave them more time: {', '.join(items)}.\n"


def _open(atlases: Sequence[Atlas]) -> str:
    items = [
        *_named(atlases, "who wins", lambda entry: entry.winner is None),
        *_named(atlases, "in how many moves", lambda entry: entry.winner is not None and not entry.complete),
    ]
    known = bullets(items) if items else "Of the boards that were tried, nothing."
    return f"## What is open\n\n{known}\n\nBoards with more cells than those below were not tried.\n"


def _named(atlases: Sequence[Atlas], question: str, applies: Callable[[Entry], bool]) -> list[str]:
    """For each game, the boards to which a question is open, those together that were given the same time."""
    items = []
    for atlas in atlases:
        left = [entry for entry in atlas.in_order() if applies(entry)]
        for time in sorted({entry.tried for entry in left}, reverse=True):
            sizes = [entry.size_text for entry in left if entry.tried == time]
            items.append(f"{atlas.variant.title}, {question}, {_tried(time)}: {', '.join(sizes)}.")
    return items


def _tried(time: float) -> str:
    """How long it was tried to close what is open."""
    if not time:
        return "never asked"
    seconds = f"{time:g} seconds" if time % 1 else count(int(time), "second")
    return f"after {seconds} for each board"
