"""Datasets: positions per second of processor time, from the start position to the finished file."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from gridlock import Game, make
from gridlock.datasets import Plan, make_dataset

_BOARDS = (("lightcycle", 5, 5, 40_000), ("trail", 4, 4, 0), ("spread", 4, 4, 0), ("crossfire", 5, 5, 0))
_FORMATS = ("npz", "parquet")
_RUNS = 5


def positions_per_second(game: Game, ending: str) -> float:
    """Make the dataset of a whole board in this process, and return the best speed of several runs."""
    speeds = []
    with TemporaryDirectory() as folder:
        for run in range(_RUNS):
            began = process_time()
            counts = make_dataset(Plan(game), Path(folder) / f"{run}.{ending}")
            speeds.append(counts.positions / (process_time() - began))
    return max(speeds)


def main() -> None:
    """Print the table."""
    print(f"{'board':<16} {'format':<8} {'positions/s':>11} {'wanted':>8}")
    for name, rows, cols, wanted in _BOARDS:
        for ending in _FORMATS:
            speed = positions_per_second(make(name, rows, cols), ending)
            print(f"{f'{name} {rows}x{cols}':<16} {ending:<8} {speed:>11,.0f} {wanted or '':>8}")


if __name__ == "__main__":
    main()
