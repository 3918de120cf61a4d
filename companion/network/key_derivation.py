"""Derive PINs, and the organiser's link and code, from the installation's secret key."""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256

ORGANISER_DIGITS = 12
"""The length of the organiser's code, too long to be guessed."""
_TEXT_BYTES, _SECRET_BYTES = 15, 18


def digits(secret: bytes, purpose: str, count: int) -> str:
    """A number of digits derived from ``secret`` for ``purpose``."""
    return f"{int.from_bytes(_digest(secret, purpose)[:8], 'big') % 10**count:0{count}}"


def text(secret: bytes, purpose: str) -> str:
    """A secret text derived from ``secret`` for ``purpose``."""
    return base64.urlsafe_b64encode(_digest(secret, purpose)[:_SECRET_BYTES]).decode()


def organiser_text(secret: bytes) -> str:
    """The secret end of the organiser's link, valid as long as the key."""
    return base64.b32encode(_digest(secret, "organiser link")[:_TEXT_BYTES]).decode().lower()


def organiser_code(secret: bytes) -> str:
    """The digits with the same effect where they are typed."""
    return digits(secret, "pin organiser", ORGANISER_DIGITS)


def _digest(secret: bytes, purpose: str) -> bytes:
    return hmac.new(secret, purpose.encode(), sha256).digest()
