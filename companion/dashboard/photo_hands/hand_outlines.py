"""The outlines of a hand's melds in the stored picture of its photographs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.dashboard.photo_hands.hand_assembly import AssembledHand
from companion.dashboard.photo_hands.hand_questions import SILENT
from companion.dashboard.photo_hands.row_owners import PlacedTileGroup
from companion.dashboard.photos.overlay import hull
from companion.dashboard.photos.photo_store import KeptPhoto
from companion.view_models import NO_TILE, PhotoScore

_MOST_CORNERS = 40
Position = tuple[float, float]
"""The top and the height of a photograph in the picture that is kept, in parts of its height."""


def is_laid(placed: PlacedTileGroup) -> bool:
    """Whether a lot is a meld of a side, or of the shared table: other tiles are private."""
    return placed.lot.is_meld and placed.place.partition(".")[0] in ("side", "table")


def with_melds(hand: AssembledHand, photos: Sequence[KeptPhoto]) -> tuple[KeptPhoto, ...]:
    """The photographs that show melds of the hand, the oldest first."""
    shown = {placed.lot.photo for placed in hand.placed if is_laid(placed)}
    return tuple(photo for photo in photos if photo.id in shown)


def outlined(hand: AssembledHand, scores: Mapping[str, PhotoScore], places: Mapping[str, Position]) -> str:
    """The melds of the hand, a line each, in the format of the scoring command; ``places`` by photograph."""
    return "\n".join(_lines(hand, scores, places))


def _lines(hand: AssembledHand, scores: Mapping[str, PhotoScore], places: Mapping[str, Position]) -> Iterator[str]:
    for placed in hand.placed:
        top, height = places.get(placed.lot.photo, (0.0, 0.0))
        if not is_laid(placed) or not height:
            continue
        score = scores[placed.lot.photo]
        tiles = [tile for tile in score.tiles if tile.id in placed.lot.tiles]
        faces = [tile.face for tile in tiles if tile.face not in (*SILENT, NO_TILE)]
        corners = hull(corner for tile in tiles for corner in tile.corners)[:_MOST_CORNERS]
        shares = ((x / score.size[0], top + height * y / score.size[1]) for x, y in corners)
        yield f"{' '.join(faces)} @ {' '.join(f'{_share(x)},{_share(y)}' for x, y in shares)}"


def _share(part: float) -> str:
    return f"{round(min(max(part, 0.0), 1.0), 4):g}"
