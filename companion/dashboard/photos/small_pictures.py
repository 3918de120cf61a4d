"""Reduced pictures for slow links."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock

from flask import Flask, Response, request

Shrink = Callable[[bytes, int], bytes]
"""Scales a picture to a JPEG of a maximum width in pixels; raises ValueError for an invalid one."""
WIDTHS_PX = (240, 480, 720)
"""The available widths: for a list, a card, and the full width of a phone."""
KEPT = 48
_PICTURES = frozenset({"image/jpeg", "image/png", "image/webp"})


def add_small_pictures(app: Flask, shrink: Shrink) -> Flask:
    """Serve a reduced picture where an address ends in ``width=720``."""
    small = _Small(shrink)

    @app.after_request
    def fitted(answer: Response) -> Response:
        width = request.args.get("width", type=int)
        if width not in WIDTHS_PX or answer.status_code != 200 or answer.mimetype not in _PICTURES:
            return answer
        if answer.cache_control.no_store:  # what is deleted has to be gone here, too
            return answer
        answer.direct_passthrough = False
        answer.set_data(small.of(answer.get_data(), width))
        answer.content_type = "image/jpeg"
        return answer

    app.jinja_env.globals.update(has_small_pictures=True)
    return app


class _Small:
    """A cache of reduced pictures; thread-safe."""

    def __init__(self, shrink: Shrink) -> None:
        self._shrink = shrink
        self._kept: OrderedDict[tuple[bytes, int], bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, picture: bytes, width: int) -> bytes:
        """``picture`` in that width; unchanged where it cannot be reduced."""
        key = sha256(picture).digest(), width
        if (found := self._kept.get(key)) is not None:
            return found or picture
        try:
            made = self._shrink(picture, width)
        except ValueError:
            made = b""  # nor will it be the next time
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made or picture
