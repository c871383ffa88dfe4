"""The page docs/atlas.md: the atlases of all games as one Markdown document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from atlas_tables import earlier, page, sizes_text, table
from gridlock.atlas.entries import Atlas, Entry
from gridlock.atlas.solve import fingerprint
from gridlock.rules.resources import resource

PATTERNS = "patterns.md"
"""The file in a game's package that describes patterns in its tables: a heading, then patterns and theorems.
"""

_DEFAULT_TIME = 10.0  # seconds, as in the command's options

_TITLE = """# Atlas of solved boards

Who wins each game on each board if both sides play perfectly: first what the tables show, then how they were
made and what is open, then the tables.

![Who wins on each board](pictures/atlas.png)
"""

_SHOWN = """## What the tables show

"Proved" means for boards of every size; [the proofs](proofs.md) say why. The rest is what the tables
show, without a proof.
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

_MAKING = """Each board was solved on its own, by a search that knew nothing of the others: first who wins,
then in how many moves. The commands write a file for each game, with a line for each board:

- `winner`, `moves`: what is known.
- `nodes`, `seconds`: how many positions were searched to find that out, and how much processor time it took.
- `time`: how many seconds of processor time the search was given: for what is open, if something is.
- `proof`: what decided who wins, a search or a theorem by name.
- `solved_by`: which version of the search found what is known. `tried_by`: which one ran out of time on what
  is open. A version goes by its fingerprint, which is made from the values and node counts of small boards.

The commands resume where they stopped. They try open boards again if they give them more time than before,
or if the search has changed; `--refresh` also solves again what another version has solved. Processor time
doesn't depend on what else the machine is doing, but it does depend on the machine: another one may solve a
few boards more or fewer in the same time. The table of the search grows while it runs, so the node counts of
long searches differ a little from run to run. `gridlock atlas --check` solves some of the boards again, in
another way.
"""


def document(atlases: Sequence[Atlas]) -> str:
    """Return all pages as one document with an introduction."""
    pages = [page(atlas, level=2) for atlas in atlases]
    return "\n".join([_TITLE, *_patterns(atlases), _READING, _how_made(atlases), _open(atlases), *pages])


def _patterns(atlases: Sequence[Atlas]) -> Iterator[str]:
    """The patterns of each game."""
    games = dict.fromkeys(atlas.variant.kind for atlas in atlases)
    texts = [text for text in (resource(game, PATTERNS) for game in games) if text is not None]
    if texts:
        yield _SHOWN
        yield from (f"##{text}" for text in texts)


def _how_made(atlases: Sequence[Atlas]) -> str:
    commands = [command for atlas in atlases for command in _commands(atlas)]
    commands.append("python scripts/docs.py")
    return "\n".join(["## How it was made\n", "```sh", *commands, "```\n", _MAKING, *_exceptions(atlases)])


def _commands(atlas: Atlas) -> Iterator[str]:
    """The commands that reproduce an atlas: one for all boards, then those with more time."""
    entries = _of_this_search(atlas)
    words = ["gridlock atlas", atlas.variant.game]
    if atlas.variant.stem != atlas.variant.game:
        words += [f"--variant {name}={value}" for name, value in atlas.variant.options.items()]
    winner_only = [] if any(entry.complete for entry in entries) else ["--winner-only"]
    times = sorted({entry.time for entry in entries})
    cells = max(entry.cells for entry in atlas.entries.values())
    yield " ".join([*words, f"--max-cells {cells}", *_time_option(times[0]), *winner_only])
    for time in times[1:]:
        needed = [entry for entry in entries if entry.time == time and _needs_more(entry, times[0])]
        if needed:
            sizes = [f"--size {entry.size_text}" for entry in needed]
            yield " ".join([*words, *sizes, *_time_option(time), *winner_only])


def _of_this_search(atlas: Atlas) -> list[Entry]:
    """The entries that this version of the search worked on, or all if there are none."""
    current = fingerprint(atlas.variant)
    entries = atlas.in_order()
    return [entry for entry in entries if current in (entry.solved_by, entry.tried_by)] or entries


def _time_option(time: float) -> list[str]:
    return [] if time == _DEFAULT_TIME else [f"--time {time:g}"]


def _needs_more(entry: Entry, time: float) -> bool:
    """Whether a run with this time limit couldn't have produced the entry."""
    return not entry.complete or entry.seconds > time


def _exceptions(atlases: Sequence[Atlas]) -> Iterator[str]:
    """Paragraphs about values that the commands may not reproduce."""
    old = [(atlas, earlier(atlas)) for atlas in atlases]
    if any(entries for _, entries in old):
        yield (
            "These values were found by an earlier version of the search, so their nodes and seconds "
            f"can't be compared with the others: {_list_boards(old)}.\n"
        )
    longer = [(atlas, [entry for entry in atlas.solved() if _is_longer(entry, atlas)]) for atlas in atlases]
    if any(entries for _, entries in longer):
        yield f"These took longer, in a run that gave them more time: {_list_boards(longer)}.\n"


def _is_longer(entry: Entry, atlas: Atlas) -> bool:
    """Whether a value took a run with more time. (Searches may overrun their time limit a little.)"""
    return entry.solved_by == fingerprint(atlas.variant) and entry.seconds > entry.time + 1


def _list_boards(boards: Sequence[tuple[Atlas, Sequence[Entry]]]) -> str:
    return "; ".join(f"{atlas.variant.title} {sizes_text(entries)}" for atlas, entries in boards if entries)


def _open(atlases: Sequence[Atlas]) -> str:
    lines = [
        *_questions(atlases, "who wins", lambda entry: entry.winner is None),
        *_questions(atlases, "how many moves", lambda entry: entry.winner is not None and not entry.complete),
    ]
    text = "Of the boards that were tried, nothing."
    if lines:
        text = table(["game", "open", "seconds given", "boards"], lines)
    return f"## What is open\n\n{text}\n\nBoards with more cells than those below were not tried.\n"


def _questions(
    atlases: Sequence[Atlas], question: str, applies: Callable[[Entry], bool]
) -> Iterator[list[str]]:
    """For each game, the boards where a question is open, grouped by the time they were given."""
    for atlas in atlases:
        entries = [entry for entry in atlas.in_order() if applies(entry)]
        times = {entry: entry.time if entry.tried_by else 0.0 for entry in entries}
        for time in sorted(set(times.values())):
            boards = sizes_text(entry for entry in entries if times[entry] == time)
            yield [atlas.variant.title, question, f"{time:g}" if time else "not asked", boards]
