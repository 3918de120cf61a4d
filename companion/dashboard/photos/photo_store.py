"""The photographs of the last while, kept in memory only: the oldest of whoever keeps most make room for new ones."""

from __future__ import annotations

import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock

from companion.dashboard.interfaces import SeenPhoto
from companion.view_models import PhotoScore, SaidOfPhoto


@dataclass(frozen=True, slots=True)
class TileCorrection:
    """What a person said of one tile; ``face`` is ``None`` where they took back what they had said."""

    tile: int
    face: str | None


@dataclass(frozen=True, slots=True)
class CanastaChoice:
    """Which canasta lies under a tile, as a person said."""

    across: int
    faces: str
    """From left to right, or ``AS_SEEN``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPhoto:
    """A photograph, the rules it is judged by, and all that was said of its tiles, oldest first."""

    id: str
    """Not to be guessed: whoever knows it may see the photograph."""
    name: str
    picture: bytes
    media_type: str
    seen: SeenPhoto
    rules: str
    """What the rules are called by which it is judged."""
    place: str = ""
    """The address that it came from."""
    said: tuple[TileCorrection | CanastaChoice, ...] = ()
    teaches: bool = False
    """Whether it was taken to learn a set from, or to prove one."""
    proves: str = ""
    """The key of the set that it is to prove; empty where it is to teach one."""

    @property
    def corrections(self) -> dict[int, str]:
        """The faces that hold now, by tile id."""
        faces = {said.tile: said.face for said in self.said if isinstance(said, TileCorrection)}
        return {tile: face for tile, face in faces.items() if face is not None}

    @property
    def canastas(self) -> dict[int, str]:
        """The canastas that hold now, by the tile across."""
        return {said.across: said.faces for said in self.said if isinstance(said, CanastaChoice)}

    def score(self, language: str) -> PhotoScore:
        """What the rules say of it now."""
        return self.seen.score(self.rules, language, SaidOfPhoto(self.corrections, self.canastas))

    def corrected(self, tile: int, face: str | None) -> KeptPhoto:
        """The same photograph after one more correction."""
        return replace(self, said=(*self.said, TileCorrection(tile, face)))

    def with_canasta(self, across: int, faces: str) -> KeptPhoto:
        """The same photograph, with what lies under the tile ``across``."""
        return replace(self, said=(*self.said, CanastaChoice(across, faces)))

    def teaching(self, faces: Mapping[int, str], proves: str = "") -> KeptPhoto:
        """The same photograph as one to learn a set from, or to prove one, with these faces said of its tiles."""
        said = (*self.said, *(TileCorrection(*face) for face in faces.items()))
        return replace(self, teaches=True, proves=proves, said=said)

    def undone(self) -> KeptPhoto:
        """The same photograph before its last correction."""
        return replace(self, said=self.said[:-1])

    def judged_by(self, rules: str) -> KeptPhoto:
        """The same photograph under other rules."""
        return replace(self, rules=rules)


class Album:
    """Photographs by id, bounded in number and in bytes; safe to use from many threads."""

    def __init__(self, photos: int, size_bytes: int) -> None:
        self._limit_photos = photos
        self._limit_bytes = size_bytes
        self._photos: OrderedDict[str, KeptPhoto] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._photos)

    def keep(self, photo: KeptPhoto) -> None:
        """Keeps ``photo``. Where there is no room, forgets the least recently used of the address that keeps most: who
        sends a hundred pushes out nobody else's."""
        with self._lock:
            self._photos[photo.id] = photo
            while len(self._photos) > 1 and self._is_over_full():
                del self._photos[self._forgotten_first(photo)]

    def find(self, photo_id: str) -> KeptPhoto | None:
        """The photograph called ``photo_id``, while it is kept."""
        with self._lock:
            if photo_id in self._photos:
                self._photos.move_to_end(photo_id)
            return self._photos.get(photo_id)

    def change(self, photo_id: str, how: Callable[[KeptPhoto], KeptPhoto]) -> KeptPhoto | None:
        """The photograph after ``how``, which is kept in its place; ``None`` where there is none."""
        with self._lock:
            photo = self._photos.get(photo_id)
            if photo is not None:
                self._photos[photo_id] = photo = how(photo)
            return photo

    def forget(self, photo_id: str) -> None:
        """Forgets a photograph; one that is not kept is no trouble."""
        with self._lock:
            self._photos.pop(photo_id, None)

    def _forgotten_first(self, last: KeptPhoto) -> str:
        """Which goes: never the one that came last."""
        kept: dict[str, float] = defaultdict(float)
        for photo in self._photos.values():
            kept[photo.place] += len(photo.picture) / self._limit_bytes + 1 / self._limit_photos
        others = (photo for photo in self._photos.values() if photo is not last)
        return max(others, key=lambda photo: kept[photo.place]).id

    def _is_over_full(self) -> bool:
        size = sum(len(photo.picture) for photo in self._photos.values())
        return len(self._photos) > self._limit_photos or size > self._limit_bytes


def new_id() -> str:
    """A name with 128 bits of chance in it."""
    return secrets.token_urlsafe(16)
