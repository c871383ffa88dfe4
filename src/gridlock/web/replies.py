"""What is sent back."""

from __future__ import annotations

import orjson
from fastapi import Response


def reply(data: object, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(orjson.dumps(data), status, media_type="application/json")
