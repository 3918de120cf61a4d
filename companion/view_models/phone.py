"""A phone's camera as pages and clients show it; sentences are in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhoneView:
    """How the phone that is the camera is doing."""

    state: str
    """As of a `LiveView`."""
    says: str
    """The same as a sentence."""
    table: str
    """What lies on the table, counted; empty before it was seen."""
