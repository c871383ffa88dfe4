"""Startup: seconds until `gridlock --help` has answered (goal: 0.2)."""

import subprocess
import sys
from statistics import median
from time import perf_counter


def main() -> None:
    """Print the best and the median of several starts."""
    times = []
    for _ in range(11):
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "gridlock", "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(perf_counter() - start)
    print(f"best {min(times):.3f}  median {median(times):.3f}")


if __name__ == "__main__":
    main()
