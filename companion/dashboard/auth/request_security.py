"""Host and origin checks, and security headers."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from typing import TYPE_CHECKING

from flask import Flask, request
from flask_babel import gettext as _
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response

from companion.dashboard.admission_queue import QueueFull
from companion.dashboard.error_pages import refuse
from companion.network.addresses import parts_of
from companion.network.request_keys import UNREAD

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    # With no-referrer a browser would send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OWN_NAMES = ("localhost", "burako.local")
"""Names that mean this program in every house."""
FILES = frozenset({"static", "assets.styles"})
"""Endpoints of static files, the same for every visitor."""
STRANGE = "burako.strange"
"""Environment key of a request whose host name is not one of the house's."""
_NOBODY = "unknown.invalid"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def guard(app: Flask, hosts: tuple[str, ...], proxy_url: str | None = None) -> None:
    """Reject requests for foreign hosts and from other sites, and set ``HEADERS`` on every answer.

    A proxy shows the pages at ``proxy_url``, whatever name it asks us by, and adds from where each request came.
    """
    outermost = parts_of(proxy_url or "")
    known = frozenset((*OWN_NAMES, *(host.lower() for host in (*hosts, outermost.hostname or "localhost"))))
    if proxy_url:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=0)  # type: ignore[method-assign]
    app.wsgi_app = _only_for(known, app.wsgi_app)  # type: ignore[method-assign,assignment]

    @app.before_request
    def check() -> None:
        if STRANGE in request.environ or not _is_known(_host_name(request.host), known):
            refuse(421, _("Esta página no se llama así: entrá por la dirección que muestra el programa."))
        if request.method not in SAFE_METHODS and _is_from_elsewhere(outermost.netloc):
            refuse(403, _("Este pedido viene de otra página y no se acepta."))
        if request.environ.get(UNREAD) == HTTPStatus.SERVICE_UNAVAILABLE:
            raise QueueFull

    @app.after_request
    def protect(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.endpoint not in FILES:
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def _only_for(hosts: frozenset[str], app: WSGIApplication) -> WSGIApplication:
    """``app``, with the Host header replaced by a valid name wherever it is not its own."""

    def asked(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not _is_known(_host_name(environ.get("HTTP_HOST", "")), hosts):
            environ |= {"HTTP_HOST": _NOBODY, STRANGE: True}
        return app(environ, start)

    return asked


def _host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    return (parts_of(f"//{host}").hostname or "").lower()


def _is_known(name: str, hosts: frozenset[str]) -> bool:
    """Whether ``name`` is ours. A plain IP address always is: no foreign name can be made to point here by it."""
    try:
        return bool(ip_address(name))
    except ValueError:
        return name in hosts


def _is_from_elsewhere(outermost: str) -> bool:
    """Whether the browser's headers name another site as the origin. Other clients send none."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return parts_of(origin).netloc not in (request.host, outermost or request.host)
    return request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")
