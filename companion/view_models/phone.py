"""A phone's camera as shown on pages and in the API; sentences in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhoneView:
    """The status of the phone camera."""

    state: str
    """As of a `LiveView`."""
    says: str
    """The state as a sentence."""
    table: str
    """The counted table; empty before it was seen."""
