"""What a test measured of a promise, for the page on reliability; nothing is asserted of it."""

from __future__ import annotations

from collections.abc import Callable

SHORT = " short"
Record = Callable[[str, object], None]


def figure(record_property: Record, name: str, said: str, *, is_reached: bool = True) -> None:
    """Keeps ``said`` for the row ``name``; a figure that is not reached is told as what the row falls short in."""
    record_property(name if is_reached else name + SHORT, said.replace(";", ","))
