"""Pages that hundreds look at: rendered and packed once for each revision, "not modified" where that is so."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Lock
from time import monotonic, sleep
from weakref import WeakValueDictionary

from flask import make_response, request
from werkzeug.wrappers import Response

KEPT_PAGES = 200
FRESH_S = 2.0
"""The maximum age of a cached page while entries keep arriving, in seconds."""
_LEVEL = 4
_WORK_S, _PAUSE_S = 0.001, 0.006


@dataclass(frozen=True, slots=True)
class _Page:
    version: Hashable
    fresh_until_s: float
    html: bytes
    packed: bytes
    tag: str


class PageCache:
    """Caches rendered pages; thread-safe, and each is rendered once at a time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()
        self._locks: WeakValueDictionary[Hashable, Lock] = WeakValueDictionary()
        self._lock = Lock()

    def page(self, key: Hashable, version: Callable[[], Hashable], render: Callable[[], Iterable[str]]) -> Response:
        """The page of ``key`` as a response, rendered again if the version changed.

        While one request renders it, the others get the one before.
        """
        with self._lock:
            turn, page = self._locks.setdefault(key, Lock()), self._pages.get(key)
        if turn.acquire(blocking=page is None):
            try:
                page = self._newest(key, version, render)
            finally:
                turn.release()
        assert page is not None
        is_packed = request.accept_encodings["gzip"] > 0
        answer = make_response(page.packed if is_packed else page.html)
        answer.headers["Cache-Control"] = "no-cache"
        answer.vary.add("Accept-Encoding")
        if is_packed:
            answer.content_encoding = "gzip"
        answer.set_etag(f"{page.tag}-packed" if is_packed else page.tag)
        return answer.make_conditional(request)

    def _newest(self, key: Hashable, version: Callable[[], Hashable], render: Callable[[], Iterable[str]]) -> _Page:
        known, began_s = self._pages.get(key), self._clock()
        if known and began_s < known.fresh_until_s:
            return known
        now = version()
        if known and known.version == now:
            known = replace(known, fresh_until_s=began_s + FRESH_S)
        else:
            html = "".join(_unhurried(render())).encode()
            known = _Page(
                now, self._clock() + FRESH_S, html, gzip.compress(html, _LEVEL), sha256(html).hexdigest()[:16]
            )
        with self._lock:
            self._pages[key] = known
            self._pages.move_to_end(key)
            while len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
        return known


def _unhurried(pieces: Iterable[str]) -> Iterator[str]:
    """``pieces`` with a pause after every few milliseconds of work, so that other requests need not wait for a page."""
    began_s = monotonic()
    for piece in pieces:
        yield piece
        if monotonic() - began_s > _WORK_S:
            sleep(_PAUSE_S)
            began_s = monotonic()
