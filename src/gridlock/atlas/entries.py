"""What an atlas holds: one entry a board, in a CSV file a game."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gridlock.atlas.boards import Shape
from gridlock.errors import GridlockError
from gridlock.files import Lock, read_text, sweep, write_whole
from gridlock.rules.variant import Variant, variants

__all__ = ["Atlas", "Entry", "better", "open_atlas", "open_atlases"]


class Entry(NamedTuple):
    """What is known of one board. The names of the fields are the columns of the file."""

    game: str
    variant: str
    rows: int
    cols: int
    winner: int | None
    """None if it is open."""
    moves: int | None
    """None if only the winner is known."""
    nodes: int
    """How many positions were looked at to find out what is known."""
    seconds: float
    """How long that took."""
    tried: float
    """How many seconds were spent on what is still unknown: 0 if all is known, or if nobody has asked."""
    proof: str
    """What decided who wins: ``search``, the name of a theorem, or ``none``."""

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
        """How many cells the board has."""
        return self.rows * self.cols

    @property
    def size_text(self) -> str:
        """The size as people write it: ``5x5``."""
        return f"{self.rows}x{self.cols}"

    @property
    def complete(self) -> bool:
        """Whether both who wins and in how many moves are known."""
        return self.moves is not None

    @property
    def value(self) -> str:
        """The value as people read it: ``1 in 15``, ``2`` or ``open``."""
        if self.winner is None:
            return "open"
        return str(self.winner) if self.moves is None else f"{self.winner} in {self.moves}"


@dataclass
class Atlas:
    """All that is known of one game."""

    variant: Variant
    path: Path
    """The file that the entries are kept in."""
    entries: dict[Shape, Entry] = field(default_factory=dict)

    def keep(self, entry: Entry) -> None:
        """Add an entry and write the file, with all that other programs have found out meanwhile."""
        with Lock(self.path):
            if self.path.exists():
                self._learn(_read(self.path, self.variant))
            self._learn({entry.shape: entry})
            write_whole(self.path, self.to_csv())

    def _learn(self, entries: dict[Shape, Entry]) -> None:
        """Take what these know, where it is more than what is known here."""
        for shape, entry in entries.items():
            self.entries[shape] = better(entry, self.entries.get(shape))

    def in_order(self) -> list[Entry]:
        """The entries by the number of cells, then by rows."""
        return sorted(self.entries.values(), key=lambda entry: (entry.cells, entry.rows))

    def solved(self) -> list[Entry]:
        """The entries whose winner is known, in order."""
        return [entry for entry in self.in_order() if entry.winner is not None]

    def to_csv(self) -> str:
        """The text of the file."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(Entry._fields)
        writer.writerows(self.in_order())
        return text.getvalue()


def better(new: Entry, old: Entry | None) -> Entry:
    """Of two entries of a board, the one that knows more; of two that know the same, the new one.

    Then what is open in both has been tried for the longer of their times.
    """
    if old is None:
        return new
    news, olds = ((entry.winner is None, entry.moves is None) for entry in (new, old))
    if news == olds:
        return new._replace(tried=max(new.tried, old.tried))
    return new if news < olds else old


def open_atlas(folder: Path, variant: Variant) -> Atlas:
    """The atlas of a game in a folder, empty if there is none yet."""
    path = folder / f"{variant.stem}.csv"
    atlas = Atlas(variant, path)
    sweep(folder)
    if path.exists():
        atlas.entries = _read(path, variant)
    return atlas


def open_atlases(folder: Path) -> list[Atlas]:
    """The atlases in a folder; there must be one."""
    found = [open_atlas(folder, variant) for variant in variants()]
    found = [atlas for atlas in found if atlas.entries]
    if not found:
        raise GridlockError(f"There is no atlas in {folder}: 'gridlock atlas ID --out {folder}' makes one.")
    return found


def _read(path: Path, variant: Variant) -> dict[Shape, Entry]:
    try:
        header, *lines = csv.reader(io.StringIO(read_text(path)), strict=True)
    except (csv.Error, ValueError):  # no text, no CSV, or nothing at all
        header, lines = [], []
    if header != list(Entry._fields):
        raise GridlockError(f"{path} is not an atlas: its first line is not {','.join(Entry._fields)}.")
    entries: dict[Shape, Entry] = {}
    for number, line in enumerate(lines, start=2):
        entry = _entry(line)
        if entry is None or entry.game_variant != variant or entry.shape in entries:
            raise GridlockError(
                f"{path}, line {number}, is no entry of {variant.title}, or the second of a board."
            )
        entries[entry.shape] = entry
    return entries


def _entry(line: list[str]) -> Entry | None:
    """Read an entry, or None if it is none."""
    try:
        game, variant, rows, cols, winner, moves, nodes, seconds, tried, proof = line
        entry = Entry(
            game, variant, int(rows), int(cols), int(winner) if winner else None,
            int(moves) if moves else None, int(nodes), float(seconds), float(tried), proof,
        )  # fmt: skip
        entry.game_variant.on(entry.rows, entry.cols)
    except (KeyError, ValueError):  # no such game, no number, no such board
        return None
    return entry if _is_sound(entry) else None


def _is_sound(entry: Entry) -> bool:
    return (
        entry.winner in (1, 2, None)
        and (entry.moves is None or (entry.winner is not None and 0 <= entry.moves <= entry.cells))
        and (entry.winner is None) == (entry.proof == "none")
        and entry.proof.isalpha()
        and entry.nodes >= 0
        and all(math.isfinite(time) and time >= 0 for time in (entry.seconds, entry.tried))
        and not (entry.complete and entry.tried)
    )
