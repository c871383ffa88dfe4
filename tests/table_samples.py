"""What the tests of tables share: where they are kept, how they are laid out, and how one is spoilt."""

from __future__ import annotations

from pathlib import Path

import pytest

MARK, BLOCK = 64, 1 << 16  # bytes of the marks at both ends, and of the blocks of words between them


@pytest.fixture(autouse=True)
def cache_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_CACHE", str(tmp_path / "cache"))


def inverted(data: bytes, first: int, last: int) -> bytes:
    """The data with every bit of one part the other way round."""
    return data[:first] + bytes(byte ^ 255 for byte in data[first:last]) + data[last:]
