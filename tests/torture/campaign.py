"""Campaigns: series of seeded shots that may find a bug."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

Shot = Callable[[Random, Path], None]
"""One try with its own random generator and empty folder; any exception is a finding."""


@dataclass
class Tally:
    """The progress of a campaign."""

    shots: int = 0
    findings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Campaign:
    """A kind of attack."""

    name: str
    """The unit to count: inputs, kills, bots."""
    shots: Mapping[str, Shot]

    def run(self, seed: int, *, most: int | None = None, seconds: float = 1e9) -> Tally:
        """Fire a number of shots, or for a time, each kind in turn."""
        tally, end = Tally(), monotonic() + seconds
        kinds = list(self.shots)
        while (most is None or tally.shots < most) and monotonic() < end:
            number = seed * 1_000_000 + tally.shots
            kind = kinds[(seed + tally.shots) % len(kinds)]  # a slow shot may be the only one
            tally.shots += 1
            problem = self.shoot(kind, number)
            if problem:
                tally.findings.append(f"{self.name}, {kind}, shot {number}: {problem}")
        return tally

    def shoot(self, kind: str, number: int) -> str:
        """Fire one shot, seeded by its number, and return its finding."""
        with TemporaryDirectory(prefix="torture-") as folder:
            try:
                self.shots[kind](Random(f"{self.name} {kind} {number}"), Path(folder))
            except (Exception, SystemExit):
                return traceback.format_exc(limit=-4)
        return ""
