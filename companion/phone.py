"""The phone that is the camera, as the dashboard is handed it: one at a time, whatever it sends checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Protocol

from companion.reception import refused
from companion.refusal import PhotoRefused
from companion.snapshot import PhoneView
from vision.cameras import CameraHealth
from vision.errors import BadImage

ANOTHER: Mapping[str, str] = {
    "es": "Otro teléfono es ahora la cámara. Tocá «Empezar» para que vuelva a ser este.",
    "en": "Another phone is the camera now. Tap “Start” to make it this one again.",
}


class PhoneCamera(Protocol):
    """A camera that is sent its pictures; see `vision.cameras.PushCamera`."""

    def push(self, picture: bytes) -> object:
        """Makes a picture the newest. Raises BadImage."""

    def show(self, picture: bytes) -> object:
        """The same for a photograph that stands for the table until the next. Raises BadImage."""

    def health(self) -> CameraHealth:
        """How the camera is doing."""


class PairedPhone:
    """Lets one phone's pictures through to a camera. Safe to use from many threads."""

    def __init__(self, camera: PhoneCamera, sight: Callable[[str], str] = lambda _: "") -> None:
        """``sight`` says in a language what is seen of the table at this moment."""
        self._camera, self._sight = camera, sight
        self._phone, self._lock = "", Lock()

    def begins(self, phone: str) -> None:
        """Makes ``phone`` the camera, in the place of any other."""
        with self._lock:
            self._phone = phone

    def sends(self, phone: str, picture: bytes) -> None:
        """Makes a picture the newest. Raises PhotoRefused for what is no picture, or from another phone."""
        with self._lock:
            self._phone = self._phone or phone
            if phone != self._phone:
                raise PhotoRefused(ANOTHER, 409)
        _taken(self._camera.push, picture)

    def shows(self, picture: bytes) -> None:
        """Takes a photograph for the table as it lies. Raises PhotoRefused."""
        _taken(self._camera.show, picture)

    def view(self, language: str) -> PhoneView:
        """How it is doing."""
        health = self._camera.health()
        return PhoneView(health.state, health.sentence(language), self._sight(language))


def _taken(take: Callable[[bytes], object], picture: bytes) -> None:
    try:
        take(picture)
    except BadImage as error:
        raise refused(error) from error
