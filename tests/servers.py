"""A real server process, which tests can kill and restart on the same port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import weakref
from pathlib import Path
from types import TracebackType

import httpx

from waiting import DEADLINE

ONE_REQUEST = httpx.Limits(max_connections=200, max_keepalive_connections=0)
"""One request per connection: a server closes idle ones, on a busy machine just as a request arrives."""

READY_SECONDS = 600.0
"""Seconds after which a server counts as stuck; it may have to compile the solver first."""
PATIENT = str(Path(__file__).parent / "patient.py")


class Port:
    """A port of 127.0.0.1, reserved for as long as this object lives, even while its server is down.

    A socket that doesn't listen is bound to it: Linux still lets a server bind it, but gives it to no other
    socket. Other systems would refuse the server, too.
    """

    def __init__(self) -> None:
        keeper = socket.socket()
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        self.number: int = keeper.getsockname()[1]
        if sys.platform == "linux":
            weakref.finalize(self, keeper.close)
        else:
            keeper.close()


class WebServer:
    """``gridlock serve`` with its own data folder and port.

    With ``patient``, timeouts are an hour instead of seconds.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        patient: bool = False,
        port: Port | None = None,
        environment: dict[str, str] | None = None,
        python: str = sys.executable,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._port = port or Port()
        self.port = self._port.number
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        program = ["-P", PATIENT] if patient else ["-m", "gridlock"]
        self._command = [python, *program, "serve", "--port", str(self.port), *options]
        self._environment = {**os.environ, "GRIDLOCK_DATA": str(folder), **(environment or {})}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)  # start as quickly as a normal server
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> WebServer:
        self.start()
        self.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start the process; use ``wait`` to wait until it responds."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The running process."""
        assert self._process is not None
        return self._process.pid

    def wait(self, path: str = "/readyz") -> None:
        """Wait until the server responds."""
        end = time.monotonic() + READY_SECONDS
        while not self._answers(path):
            assert self._process is not None
            assert self._process.poll() is None, f"the server has ended: {self.output()}"
            assert time.monotonic() < end, f"the server is not ready: {self.output()}"
            time.sleep(0.02)

    def _answers(self, path: str) -> bool:
        try:
            with urllib.request.urlopen(self.url + path, timeout=DEADLINE) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def output(self) -> str:
        """Return the end of the server's output."""
        return self.log.read_text(errors="replace")[-3000:]

    def kill(self) -> None:
        """Kill the process at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server, and wait until it has exited."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(DEADLINE)
        finally:
            if self._process.poll() is None:
                self._process.kill()
            self._process = None
