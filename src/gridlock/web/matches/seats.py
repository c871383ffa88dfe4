"""Seats: the holder of a seat's secret may act for its side. The server stores only the hash."""

from __future__ import annotations

import re
import secrets
import string
import unicodedata
from hashlib import sha256

from gridlock.printing import INVISIBLE_NAME, is_printable, is_visible
from gridlock.web.problems import Problem

LONGEST_NAME = 30
"""Maximum length of a person's name."""
SECRET = r"^[A-Za-z0-9_-]{43}$"
"""The format of a seat's secret: 32 random bytes in base64url."""

_SECRET = re.compile(SECRET, re.ASCII)
_LETTERS = string.ascii_letters + string.digits
_ID_LENGTH = 12  # letters and digits: more than 70 bits


def new_match_id() -> str:
    """Return a random id: short, but impossible to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def hash_secret(secret: str) -> str:
    """Return the hash of a seat's secret; Problem if it is malformed."""
    if not _SECRET.fullmatch(secret):
        raise Problem(401, "no-secret", "A seat's secret must be 43 letters, digits, - or _.")
    return sha256(secret.encode()).hexdigest()


def request_key(holder: str, request: str) -> str:
    """Return the key of a request: its id combined with the secret's hash, so clients can't collide."""
    return sha256(f"{holder} {request}".encode()).hexdigest()[:40]


def read_name(text: str | None) -> str:
    """Normalise a person's name, empty if there is none; Problem if it is invalid."""
    name = unicodedata.normalize("NFC", (text or "").strip())
    if len(name) > LONGEST_NAME:
        raise Problem(422, "invalid", f"A name can have at most {LONGEST_NAME} characters.")
    if not is_printable(name) or (name and not is_visible(name)):
        raise Problem(422, "invalid", INVISIBLE_NAME)
    return name
