"""The server under load: how soon a move is seen by the opponent (wanted: p99 < 100 ms)."""

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

GAME, SIZE = "trail", "8x8"  # of the five the one whose matches last longest
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """A server of our own: its address and its process."""
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
    """A PostgreSQL of our own, which the tests know how to start."""
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
    """How often the server has committed something, and how many seconds that took in all."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=5) as answer:
        told = dict(re.findall(r"^(gridlock_commit\w*) (\S+)$", answer.read().decode(), re.MULTILINE))
    return float(told["gridlock_commit_seconds_count"]), float(told["gridlock_commit_seconds_sum"])


def cpu_seconds(process: int) -> float:
    """The processor time that a process has taken until now."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory(process: int) -> int:
    """The bytes of memory that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE


class Look(NamedTuple):
    """What can be seen of the processes at a moment."""

    memory: int
    server: float
    """Processor time that the server has taken."""
    load: float
    """The same of the process that makes the load."""
    time: float
    commits: float
    seconds: float
    """How long the commits took."""


def measure(url: str, process: int, sockets: int, seconds: int) -> dict[str, Any]:
    """Let another process play, and look at the server meanwhile."""
    order = [url, str(sockets // 2), str(seconds), GAME, SIZE]
    load = subprocess.Popen(
        [sys.executable, "-m", "bench.web_load", *order],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert load.stdin is not None
    assert load.stdout is not None
    looks: dict[str, Look] = {}
    while (line := load.stdout.readline()) and not line.startswith("{"):
        looks[line.strip()] = Look(
            memory(process), cpu_seconds(process), cpu_seconds(load.pid), time.monotonic(), *commits(url)
        )
        load.stdin.write("\n")
        load.stdin.flush()
    load.wait()
    if not line:
        raise SystemExit("The load has ended early.")
    told: dict[str, Any] = json.loads(line)
    made, began, ended = (looks[moment] for moment in ("made", "connected", "played"))
    took = ended.time - began.time
    told["memory"] = (began.memory - made.memory) / sockets
    told["grown"] = ended.memory
    told["server"] = (ended.server - began.server) / took
    told["load"] = (ended.load - began.load) / took
    told["commits"] = ended.commits - began.commits
    told["commit"] = (ended.seconds - began.seconds) / max(1, told["commits"])
    return told


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so many of a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


def show(name: str, told: dict[str, Any]) -> None:
    """Print what was measured on one database."""
    print(f"{name}: {told['moves']} moves, {told['messages']} messages, {told['bytes'] / 1e6:.0f} MB")
    print(f"{'':24}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}  ms")
    rows = {"opponent sees it": "opponent", "sender sees it": "own", "(load itself late)": "late"}
    for title, key in rows.items():
        times = [percentile(told[key], part) * 1000 for part in (50, 95, 99, 100)]
        print(f"  {title:22}" + "".join(f"{value:9.1f}" for value in times))
    print(f"  processor: server {told['server']:.0%}, load {told['load']:.0%} of a core")
    print(
        f"  memory: {told['memory'] / 1024:.0f} kB a socket, {told['grown'] / 2**20:.0f} MB in all at the end"
    )
    each = told["moves"] / max(1, told["commits"])
    print(f"  commits: {told['commits']:.0f}, {told['commit'] * 1000:.1f} ms each, for {each:.1f} moves")
    print(f"  errors: {sum(told['faults'].values())}")
    for text, count in told["faults"].items():
        print(f"    {count} x {text}")


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables; by default short ones that are part of all the others."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("databases", nargs="*", default=["sqlite", "postgresql"], metavar="DATABASE")
    chosen = parser.parse_args(arguments)
    for name in chosen.databases:
        with (
            tempfile.TemporaryDirectory() as folder,
            postgresql() if name == "postgresql" else nullcontext("") as database,
            serving(Path(folder), database) as (url, process),
        ):
            show(name, measure(url, process, chosen.sockets, chosen.seconds))


if __name__ == "__main__":
    main(sys.argv[1:])
