"""What happens on a server, counted for Prometheus."""

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

_SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a count began interests nobody


class Metrics:
    """The counts of one server; those of its parts are asked for when somebody looks."""

    def __init__(self, state: State, sockets: Sockets, connections: Connections) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter(
            "gridlock_requests", "Requests that were answered.", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "gridlock_request_seconds",
            "How long an answer took.",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._refused = Counter(
            "gridlock_refused", "What was too much, by kind.", ["kind"], registry=self._registry
        )
        self._registry.register(_Parts(state, sockets, connections))

    def answered(self, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(route, status).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, kind: str) -> None:
        """Something was too much."""
        self._refused.labels(kind).inc()

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)


class _Parts(Collector):
    """What the parts of a server count themselves."""

    def __init__(self, state: State, sockets: Sockets, connections: Connections) -> None:
        self._state = state
        self._sockets = sockets
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("gridlock_sockets", "Open sockets.", value=len(self._sockets))
        yield GaugeMetricFamily("gridlock_connections", "Open connections.", value=len(self._connections))
        pool, matches = getattr(self._state, "pool", None), getattr(self._state, "matches", None)
        if pool is not None:
            yield from _of_pool(pool)
        if matches is not None:
            yield from _of_matches(matches)


def _of_pool(pool: Pool) -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "gridlock_questions_waiting", "Questions that wait for a worker.", value=pool.waiting
    )
    yield CounterMetricFamily("gridlock_worker_restarts", "Worker processes replaced.", value=pool.restarts)
    yield GaugeMetricFamily("gridlock_ready", "Whether the solver is ready.", value=pool.ready)
    questions = SummaryMetricFamily(
        "gridlock_question_seconds",
        "Questions that workers have answered, and their seconds.",
        labels=["kind"],
    )
    for kind, count in pool.answered.items():
        questions.add_metric([kind], count_value=count, sum_value=pool.seconds[kind])
    yield questions


def _of_matches(matches: Any) -> Iterator[Metric]:
    commits, seconds = matches.store.commits
    yield GaugeMetricFamily("gridlock_matches_in_memory", "Matches in memory.", value=matches.in_memory)
    yield SummaryMetricFamily(
        "gridlock_commit_seconds", "Commits to the database.", count_value=commits, sum_value=seconds
    )
    yield CounterMetricFamily("gridlock_events", "Events written to the log.", value=matches.store.events)
