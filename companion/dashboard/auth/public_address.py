"""The addresses of the pages for other devices, and their QR codes."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from companion.dashboard.photos.photo_service import photo_service
from companion.network.addresses import is_this_machine


def outside_url() -> str | None:
    """The base URL for other devices; ``None`` where only this machine reaches the pages."""
    url = photo_service().settings.public_url or request.host_url
    return None if is_this_machine(urlsplit(url).hostname or "localhost") else url.rstrip("/") + "/"


def is_reachable() -> bool:
    """Whether other devices reach the pages."""
    return outside_url() is not None


def phones_command() -> str:
    """The command that makes the pages reachable; empty where only a network is missing."""
    return photo_service().settings.phones_command


def address_of(path: str) -> str:
    """The full URL of a page: for other devices or, without any, for this machine."""
    return (outside_url() or request.host_url).rstrip("/") + path


def drawn_code(address: str, *, on_a_screen: bool = False) -> Markup:
    """The QR code of an address, as SVG; with low error correction, sufficient on a screen."""
    code = segno.make_qr(address, error="l" if on_a_screen else "m", boost_error=not on_a_screen)
    return Markup(
        code.svg_inline(scale=5, border=4, dark="#111", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    )
