"""The server under load: the time until the opponent sees a move (goal: p99 < 100 ms)."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

GAME, SIZE = "trail", "8x8"  # the game with the longest matches
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def start_server(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """Start a server; yield its address and its process."""
    with socket.socket() as finder:
        finder.bind(("127.0.0.1", 0))
        port = finder.getsockname()[1]
    command = [sys.executable, "-m", "gridlock", "serve", "--port", str(port), "--allow", "10000"]
    command += ["--database", database] if database else []
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            env=os.environ | {"GRIDLOCK_DATA": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(url + "/readyz", process)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit("The server did not start.")
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server did not become ready.")


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a PostgreSQL server, with the tests' helper."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from postgres import Cluster

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            yield cluster.database()
        finally:
            cluster.stop()


def commits(url: str) -> tuple[float, float]:
    """The number of commits on the server and their total seconds."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=5) as response:
        metrics = dict(re.findall(r"^(gridlock_commit\w*) (\S+)$", response.read().decode(), re.MULTILINE))
    return float(metrics["gridlock_commit_seconds_count"]), float(metrics["gridlock_commit_seconds_sum"])


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory(process: int) -> int:
    """The memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE


class Snapshot(NamedTuple):
    """A snapshot of the processes."""

    memory: int
    server: float
    """The server's processor time."""
    load: float
    """The processor time of the load generator."""
    time: float
    commits: float
    seconds: float
    """The total seconds of the commits."""


def measure(url: str, process: int, sockets: int, seconds: int) -> dict[str, Any]:
    """Run the load generator in another process and watch the server."""
    order = [url, str(sockets // 2), str(seconds), GAME, SIZE]
    load = subprocess.Popen(
        [sys.executable, "-m", "bench.web_load", *order],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert load.stdin is not None
    assert load.stdout is not None
    snapshots: dict[str, Snapshot] = {}
    while (line := load.stdout.readline()) and not line.startswith("{"):
        snapshots[line.strip()] = Snapshot(
            memory(process), cpu_seconds(process), cpu_seconds(load.pid), time.monotonic(), *commits(url)
        )
        load.stdin.write("\n")
        load.stdin.flush()
    load.wait()
    if not line:
        raise SystemExit("The load has ended early.")
    results: dict[str, Any] = json.loads(line)
    made, began, ended = (snapshots[moment] for moment in ("made", "connected", "played"))
    took = ended.time - began.time
    results["memory"] = (began.memory - made.memory) / sockets
    results["grown"] = ended.memory
    results["server"] = (ended.server - began.server) / took
    results["load"] = (ended.load - began.load) / took
    results["commits"] = ended.commits - began.commits
    results["commit"] = (ended.seconds - began.seconds) / max(1, results["commits"])
    return results


def percentile(values: Sequence[float], part: float) -> float:
    """The given percentile of some values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


def show(name: str, results: dict[str, Any]) -> None:
    """Print the results for one database."""
    print(
        f"{name}: {results['moves']} moves, {results['messages']} messages, {results['bytes'] / 1e6:.0f} MB"
    )
    print(f"{'':24}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}  ms")
    rows = {"opponent sees it": "opponent", "sender sees it": "own", "(load itself late)": "late"}
    for title, key in rows.items():
        times = [percentile(results[key], part) * 1000 for part in (50, 95, 99, 100)]
        print(f"  {title:22}" + "".join(f"{value:9.1f}" for value in times))
    print(f"  processor: server {results['server']:.0%}, load {results['load']:.0%} of a core")
    print(
        f"  memory: {results['memory'] / 1024:.0f} kB per socket, "
        f"{results['grown'] / 2**20:.0f} MB in total at the end"
    )
    each = results["moves"] / max(1, results["commits"])
    print(
        f"  commits: {results['commits']:.0f}, {results['commit'] * 1000:.1f} ms each, for {each:.1f} moves"
    )
    print(f"  errors: {sum(results['faults'].values())}")
    for text, count in results["faults"].items():
        print(f"    {count} x {text}")


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables; by default short ones, as part of the whole benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("databases", nargs="*", default=["sqlite", "postgresql"], metavar="DATABASE")
    chosen = parser.parse_args(arguments)
    for name in chosen.databases:
        with (
            tempfile.TemporaryDirectory() as folder,
            postgresql() if name == "postgresql" else nullcontext("") as database,
            start_server(Path(folder), database) as (url, process),
        ):
            show(name, measure(url, process, chosen.sockets, chosen.seconds))


if __name__ == "__main__":
    main(sys.argv[1:])
