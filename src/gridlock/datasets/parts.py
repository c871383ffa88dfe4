"""The finished parts of a dataset that is being made, so that an interrupted run can be resumed.

They are in a folder beside the dataset, named like it with ``.parts`` at the end. A part is written as a
whole or not at all.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from gridlock.errors import GridlockError
from gridlock.files import read_bytes, read_text, sweep, write_whole

_PLAN = "plan.txt"


class Parts:
    """A folder of finished parts, all of the same plan."""

    def __init__(self, out: Path) -> None:
        self.folder = out.with_name(f"{out.name}.parts")

    @property
    def exists(self) -> bool:
        """Whether an earlier run has left parts, or at least the empty folder."""
        sweep(self.folder)
        return self.folder.is_dir() and ((self.folder / _PLAN).exists() or not any(self.folder.iterdir()))

    def open(self, fingerprint: str) -> None:
        """Create the folder, or keep what is there if it's of the same plan."""
        if self.exists:
            plan = self.folder / _PLAN
            if plan.exists() and read_text(plan) == fingerprint:
                return
            self.remove()
        try:
            self.folder.mkdir()
        except FileExistsError:
            raise GridlockError(f"{self.folder} is in the way: move it or delete it.") from None
        write_whole(self.folder / _PLAN, fingerprint)

    def _path(self, kind: str, number: int) -> Path:
        return self.folder / f"{kind}-{number:06}.npy"

    def write(self, kind: str, number: int, rows: Any) -> None:
        """Write a part."""
        data = io.BytesIO()
        np.save(data, rows, allow_pickle=False)
        write_whole(self._path(kind, number), data.getvalue())

    def read(self, kind: str, number: int, row_type: np.dtype[np.void]) -> Any:
        """Return the rows of a part, or None if there is no such part."""
        try:
            data = read_bytes(self._path(kind, number))
        except FileNotFoundError:
            return None
        try:
            rows = np.load(io.BytesIO(data), allow_pickle=False)
        except (ValueError, EOFError):  # damaged
            return None
        return rows if rows.dtype == row_type and rows.ndim == 1 else None

    def remove(self) -> None:
        """Remove the folder, with the plan last so that it stays ours until then."""
        for path in self.folder.glob("*.npy"):
            path.unlink()
        (self.folder / _PLAN).unlink(missing_ok=True)
        self.folder.rmdir()
