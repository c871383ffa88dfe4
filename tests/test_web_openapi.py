"""The API does what its own document says, whatever it is asked: Schemathesis makes up the requests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from servers import WebServer
from waiting import DEADLINE

EXAMPLES = 10
"""Requests for each kind of request that there is, of good and of bad will."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
"""What is made up is seldom a game that there is: a refusal is good, too, if the document knows of it."""


def asked(operation: Any, mode: GenerationMode) -> Callable[[], None]:
    """Sends requests of one kind, and holds the answers against the document."""

    @seed(1)
    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, timeout=DEADLINE)

    return ask


def test_every_response_matches_the_schema(tmp_path: Path) -> None:
    with WebServer(tmp_path, "--allow", "1000") as server:
        document = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        operations: list[Any] = [found.ok() for found in document.get_all_operations()]  # type: ignore[union-attr]
        faults = []
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                try:
                    with suppress(Unsatisfiable):  # a request of which nothing can be wrong
                        asked(operation, mode)()
                except (Exception, BaseExceptionGroup) as error:
                    faults.append(f"{operation.label}, {mode}: {error}")
        assert "Traceback" not in server.told(), server.told()
    assert len(operations) > 10
    assert not faults, "\n\n".join(faults)
