"""Uploaded pictures: a form's file, or the whole body."""

from __future__ import annotations

import unicodedata

from flask import request
from flask_babel import gettext as _

from companion.dashboard.error_pages import refuse

_LONGEST_NAME = 80


def uploaded() -> tuple[bytes, str]:
    """The bytes of the uploaded picture, and its name (possibly empty). Refuses a request without any."""
    sent = next((file for _field, file in request.files.items(multi=True) if file.filename), None)
    picture = sent.stream.read() if sent else _body()
    if not picture:
        refuse(400, _("No llegó ninguna foto: elegí una y mandala de nuevo."))
    return picture, _plain(sent.filename or "" if sent else "")


def uploaded_all() -> tuple[tuple[bytes, str, str], ...]:
    """All uploaded pictures of a form: bytes, name and field of each. Refuses a request without any."""
    files = [(file, field) for field, file in request.files.items(multi=True) if file.filename]
    sent = tuple((file.stream.read(), _plain(file.filename or ""), field) for file, field in files)
    return sent or refuse(400, _("No llegó ninguna foto: elegí una y mandala de nuevo."))


def media_type(picture: bytes) -> str | None:
    """The media type of a picture by its first bytes, among those that every browser shows."""
    if picture.startswith(b"RIFF") and picture[8:12] == b"WEBP":
        return "image/webp"
    starts = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"BM": "image/bmp"}
    return next((kind for start, kind in starts.items() if picture.startswith(start)), None)


def _body() -> bytes:
    is_form = request.mimetype in ("multipart/form-data", "application/x-www-form-urlencoded")
    return b"" if is_form else request.get_data(cache=False)


def _plain(name: str) -> str:
    """A file's name without folders and without control and formatting characters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if not unicodedata.category(c).startswith("C"))[:_LONGEST_NAME]
