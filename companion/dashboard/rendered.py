"""Pages that hundreds look at: rendered once for each revision, and answered with "not modified" where that is so."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from time import monotonic

from flask import make_response, request
from werkzeug.wrappers import Response

KEPT_PAGES = 200
FRESH_S = 1.0
"""How long a page may be behind while things are said all the time."""


@dataclass(frozen=True, slots=True)
class _Page:
    revision: int
    made_s: float
    html: str
    tag: str


class Rendered:
    """Keeps rendered pages; safe to use from many threads, and none is rendered twice at once."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def page(self, key: Hashable, revision: Callable[[], int], render: Callable[[], str]) -> Response:
        """The page of ``key`` as an answer to this request, rendered anew if the revision is another."""
        with self._lock:
            turn = self._locks.setdefault(key, Lock())
        with turn:
            page = self._newest(key, revision, render)
        answer = make_response(page.html)
        answer.headers["Cache-Control"] = "no-cache"
        answer.set_etag(page.tag)
        return answer.make_conditional(request)

    def _newest(self, key: Hashable, revision: Callable[[], int], render: Callable[[], str]) -> _Page:
        known = self._pages.get(key)
        if known and self._clock() - known.made_s < FRESH_S:
            return known
        now = revision()
        if known is None or known.revision != now:
            html = render()
            known = _Page(now, self._clock(), html, sha256(html.encode()).hexdigest()[:16])
        else:
            known = _Page(known.revision, self._clock(), known.html, known.tag)
        with self._lock:
            self._pages[key] = known
            self._pages.move_to_end(key)
            while len(self._pages) > KEPT_PAGES:
                gone, _ = self._pages.popitem(last=False)
                self._locks.pop(gone, None)
        return known
