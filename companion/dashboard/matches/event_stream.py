"""Server-sent events for each new revision of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic, sleep

from flask import Blueprint, Response, request

from companion.dashboard.matches.command_forms import tables
from companion.dashboard.matches.listener_limit import take_place
from companion.dashboard.photos.photo_service import photo_service
from companion.refusal import TranslatableRefusal

live = Blueprint("live", __name__, url_prefix="/api/matches")
LISTENERS = "listeners"
"""Extension key of the limit of connections that watch matches."""
AWAY_S = 1.0
Wait = Callable[[int, float], int]
"""Waits for a revision other than the given one, or until a timeout in seconds; returns the newest."""


@live.get("/<match>/events")
def events(match: str) -> Response:
    """Server-sent events: one for each revision after the one in view."""
    service = tables()
    service.revision(match)
    return news(partial(service.wait, match))


def news(wait: Wait) -> Response:
    """The stream of the revisions returned by ``wait``, after the client's."""
    settings = photo_service().settings
    after = request.headers.get("Last-Event-ID", type=int) or request.args.get("after", 0, type=int)
    leave = take_place(LISTENERS)
    stream = _revisions(wait, after, (settings.heartbeat_s, settings.stream_s))
    answer = Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(leave)
    return answer


def _revisions(wait: Wait, after: int, times_s: tuple[float, float]) -> Iterator[str]:
    """An event for each revision, and keep-alives in between, until the stream's maximum age."""
    heartbeat_s, longest_s = times_s
    until = monotonic() + longest_s
    yield "retry: 2000\n\n"
    while monotonic() < until:
        try:
            revision = wait(after, heartbeat_s)
        except TranslatableRefusal:  # the database is away: whoever watches hears of it by itself
            sleep(AWAY_S)
            revision = after
        if revision == after:
            yield ": still here\n\n"
            continue
        after = revision
        yield f'id: {revision}\nevent: revision\ndata: {{"revision": {revision}}}\n\n'
