"""The secret and the signature of a hook, by the Standard Webhooks specification."""

from __future__ import annotations

import base64
import hmac
import secrets
from hashlib import sha256

SECRET_BYTES, SECRET_PREFIX = 24, "whsec_"


def new_secret() -> str:
    """A random secret as the specification writes it."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, event: str, at_s: int, body: bytes) -> str:
    """The value of ``webhook-signature``: HMAC-SHA256 of the event's id, the time of sending and the body.

    >>> signature("whsec_" + "A" * 32, "e1", 1700000000, b"{}")
    'v1,UG3CYixEHDikqXshjGusQFKJmEevbvgKaxoXW6CwmoQ='
    """
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, f"{event}.{at_s}.".encode() + body, sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"
