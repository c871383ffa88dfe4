"""``gridlock`` with timeouts of an hour instead of seconds.

For servers under test: a busy machine never causes a timeout, searches get all the time they need, and
anything that blocks other clients blocks them for longer than any test waits.
"""

from __future__ import annotations

from types import ModuleType

from gridlock.__main__ import main
from gridlock.web import ports
from gridlock.web import server as web_server
from gridlock.web.guard import bodies, http_protocol, stalls
from gridlock.web.routes import health, sockets
from gridlock.web.store import writer
from gridlock.web.workers import pool, worker
from gridlock.web.workers.messages import Job

HOUR = 3600.0


class PatientWorker(worker.Worker):
    """A worker with a time limit of an hour, or five times the usual if nobody waits for the answer."""

    def run(self, job: Job, seconds: float) -> None:
        super().run(job, 5 * seconds if job.idle else HOUR)


CHANGES: list[tuple[ModuleType, str, object]] = [
    (http_protocol, "HEADER_SECONDS", HOUR),
    (bodies, "SECONDS", HOUR),
    (stalls, "SECONDS", HOUR),
    (sockets, "_HELLO_SECONDS", HOUR),
    (sockets, "_CLOSE_SECONDS", HOUR),
    (health, "_SECONDS", HOUR),
    (writer, "_RETRY_SECONDS", HOUR),
    (web_server, "_PING", HOUR),
    (ports, "_USER_TIMEOUT", round(1000 * HOUR)),
    (worker, "_MARGIN", HOUR),
    (worker, "_GRACE", HOUR),
    (pool, "Worker", PatientWorker),
]


if __name__ == "__main__":
    for module, name, value in CHANGES:
        assert hasattr(module, name), f"{module.__name__}.{name}"
        setattr(module, name, value)
    main()
