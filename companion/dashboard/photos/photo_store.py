"""The recent photographs, in memory only: the oldest of the largest user are dropped."""

from __future__ import annotations

import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock

from companion.dashboard.interfaces import SeenPhoto
from companion.view_models import PhotoAnswers, PhotoScore


@dataclass(frozen=True, slots=True)
class TileCorrection:
    """A correction of one tile; ``face`` is ``None`` where it was removed."""

    tile: int
    face: str | None


@dataclass(frozen=True, slots=True)
class CanastaChoice:
    """The stated canasta under a tile."""

    across: int
    faces: str
    """From left to right, or ``AS_SEEN``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPhoto:
    """A photograph, its rules, and all corrections, oldest first."""

    id: str
    """A random identifier; knowing it is the permission to see the photograph."""
    name: str
    picture: bytes
    media_type: str
    seen: SeenPhoto
    rules: str
    """The name of the rules it is judged by."""
    place: str = ""
    """The address that it came from."""
    said: tuple[TileCorrection | CanastaChoice, ...] = ()
    teaches: bool = False
    """Whether it was taken to learn or to validate a tile set."""
    proves: str = ""
    """The key of the set that it is to prove; empty where it is to teach one."""

    @property
    def corrections(self) -> dict[int, str]:
        """The present corrections, by tile id."""
        faces = {said.tile: said.face for said in self.said if isinstance(said, TileCorrection)}
        return {tile: face for tile, face in faces.items() if face is not None}

    @property
    def canastas(self) -> dict[int, str]:
        """The present choices of canastas, by the tile across."""
        return {said.across: said.faces for said in self.said if isinstance(said, CanastaChoice)}

    def score(self, language: str) -> PhotoScore:
        """The present score."""
        return self.seen.score(self.rules, language, PhotoAnswers(self.corrections, self.canastas))

    def corrected(self, tile: int, face: str | None) -> KeptPhoto:
        """The photograph with one more correction."""
        return replace(self, said=(*self.said, TileCorrection(tile, face)))

    def with_canasta(self, across: int, faces: str) -> KeptPhoto:
        """The photograph with a choice for the tile ``across``."""
        return replace(self, said=(*self.said, CanastaChoice(across, faces)))

    def teaching(self, faces: Mapping[int, str], proves: str = "") -> KeptPhoto:
        """The photograph as one for learning or validating a set, with these labels."""
        said = (*self.said, *(TileCorrection(*face) for face in faces.items()))
        return replace(self, teaches=True, proves=proves, said=said)

    def undone(self) -> KeptPhoto:
        """The photograph without its last correction."""
        return replace(self, said=self.said[:-1])

    def judged_by(self, rules: str) -> KeptPhoto:
        """The photograph under other rules."""
        return replace(self, rules=rules)


class PhotoStore:
    """Photographs by id, limited in number and in bytes; thread-safe."""

    def __init__(self, photos: int, size_bytes: int) -> None:
        self._limit_photos = photos
        self._limit_bytes = size_bytes
        self._photos: OrderedDict[str, KeptPhoto] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._photos)

    def keep(self, photo: KeptPhoto) -> None:
        """Store ``photo``. Without room, the least recently used of the address that keeps most is dropped."""
        with self._lock:
            self._photos[photo.id] = photo
            while len(self._photos) > 1 and self._is_over_full():
                del self._photos[self._forgotten_first(photo)]

    def find(self, photo_id: str) -> KeptPhoto | None:
        """The photograph called ``photo_id``; None if dropped."""
        with self._lock:
            if photo_id in self._photos:
                self._photos.move_to_end(photo_id)
            return self._photos.get(photo_id)

    def change(self, photo_id: str, how: Callable[[KeptPhoto], KeptPhoto]) -> KeptPhoto | None:
        """Replace a photograph by the result of ``how``; ``None`` where it is missing."""
        with self._lock:
            photo = self._photos.get(photo_id)
            if photo is not None:
                self._photos[photo_id] = photo = how(photo)
            return photo

    def forget(self, photo_id: str) -> None:
        """Delete a photograph; a missing one is ignored."""
        with self._lock:
            self._photos.pop(photo_id, None)

    def _forgotten_first(self, last: KeptPhoto) -> str:
        """The photograph to drop: never the newest."""
        kept: dict[str, float] = defaultdict(float)
        for photo in self._photos.values():
            kept[photo.place] += len(photo.picture) / self._limit_bytes + 1 / self._limit_photos
        others = (photo for photo in self._photos.values() if photo is not last)
        return max(others, key=lambda photo: kept[photo.place]).id

    def _is_over_full(self) -> bool:
        size = sum(len(photo.picture) for photo in self._photos.values())
        return len(self._photos) > self._limit_photos or size > self._limit_bytes


def new_id() -> str:
    """A random 128-bit name."""
    return secrets.token_urlsafe(16)
