"""Searches that are stopped before they have an answer."""

from __future__ import annotations

from gridlock.search import Limits, OutOfTime


def raise_if_stopped(limits: Limits) -> None:
    """Raise OutOfTime if a search was stopped: what it knows so far is no answer.

    Either nobody waits for it any more, or it was interrupted for another one and goes on later.
    """
    if limits.cancelled is not None and limits.cancelled.is_set():
        raise OutOfTime("The search was stopped.")
