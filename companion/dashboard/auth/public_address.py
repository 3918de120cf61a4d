"""Where other devices find these pages, and the codes that take them there."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from companion.dashboard.photos.photo_service import photo_service
from companion.network.addresses import is_this_machine


def outside_url() -> str | None:
    """The address of these pages for other devices; ``None`` where only this machine finds them."""
    url = photo_service().settings.public_url or request.host_url
    return None if is_this_machine(urlsplit(url).hostname or "localhost") else url.rstrip("/") + "/"


def is_reachable() -> bool:
    """Whether other devices find these pages."""
    return outside_url() is not None


def phones_command() -> str:
    """What to type so that other devices find these pages; empty where only a network is missing."""
    return photo_service().settings.phones_command


def address_of(path: str) -> str:
    """The whole address of a page: for other devices, or for this machine where they find none."""
    return (outside_url() or request.host_url).rstrip("/") + path


def drawn_code(address: str, *, on_a_screen: bool = False) -> Markup:
    """The QR code of an address, as SVG; on a screen, which nobody smudges, of fewer and larger squares."""
    code = segno.make_qr(address, error="l" if on_a_screen else "m", boost_error=not on_a_screen)
    return Markup(
        code.svg_inline(scale=5, border=4, dark="#111", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    )
