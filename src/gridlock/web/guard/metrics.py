"""Prometheus metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector
from starlette.datastructures import State

if TYPE_CHECKING:
    from gridlock.web.guard.connections import Connections, Sockets
    from gridlock.web.workers import Pool

_BUCKETS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # no "_created" series


class Metrics:
    """The metrics of one server. Those of its parts are read on each scrape."""

    def __init__(self, state: State, sockets: Sockets, connections: Connections) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter(
            "gridlock_requests", "Requests answered.", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "gridlock_request_seconds",
            "Response time in seconds.",
            ["route"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._refused = Counter(
            "gridlock_refused", "Requests over a limit, by kind.", ["kind"], registry=self._registry
        )
        self._registry.register(_PartsCollector(state, sockets, connections))

    def count_response(self, route: str, status: int, seconds: float) -> None:
        """Count a response."""
        self._requests.labels(route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def count_refusal(self, kind: str) -> None:
        """Count something that exceeded a limit."""
        self._refused.labels(kind).inc()

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)


class _PartsCollector(Collector):
    """Reads the metrics that the server's parts keep."""

    def __init__(self, state: State, sockets: Sockets, connections: Connections) -> None:
        self._state = state
        self._sockets = sockets
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("gridlock_sockets", "Open WebSockets.", value=len(self._sockets))
        yield GaugeMetricFamily("gridlock_connections", "Open connections.", value=len(self._connections))
        pool, matches = getattr(self._state, "pool", None), getattr(self._state, "matches", None)
        if pool is not None:
            yield from _pool_metrics(pool)
        if matches is not None:
            yield from _match_metrics(matches)


def _pool_metrics(pool: Pool) -> Iterator[Metric]:
    yield GaugeMetricFamily("gridlock_questions_waiting", "Jobs waiting for a worker.", value=pool.waiting)
    yield CounterMetricFamily("gridlock_worker_restarts", "Worker processes replaced.", value=pool.restarts)
    yield GaugeMetricFamily("gridlock_ready", "Whether the solver is ready.", value=pool.ready)
    jobs = SummaryMetricFamily(
        "gridlock_question_seconds",
        "Jobs that workers have finished, and the seconds they took.",
        labels=["kind"],
    )
    for kind, count in pool.answered.items():
        jobs.add_metric([kind], count_value=count, sum_value=pool.seconds[kind])
    yield jobs


def _match_metrics(matches: Any) -> Iterator[Metric]:
    commits, seconds = matches.store.commits
    yield GaugeMetricFamily("gridlock_matches_in_memory", "Matches in memory.", value=matches.in_memory)
    yield SummaryMetricFamily(
        "gridlock_commit_seconds", "Commits to the database.", count_value=commits, sum_value=seconds
    )
    yield CounterMetricFamily("gridlock_events", "Events written to the log.", value=matches.store.events)
