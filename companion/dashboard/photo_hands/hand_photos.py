"""The photographs of a hand that is being counted, and what was said of them; kept in memory under names of chance."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock

KEPT = 60
MOST_PHOTOS = 12
_MOST_SAID = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPhotos:
    """What somebody photographed of a hand; whoever knows the name may see it."""

    id: str
    match: str
    hand: int
    photos: tuple[str, ...] = ()
    """The names of the photographs in the album, the oldest first."""
    said: tuple[tuple[str, str], ...] = ()
    """What was said, oldest first; under one name the last holds, and what is empty was taken back."""

    @property
    def words(self) -> Mapping[str, str]:
        """What holds, by its name: ``shows.PHOTO``, ``near.PHOTO``, ``seen.PHOTO``, ``place.PHOTO.TILE``, ``closer``,
        ``muerto.TEAM``, ``empty.SEAT``, ``partial``."""
        return {name: value for name, value in dict(self.said).items() if value}

    def saying(self, said: Mapping[str, str]) -> HandPhotos:
        """The same after something more was said."""
        return replace(self, said=(*self.said, *said.items())[-_MOST_SAID:])

    def showing(self, photo: str) -> HandPhotos:
        """The same with one photograph more."""
        return replace(self, photos=(*self.photos, photo)[-MOST_PHOTOS:])

    def without(self, photo: str) -> HandPhotos:
        """The same without a photograph and all that was said of it."""
        left = tuple(kept_photo for kept_photo in self.photos if kept_photo != photo)
        return replace(
            self, photos=left, said=tuple(answer for answer in self.said if photo not in answer[0].split("."))
        )


class HandDrafts:
    """Hands that are being counted, by name; the oldest make room. Safe to use from many threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, HandPhotos] = OrderedDict()
        self._lock = Lock()
        self.near: dict[str, str] = {}
        """By match, whose melds lay near the photographer the last time."""

    def keep(self, draft: HandPhotos) -> None:
        """Keeps a new one."""
        with self._lock:
            self._kept[draft.id] = draft
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def find(self, name: str) -> HandPhotos | None:
        """The one called ``name``, while it is kept."""
        return self._kept.get(name)

    def change(self, name: str, how: Callable[[HandPhotos], HandPhotos]) -> None:
        """Puts what ``how`` gives in its place; one that is not kept is no trouble."""
        with self._lock:
            if name in self._kept:
                self._kept[name] = how(self._kept[name])

    def forget(self, name: str) -> None:
        """Forgets one; one that is not kept is no trouble."""
        with self._lock:
            self._kept.pop(name, None)
