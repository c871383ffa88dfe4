"""Thousands of games at once, as arrays."""

from gridlock.batches.arrays import PLANES, Batch, Step, Tally, batch

__all__ = ["PLANES", "Batch", "Step", "Tally", "batch"]
