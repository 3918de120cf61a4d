"""Detect requests from this very machine, without a proxy in between.

A relay speaks to us from here, whoever is behind it. It gives itself away by what it says of them, by the name and port
under which they know these pages, or by an older HTTP; one that lies about all of it is told by nothing but a secret.
"""

from __future__ import annotations

from urllib.parse import SplitResult

from flask import request

from companion.dashboard.settings import settings_in_use
from companion.network.addresses import is_this_machine, parts_of

_PASSED_ON = frozenset(
    {"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "X-Original-Host"}
)
_PASSED_ON_PREFIX = "X-Forwarded-"
_OLD = "HTTP/1.0"
"""The protocol version that no browser uses, but an unconfigured proxy does."""


def is_near() -> bool:
    """Whether the request comes from this machine; never where the pages are reachable from others."""
    return (
        settings_in_use().is_private
        and is_this_machine(request.remote_addr or "")
        and not _is_passed_on()
        and _is_called_as_here()
    )


def _is_passed_on() -> bool:
    names = [name.title() for name, _ in request.headers]
    is_told = any(name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIX) for name in names)
    return is_told or request.environ.get("SERVER_PROTOCOL") == _OLD or _is_known_by_another_name()


def _is_called_as_here() -> bool:
    """Whether the Host header is a name and port of this machine only."""
    asked = parts_of(f"{request.scheme}://{request.host}")
    return is_this_machine(asked.hostname or "") and _port(asked) == int(request.environ["SERVER_PORT"])


def _is_known_by_another_name() -> bool:
    """Whether the browser was on a page of ours under another host name.

    One that comes from somebody else's page says so beside it.
    """
    before = request.headers.get("Referer")
    is_of_others = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site", "none")
    return before is not None and not is_of_others and parts_of(before).netloc != request.host


def _port(address: SplitResult) -> int:
    try:
        return address.port or {"https": 443}.get(address.scheme, 80)
    except ValueError:
        return 0
