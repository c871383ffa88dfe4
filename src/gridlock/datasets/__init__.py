"""Datasets: positions of a game with the exact value of every move, as Parquet or NPZ files."""

from gridlock.datasets.dataset import Dataset, load
from gridlock.datasets.make import Step, make_dataset
from gridlock.datasets.plan import Plan
from gridlock.datasets.rows import SPLITS

__all__ = ["SPLITS", "Dataset", "Plan", "Step", "load", "make_dataset"]
