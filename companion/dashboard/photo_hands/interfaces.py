"""What the counting of hands from photographs is handed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class StoredHands(Protocol):
    """Hands that are being counted from photographs, as they outlast the program."""

    def keep(self, name: str, draft: bytes, pictures: Mapping[str, bytes]) -> None:
        """Store a hand: what was answered, and its photographs by name; others that it had go. Raises OSError."""

    def read(self, name: str) -> tuple[bytes, Mapping[str, bytes]] | None:
        """What was answered, and the photographs that are there, by name; None where there is no such hand."""

    def forget(self, name: str) -> None:
        """Delete a hand."""

    def forget_picture(self, picture: str) -> None:
        """Delete a photograph of whichever hand has it."""
