"""A phone's camera as pages and clients show it; sentences are in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhoneView:
    """How the phone that is the camera is doing."""

    state: str
    """``opening`` while one is waited for, ``seeing``, ``impaired`` or ``lost``."""
    says: str
    """The same as a sentence."""
    table: str
    """What can be said of the table at this moment; empty where nobody looks at it yet."""
