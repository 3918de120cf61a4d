"""The kinds of cameras in words."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _


def camera_kinds() -> Mapping[str, str]:
    """The name of each kind of camera, in the visitor's language."""
    return {
        "webcam": _("webcam"),
        "phone": _("Un teléfono"),
        "picamera": _("La cámara de la Raspberry Pi"),
        "demo": _("La demostración"),
        "simulate": _("Una mano simulada"),
        "address": _("cámara de red"),
        "video": _("video"),
        "folder": _("carpeta de fotos"),
    }
