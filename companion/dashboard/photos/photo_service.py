"""The photograph service of the views: receive, read in turn, and store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from flask import current_app
from flask_babel import gettext as _

from companion.dashboard.admission_queue import AdmissionQueue
from companion.dashboard.auth.access import asker
from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import ReadPhoto, SeenPhoto
from companion.dashboard.photos.photo_store import KeptPhoto, PhotoStore, new_id
from companion.dashboard.settings import DashboardSettings, VisitorChoices
from companion.dashboard.uploads import media_type
from companion.network.addresses import place_of
from companion.view_models import ProfileView

CheckPicture = Callable[[bytes], object]
"""Opens a picture, and raises PhotoRefused where that cannot be done."""


@dataclass(frozen=True, slots=True)
class DemoFrame:
    """One picture of the demo table with its reading."""

    number: int
    """Counts from 1."""
    path: Path
    seen: SeenPhoto


class PhotoService:
    """Reads photographs, one at a time for each client, and stores the latest."""

    def __init__(self, read_photo: ReadPhoto, offer: VisitorChoices, settings: DashboardSettings) -> None:
        self._offer = offer
        self._also: Callable[[], Sequence[ProfileView]] = tuple
        self.settings = settings
        self.album = PhotoStore(settings.kept_photos, settings.kept_bytes)
        self._read_photo = read_photo
        self.checks: CheckPicture = lambda _picture: None
        self._queue = AdmissionQueue(settings.waiting, inside=settings.at_once)
        self._demo_seen: dict[int, SeenPhoto] = {}
        self.forgotten: Callable[[str], None] = lambda _photo_id: None
        """Is told of each photograph that somebody deletes."""
        self._from_files: dict[Path, str] = {}
        """Photographs by the files that they came from."""

    @property
    def offer(self) -> VisitorChoices:
        """The present choices of a visitor: stored rule sets first."""
        return replace(self._offer, profiles=(*self._also(), *self._offer.profiles))

    def offers_also(self, profiles: Callable[[], Sequence[ProfileView]]) -> None:
        """Register further ``profiles``, in their present version."""
        self._also = profiles

    def read(self, picture: bytes, name: str) -> SeenPhoto:
        """Read a picture. Raises PhotoRefused or QueueFull."""
        with self.turn():
            return self._read_photo(picture, name)

    def sound(self, picture: bytes) -> bytes:
        """The picture, if it can be opened and displayed. Raises PhotoRefused, QueueFull; refuses other formats."""
        if media_type(picture) is None:
            refuse(415, _("Eso no es una foto que se pueda leer: mandá un JPEG, PNG o WebP."))
        with self.turn():
            self.checks(picture)
        return picture

    def turn(self) -> AbstractContextManager[None]:
        """A context that waits for the visitor's turn. Raises QueueFull."""
        return self._queue.turn(asker())

    def receive(self, picture: bytes, name: str, rules: str) -> KeptPhoto:
        """Read and store a picture."""
        seen = self.read(picture, name)
        kind = media_type(picture)
        if kind is None:
            refuse(415, _("Eso no es una foto que se pueda leer: mandá un JPEG, PNG o WebP."))
        place = place_of(asker().address)
        photo = KeptPhoto(id=new_id(), name=name, picture=picture, media_type=kind, seen=seen, rules=rules, place=place)
        self.album.keep(photo)
        return photo

    def from_file(self, path: Path, rules: str) -> KeptPhoto:
        """The photograph of a file, read only where it is not stored any more."""
        photo = self.album.find(self._from_files.get(path, ""))
        if photo is None:
            photo = self.receive(path.read_bytes(), path.name, rules)
            self._from_files[path] = photo.id
        return photo

    def kept(self, photo_id: str) -> KeptPhoto:
        """A stored photograph; refuses any other id."""
        return self.album.find(photo_id) or refuse(404, _("Esta foto ya no se guarda: mandala de nuevo."))

    def forget(self, photo_id: str) -> None:
        """Delete a photograph, wherever it is kept; a missing one is ignored."""
        self.album.forget(photo_id)
        self.forgotten(photo_id)

    def rules(self, name: str | None) -> str:
        """The profile called ``name``, or the default; refuses an unknown one."""
        offer = self.offer
        usual = offer.profile(self.settings.rules) or self._offer.profiles[0]  # one of the house may be gone
        chosen = name or usual.name
        if offer.profile(chosen) is None:
            refuse(422, _("No hay reglas con el nombre «%(name)s».", name=chosen[:40]))
        return chosen

    def demo_path(self, number: int) -> Path:
        """The file of the demo's picture ``number``, counted from 1."""
        if not 1 <= number <= len(self.offer.demo):
            refuse(404, _("La demostración no tiene esa foto."))
        return self.offer.demo[number - 1]

    def demo_frame(self, number: int, *, again: bool) -> DemoFrame:
        """The demo's picture ``number``, read ``again`` or cached."""
        path = self.demo_path(number)
        seen = None if again else self._demo_seen.get(number)
        if seen is None:
            seen = self.read(path.read_bytes(), path.name)
        self._demo_seen[number] = seen
        return DemoFrame(number, path, seen)


def photo_service() -> PhotoService:
    """The photo service of this app."""
    found: PhotoService = current_app.extensions["photo service"]
    return found
