"""What is handed to the dashboard: a way to read a photograph, and what a read photograph can say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.snapshot import PhotoScore


class SeenPhoto(Protocol):
    """A photograph after the slow part, ready to be judged as often as somebody asks."""

    def score(self, rules: str, language: str, corrections: Mapping[int, str]) -> PhotoScore:
        """The score under the profile called ``rules``.

        ``corrections`` are faces (or ``NO_TILE``) by tile id. Ids stay the same whatever is corrected, and ``seen``
        stays what the camera saw.
        """


ReadPhoto = Callable[[bytes, str], SeenPhoto]
"""Takes the bytes of a picture and its name; raises ``PhotoRefused`` when they cannot be read."""
