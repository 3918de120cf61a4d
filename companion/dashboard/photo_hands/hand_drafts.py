"""The photographs of a hand being scored, and the answers; kept in memory under random names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock

KEPT_DRAFTS = 60
MOST_PHOTOS = 12
_MOST_SAID = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPhotos:
    """The photographs of a hand; its name is the permission to see it."""

    id: str
    match: str
    hand: int
    photos: tuple[str, ...] = ()
    """The names of the photographs in the album, the oldest first."""
    said: tuple[tuple[str, str], ...] = ()
    """The last answer under each name, oldest first; an empty one withdraws it."""

    @property
    def words(self) -> Mapping[str, str]:
        """The present answers by name.

        ``shows.PHOTO``, ``near.PHOTO``, ``seen.PHOTO``, ``place.PHOTO.TILE``, ``closer``, ``muerto.TEAM``,
        ``empty.SEAT``, ``partial``.
        """
        return {name: value for name, value in dict(self.said).items() if value}

    def saying(self, answers: Mapping[str, str]) -> HandPhotos:
        """The draft with further ``answers``."""
        others = (answer for answer in self.said if answer[0] not in answers)
        return replace(self, said=(*others, *answers.items())[-_MOST_SAID:])

    def showing(self, photo: str) -> HandPhotos:
        """The draft with one more photograph."""
        return replace(self, photos=(*self.photos, photo)[-MOST_PHOTOS:])

    def without(self, photo: str) -> HandPhotos:
        """The draft without a photograph and its answers."""
        left = tuple(kept_photo for kept_photo in self.photos if kept_photo != photo)
        return replace(
            self, photos=left, said=tuple(answer for answer in self.said if photo not in answer[0].split("."))
        )


class HandDrafts:
    """Hands being scored, by name; the oldest are dropped. Thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, HandPhotos] = OrderedDict()
        self._lock = Lock()
        self.near: dict[str, str] = {}
        """By match, whose melds lay near the photographer the last time."""

    def keep(self, draft: HandPhotos) -> None:
        """Store a new one."""
        with self._lock:
            self._kept[draft.id] = draft
            while len(self._kept) > KEPT_DRAFTS:
                self._kept.popitem(last=False)

    def find(self, name: str) -> HandPhotos | None:
        """The one called ``name``; None if dropped."""
        return self._kept.get(name)

    def change(self, name: str, how: Callable[[HandPhotos], HandPhotos]) -> None:
        """Replace it by the result of ``how``; a missing one is ignored."""
        with self._lock:
            if name in self._kept:
                self._kept[name] = how(self._kept[name])

    def forget(self, name: str) -> None:
        """Delete one; a missing one is ignored."""
        with self._lock:
            self._kept.pop(name, None)
