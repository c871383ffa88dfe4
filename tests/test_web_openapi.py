"""The API matches its OpenAPI schema, tested with requests that Schemathesis generates."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
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

pytestmark = pytest.mark.slow

EXAMPLES = 6
"""Valid and invalid requests per operation."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
"""Generated requests are rarely valid, so documented refusals are fine, too."""


def sender(operation: Any, mode: GenerationMode) -> Callable[[], None]:
    """Send requests for one operation, and check the responses against the schema."""

    @seed(1)
    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, timeout=DEADLINE)

    return ask


def test_every_response_matches_the_schema(tmp_path: Path) -> None:
    with WebServer(tmp_path, "--allow", "1000") as server:
        document = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        operations: list[Any] = [result.ok() for result in document.get_all_operations()]  # type: ignore[union-attr]
        faults = []
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                try:
                    with suppress(Unsatisfiable):  # an operation without invalid requests
                        sender(operation, mode)()
                except (Exception, BaseExceptionGroup) as error:
                    faults.append(f"{operation.label}, {mode}: {error}")
        assert "Traceback" not in server.output(), server.output()
    assert len(operations) > 10
    assert not faults, "\n\n".join(faults)
