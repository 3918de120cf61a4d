"""The scenes of an animated hand, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass

from companion.view_models.hand import TileInMeld


@dataclass(frozen=True, slots=True)
class SceneMeld:
    """A meld on the table."""

    tiles: tuple[TileInMeld, ...]
    is_new: bool
    """Whether the step of the scene changed it."""


@dataclass(frozen=True, slots=True)
class ScenePile:
    """Mazo, pozo or muertos."""

    name: str
    count: int
    tiles: tuple[str, ...] = ()
    """Its face-up tiles, the last one on top."""


@dataclass(frozen=True, slots=True)
class SceneSide:
    """A side of the table, or the common table."""

    name: str
    points: str
    """The side's points of the hand, in words; empty where melds are shared."""
    melds: tuple[SceneMeld, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One picture: the table after a step of a hand."""

    title: str
    at: str
    """Which step of how many."""
    says: str
    piles: tuple[ScenePile, ...]
    sides: tuple[SceneSide, ...]
