"""Atlas entries, one per board, stored in a CSV file per game."""

from __future__ import annotations

import csv
import io
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gridlock.board import MAX_CELLS
from gridlock.errors import GridlockError
from gridlock.files import Lock, read_text, sweep, write_whole
from gridlock.rules.variant import Variant, variants

Shape = tuple[int, int]
"""Rows and columns."""

DIGITS = 8
"""The number of hexadecimal digits of a search fingerprint."""


class Entry(NamedTuple):
    """The results for one board. The field names are the columns of the file."""

    game: str
    variant: str
    rows: int
    cols: int
    winner: int | None
    """None if it is open."""
    moves: int | None
    """None if only the winner is known."""
    nodes: int
    """The number of nodes searched for the known results."""
    seconds: float
    """The processor time that took."""
    time: float
    """The time limit of the search, in processor time; if something is open, of the search for that."""
    proof: str
    """What decided the winner: ``search``, the name of a theorem, or ``none``."""
    solved_by: str
    """The fingerprint of the search that found the known results; empty if there are none."""
    tried_by: str
    """The fingerprint of the search that ran out of time; empty if nothing is open, or if only the winner was
    searched.
    """

    @property
    def game_variant(self) -> Variant:
        """The game and its variant."""
        return Variant(self.game, self.variant)

    @property
    def shape(self) -> Shape:
        """Rows and columns."""
        return self.rows, self.cols

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def size_text(self) -> str:
        """The size as text: ``5x5``."""
        return f"{self.rows}x{self.cols}"

    @property
    def complete(self) -> bool:
        """Whether the winner and the number of moves are known."""
        return self.moves is not None

    @property
    def open_seconds(self) -> float:
        """The processor time spent on what is still open."""
        if not self.tried_by:
            return 0.0
        return max(0.0, self.time - self.seconds) if self.tried_by == self.solved_by else self.time

    def contradicts(self, another: Entry) -> bool:
        """Whether another entry for the same board has a different winner or number of moves."""
        return any(
            None not in values and values[0] != values[1]
            for values in ((self.winner, another.winner), (self.moves, another.moves))
        )

    @property
    def value(self) -> str:
        """The value as text: ``1 in 15``, ``2`` or ``open``."""
        if self.winner is None:
            return "open"
        return str(self.winner) if self.moves is None else f"{self.winner} in {self.moves}"


@dataclass
class Atlas:
    """The entries of one game."""

    variant: Variant
    path: Path
    """The file of the entries."""
    entries: dict[Shape, Entry] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Add an entry and write the file, merging entries that other processes have written."""
        with Lock(self.path):
            if self.path.exists():
                self._merge(_read(self.path, self.variant))
            self._merge({entry.shape: entry})
            write_whole(self.path, self.to_csv())

    def _merge(self, entries: dict[Shape, Entry]) -> None:
        """Merge entries that know at least as much as ours. They must not contradict them."""
        for shape, entry in entries.items():
            old = self.entries.get(shape)
            if old is not None and entry.contradicts(old):
                raise GridlockError(
                    f"{entry.size_text} is {old.value} in {self.path}, but {entry.value} by another search: "
                    "one of them is wrong."
                )
            self.entries[shape] = better(entry, old)

    def in_order(self) -> list[Entry]:
        """The entries sorted by number of cells, then by rows."""
        return sorted(self.entries.values(), key=lambda entry: (entry.cells, entry.rows))

    def solved(self) -> list[Entry]:
        """The entries with a known winner, in order."""
        return [entry for entry in self.in_order() if entry.winner is not None]

    def to_csv(self) -> str:
        """The entries as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(Entry._fields)
        writer.writerows(self.in_order())
        return text.getvalue()


def better(new: Entry, old: Entry | None) -> Entry:
    """Return the entry that knows more; if both know the same, the new one.

    What is open in both was last tried by the newer search, and for the longer time if the search is the
    same.
    """
    if old is None:
        return new
    news, olds = ((entry.winner is None, entry.moves is None) for entry in (new, old))
    best = new if news <= olds else old
    if best.complete:
        return best
    if new.tried_by == old.tried_by:
        return best._replace(time=max(new.time, old.time))
    last = new if new.tried_by else old
    return best._replace(time=last.time, tried_by=last.tried_by)


def open_atlas(folder: Path, variant: Variant) -> Atlas:
    """Open the atlas of a game in a folder; it is empty if there is no file yet."""
    path = folder / f"{variant.stem}.csv"
    atlas = Atlas(variant, path)
    sweep(folder)
    if path.exists():
        atlas.entries = _read(path, variant)
    return atlas


def open_atlases(folder: Path) -> list[Atlas]:
    """Open the atlases in a folder; there must be at least one."""
    atlases = [open_atlas(folder, variant) for variant in variants()]
    atlases = [atlas for atlas in atlases if atlas.entries]
    if not atlases:
        hint = f"Create one with 'gridlock atlas ID --out {folder}'."
        raise GridlockError(f"There is no atlas in {folder}. {hint}")
    return atlases


def _read(path: Path, variant: Variant) -> dict[Shape, Entry]:
    try:
        header, *lines = csv.reader(io.StringIO(read_text(path)), strict=True)
    except (csv.Error, ValueError):  # not text, not CSV, or empty
        header, lines = [], []
    if header != list(Entry._fields):
        raise GridlockError(f"{path} is not an atlas: its first line is not {','.join(Entry._fields)}.")
    entries: dict[Shape, Entry] = {}
    for number, line in enumerate(lines, start=2):
        entry = _entry(line)
        if entry is None or entry.game_variant != variant or entry.shape in entries:
            raise GridlockError(
                f"{path}, line {number}, isn't an entry of {variant.title}, or repeats a board."
            )
        entries[entry.shape] = entry
    return entries


def _entry(line: list[str]) -> Entry | None:
    """Parse an entry; None if it's invalid."""
    try:
        game, variant, rows, cols, winner, moves, nodes, seconds, time, *texts = line
        proof, solved_by, tried_by = texts
        entry = Entry(
            game, variant, int(rows), int(cols), int(winner) if winner else None,
            int(moves) if moves else None, int(nodes), float(seconds), float(time), proof,
            solved_by, tried_by,
        )  # fmt: skip
        entry.game_variant.on(entry.rows, entry.cols)
    except (KeyError, ValueError):  # no such game, number or board
        return None
    return entry if _is_sound(entry) else None


def _is_sound(entry: Entry) -> bool:
    return (
        entry.winner in (1, 2, None)
        and (entry.moves is None or (entry.winner is not None and 0 <= entry.moves <= entry.cells))
        and (entry.winner is None) == (entry.proof == "none")
        and entry.proof.isalpha()
        and entry.nodes >= 0
        and all(math.isfinite(time) and time >= 0 for time in (entry.seconds, entry.time))
        and all(re.fullmatch(rf"([0-9a-f]{{{DIGITS}}})?", text) for text in (entry.solved_by, entry.tried_by))
        and (entry.winner is None) == (not entry.solved_by)
        and not (entry.complete and entry.tried_by)
        and bool(entry.solved_by or entry.tried_by)
    )


def boards(variant: Variant, max_cells: int = MAX_CELLS) -> list[Shape]:
    """The boards to solve, by number of cells, then rows; of two equivalent boards only the wide one."""
    return [
        (rows, cells // rows)
        for cells in range(1, max_cells + 1)
        for rows in range(1, cells + 1)
        if cells % rows == 0
        and (rows <= cells // rows or not variant.transposable)
        and variant.can_be_on(rows, cells // rows)
    ]


def board_of(variant: Variant, rows: int, cols: int) -> Shape:
    """The board whose entry covers this size; InvalidGame if the size isn't possible."""
    variant.on(rows, cols)
    return (cols, rows) if variant.transposable and rows > cols else (rows, cols)
