"""Seats: who may act for a side. Whoever knows the secret has the seat; the server knows only its hash."""

from __future__ import annotations

import re
import secrets
import string
import unicodedata
from hashlib import sha256

from gridlock.printing import INVISIBLE_NAME, is_printable, is_visible
from gridlock.web.problems import Problem

LONGEST_NAME = 30
"""Characters of a person's name, at most."""
SECRET = r"^[A-Za-z0-9_-]{43}$"
"""What a seat's secret looks like: 32 random bytes, as base64 writes them in addresses."""

_SECRET = re.compile(SECRET, re.ASCII)
_LETTERS = string.ascii_letters + string.digits
_ADDRESS = 12  # letters: more than 70 bits, which nobody guesses


def new_match_id() -> str:
    """The address of a new match: short, and not to be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ADDRESS))


def hash_secret(secret: str) -> str:
    """What is kept of a seat's secret; Problem if it is none."""
    if not _SECRET.fullmatch(secret):
        raise Problem(401, "no-secret", "A seat's secret is 43 letters, digits, - and _.")
    return sha256(secret.encode()).hexdigest()


def request_key(holder: str, request: str) -> str:
    """What a request is known by: its own id together with the hash of the secret, so that nobody else's
    request has the same.
    """
    return sha256(f"{holder} {request}".encode()).hexdigest()[:40]


def read_name(text: str | None) -> str:
    """A name as people may have it, empty if there is none; Problem says what is wrong with it."""
    name = unicodedata.normalize("NFC", (text or "").strip())
    if len(name) > LONGEST_NAME:
        raise Problem(422, "invalid", f"A name has at most {LONGEST_NAME} characters.")
    if not is_printable(name) or (name and not is_visible(name)):
        raise Problem(422, "invalid", INVISIBLE_NAME)
    return name
