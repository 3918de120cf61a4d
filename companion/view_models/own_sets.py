"""The learned tile sets, as shown on pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TaughtTile:
    """A labelled tile of a photograph."""

    face: str
    corners: tuple[tuple[float, float], ...]
    """Four (x, y) in pixels of the full picture, clockwise from the number's top left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedView:
    """The accuracy on held-out tiles without and with a set."""

    name: str
    tiles: int
    """The number of tiles from which it was learned."""
    is_better: bool
    """Whether it is used; otherwise the reading is unchanged."""
    is_proved: bool
    """Whether it was validated on another picture; otherwise by cross-validation on its own."""
    examined: int
    """The number of tiles used for validation."""
    right_before: int
    sure_before: int
    right_after: int
    sure_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSetView:
    """One set."""

    key: str
    name: str
    tiles: int
    """The number of tiles from which it was learned."""
    is_in_use: bool
    is_usable: bool
    """False where it was learned with other networks than these, for which it means nothing, or its file is damaged."""
    is_kept: bool
    """Whether it is stored in the data folder; one given by the command cannot be deleted."""
    figures: LearnedView | None = None
    """The measured improvement, if any."""
