"""Jobs in worker processes: the overhead on 400 jobs of 50 ms, start and stop of the workers included."""

import os
from time import perf_counter, sleep

from gridlock.jobs import run
from gridlock.search.limits import processors

_JOBS = 400
_SECONDS = 0.05
_WANTED = 0.02
_RUNS = 3


def main() -> None:
    """Print the best of several runs: the wall time, and the processor time, which other programs don't
    disturb. The jobs only sleep, so all processor time is overhead.
    """
    workers = max(2, processors())
    ideal = _JOBS * _SECONDS / workers
    runs = [_measure(workers) for _ in range(_RUNS)]
    wall, cpu = (min(times) for times in zip(*runs, strict=True))
    print(f"{_JOBS} jobs of {_SECONDS * 1000:.0f} ms, {workers} workers: {wall:.2f} s, ideal {ideal:.2f} s")
    overhead = cpu / (_JOBS * _SECONDS)
    print(f"overhead: wall {wall / ideal - 1:.1%}, processor {overhead:.1%}, at most {_WANTED:.0%}")


def _measure(workers: int) -> tuple[float, float]:
    """Wall and processor time, that of the workers included."""
    began, before = perf_counter(), sum(os.times()[:4])
    assert sum(1 for _ in run(sleep, [_SECONDS] * _JOBS, workers)) == _JOBS
    return perf_counter() - began, sum(os.times()[:4]) - before


if __name__ == "__main__":
    main()
