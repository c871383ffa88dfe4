"""The atlas of one game as Markdown: its tables and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gridlock.atlas.entries import Atlas, Entry
from gridlock.atlas.solve import fingerprint
from gridlock.rules import GAMES

SAME = "="
"""Stands for a board with the value of the one with rows and columns swapped."""

_LONG = 10  # the most rows and columns of a grid; longer boards get a table of their own


def page(atlas: Atlas, level: int = 1) -> str:
    """Return the page of one game, with its heading at this level."""
    parts = [f"{'#' * level} {atlas.variant.title}", GAMES[atlas.variant.game].summary, *_tables(atlas)]
    if atlas.variant.transposable:
        swapped = "the same as the board with rows and columns swapped"
        parts.append(f"`{SAME}`: {swapped}, as is every board with more rows than columns.")
    return "\n\n".join([*parts, _bullets(_totals(atlas))]) + "\n"


def same_as_another(atlas: Atlas, rows: int, cols: int) -> bool:
    """Whether a board has no entry because the one with rows and columns swapped has one."""
    return atlas.variant.transposable and rows > cols and (cols, rows) in atlas.entries


def _tables(atlas: Atlas) -> Iterable[str]:
    """The grid of boards, and a table of those too long for it."""
    near = [entry for entry in atlas.entries.values() if max(entry.shape) <= _LONG]
    if near:
        yield _grid(atlas, near)
    far = [entry for entry in atlas.entries.values() if max(entry.shape) > _LONG]
    if far:
        yield "Longer boards, N rows or columns long:"
        yield _long_table(far)


def _grid(atlas: Atlas, entries: Sequence[Entry]) -> str:
    cols = max(entry.cols for entry in entries)
    rows = max(entry.rows for entry in entries)
    lines = [
        [str(row), *(_cell(atlas, row, col) for col in range(1, cols + 1))] for row in range(1, rows + 1)
    ]
    return table(["rows x columns", *map(str, range(1, cols + 1))], lines)


def _cell(atlas: Atlas, rows: int, cols: int) -> str:
    entry = atlas.entries.get((rows, cols))
    if entry is not None:
        return entry.value
    return SAME if same_as_another(atlas, rows, cols) else ""


def _long_table(entries: Sequence[Entry]) -> str:
    """A row for each length, a column for each width, wide boards first."""
    values = {(max(entry.shape), _breadth(entry)): entry.value for entry in entries}
    lengths = sorted({length for length, _ in values})
    breadths = sorted({breadth for _, breadth in values})
    lines = [
        [str(length), *(values.get((length, breadth), "") for breadth in breadths)] for length in lengths
    ]
    return table(["N", *breadths], lines)


def _breadth(entry: Entry) -> str:
    """The shape without its length: ``2xN`` or ``Nx2``."""
    return f"{entry.rows}xN" if entry.rows < entry.cols else f"Nx{entry.cols}"


def table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Format a Markdown table."""
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _totals(atlas: Atlas) -> list[str]:
    entries, solved = atlas.in_order(), atlas.solved()
    totals = [f"Boards: {len(entries)}, up to {max(entry.cells for entry in entries)} cells."]
    for side in (1, 2):
        totals.append(f"Won by Player {side}: {sum(entry.winner == side for entry in solved)}.")
    proofs = Counter(entry.proof for entry in solved)
    if proofs:
        decided = ", ".join(f"{name} {count}" for name, count in sorted(proofs.items()))
        totals.append(f"Decided by: {decided}.")
    totals.append(f"Open: {len(entries) - len(solved)}.{_largest(solved)}")
    nodes, seconds = sum(entry.nodes for entry in entries), sum(entry.seconds for entry in entries)
    tried = sum(entry.open_seconds for entry in entries)
    more = f", and {tried:,.1f} more on what is still open" if tried else ""
    totals.append(f"Searched: {nodes:,} nodes in {seconds:,.1f} seconds{more}.")
    old = earlier(atlas)
    if old:
        totals.append(f"Nodes and seconds of an earlier version of the search: {sizes_text(old)}.")
    return totals


def earlier(atlas: Atlas) -> list[Entry]:
    """The entries solved by another version of the search, in order."""
    current = fingerprint(atlas.variant)
    return [entry for entry in atlas.solved() if entry.solved_by != current]


def sizes_text(entries: Iterable[Entry]) -> str:
    """List board sizes, with runs abbreviated: ``1x3, 2x4 to 2x7``."""
    runs: list[list[Entry]] = []
    for entry in sorted(entries, key=lambda entry: entry.shape):
        if runs and runs[-1][-1].shape == (entry.rows, entry.cols - 1):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return ", ".join(_run_text(run) for run in runs)


def _run_text(run: Sequence[Entry]) -> str:
    sizes = [entry.size_text for entry in run]
    return f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 2 else ", ".join(sizes)


def _largest(solved: Sequence[Entry]) -> str:
    """The solved boards with the most cells."""
    if not solved:
        return ""
    largest = [entry.size_text for entry in solved if entry.cells == solved[-1].cells]
    return f" Largest solved: {', '.join(largest)}."
