"""Derives PINs, and the organiser's link and code, from the secret key of a house."""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256

ORGANISER_DIGITS = 12
"""Of the organiser's code: too many to be guessed, however many guess."""
_TEXT_BYTES = 15


def digits(secret: bytes, purpose: str, count: int) -> str:
    """So many digits that only ``secret`` gives for ``purpose``."""
    return f"{int.from_bytes(_digest(secret, purpose)[:8], 'big') % 10**count:0{count}}"


def organiser_text(secret: bytes) -> str:
    """The end of the link that makes whoever follows it the organiser, for as long as the key stays."""
    return base64.b32encode(_digest(secret, "organiser link")[:_TEXT_BYTES]).decode().lower()


def organiser_code(secret: bytes) -> str:
    """The digits that do the same where they are typed."""
    return digits(secret, "pin organiser", ORGANISER_DIGITS)


def _digest(secret: bytes, purpose: str) -> bytes:
    return hmac.new(secret, purpose.encode(), sha256).digest()
