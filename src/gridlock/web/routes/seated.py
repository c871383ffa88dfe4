"""Who asks: the seat's secret that comes with a request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from gridlock.web.matches.seats import hashed
from gridlock.web.problems import Problem

_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="seat",
    description="A seat's secret: 32 random bytes of your own, in base64url (43 characters)",
)


async def _holder(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str:
    """The hash of the secret that a request comes with; Problem if it has none."""
    if given is None:
        raise Problem(401, "no-secret", "This needs a seat's secret: Authorization: Bearer SECRET.")
    return hashed(given.credentials)


Holder = Annotated[str, Depends(_holder)]
"""The hash of a seat's secret, from a request."""
