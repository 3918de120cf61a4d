"""Builds the WSGI environment of a request for the application threads."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from companion.network.addresses import is_address, place_of
from companion.network.connections import Peer, peer_of
from companion.network.request_buffering import ReceivedBody
from companion.network.request_keys import UNREAD

Scope = Mapping[str, Any]


def environment(scope: Scope, arrived: ReceivedBody) -> dict[str, Any]:
    """The WSGI environment of a request (PEP 3333)."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    path = unquote_to_bytes(scope["raw_path"]) if scope.get("raw_path") else scope["path"].encode()
    return {
        **_headers(scope["headers"]),
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "CONTENT_LENGTH": "" if arrived.announced is None else str(arrived.announced),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(arrived.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        UNREAD: arrived.status,
    }


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers in WSGI form, without transfer encoding headers.

    One with an underscore could pass for another, and is left out.
    """
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name or name in ("TRANSFER-ENCODING", "CONTENT-LENGTH"):
            continue
        key = "CONTENT_TYPE" if name == "CONTENT-TYPE" else f"HTTP_{name.replace('-', '_')}"
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{value}" if key in found else value
    return found


def announced_bytes(scope: Scope) -> int | None:
    """The declared length of the body; None where missing."""
    said = next((value for name, value in scope["headers"] if name.lower() == b"content-length"), b"")
    return int(said) if said.isdigit() else None


def who_asks(scope: Scope) -> Peer:
    """The peer of the connection."""
    host, port = (scope.get("client") or ("", 0))[:2]
    try:
        return peer_of(str(host), int(port))
    except ValueError:
        return str(host), int(port)


def place_asking(scope: Scope, *, is_proxied: bool) -> str:
    """The client's address: that of the connection, or the last one added by a proxy in front."""
    passed = [value for name, value in scope["headers"] if name.lower() == b"x-forwarded-for"] if is_proxied else []
    last = passed[-1].decode("latin-1").rsplit(",", 1)[-1].strip() if passed else ""
    return place_of(last if is_address(last) else who_asks(scope)[0])
