"""Cameras that are encrypted: by a certificate that somebody vouches for, or by one of their own that was trusted.

A camera at home vouches for itself. Whoever trusts it writes the fingerprint of its certificate after its address
(``https://192.168.0.7/video#sha256=…``), and nothing is asked of a camera that shows another one.
"""

from __future__ import annotations

import re
import socket
import ssl
from contextlib import suppress
from hashlib import sha256
from select import select
from threading import Thread
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
SECURE = ("https", "rtsps")
CONNECT_S = 2.5
_PIN, _LENGTH, _PART_BYTES = "sha256=", 64, 65536


class OtherCertificate(ssl.SSLError):
    """A camera shows another certificate than the one that was trusted."""


def pin_of(address: str) -> str:
    """The fingerprint that an address names, as 64 digits; empty where it names none."""
    fragment = urlsplit(address).fragment
    return "".join(re.findall(r"[0-9a-f]", fragment.lower().removeprefix(_PIN))) if is_pinned(address) else ""


def is_pinned(address: str) -> bool:
    """Whether an address ends in what should be a fingerprint."""
    return urlsplit(address).fragment.lower().startswith(_PIN)


def is_pin(text: str) -> bool:
    """Whether a text is a fingerprint: 64 hexadecimal digits, perhaps with colons between them."""
    return re.fullmatch(rf"[0-9a-f]{{{_LENGTH}}}", text.lower().replace(":", "")) is not None


def pinned(address: str, fingerprint: str) -> str:
    """The address of a camera whose certificate has this fingerprint."""
    return urlsplit(address)._replace(fragment=_PIN + fingerprint.lower().replace(":", "")).geturl()


def unpinned(address: str) -> str:
    """The address as it is asked for: nobody is sent what stands after ``#``."""
    return urlsplit(address)._replace(fragment="").geturl()


def fingerprint_of(certificate: bytes) -> str:
    """The fingerprint of a certificate, given as DER: 64 digits."""
    return sha256(certificate).hexdigest()


def secured(link: socket.socket, host: str, pin: str = "") -> ssl.SSLSocket:
    """The same connection, encrypted, to ``host``, whose certificate has the fingerprint ``pin``; without one it has to
    be vouched for. Raises OSError: OtherCertificate, ssl.SSLError."""
    context = ssl.create_default_context()
    if pin:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    safe = context.wrap_socket(link, server_hostname=host)
    if pin and fingerprint_of(safe.getpeercert(binary_form=True) or b"") != pin:
        safe.close()
        raise OtherCertificate("another certificate")
    return safe


def connected(address: str) -> socket.socket:
    """A connection to the camera at an address, encrypted where it asks for that. Raises OSError."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme.lower()]
    link = socket.create_connection((host, port), timeout=CONNECT_S)
    if parts.scheme.lower() not in SECURE:
        return link
    try:
        return secured(link, host, pin_of(address))
    except OSError:
        link.close()
        raise


def shown_certificate(address: str) -> bytes:
    """The certificate that a camera shows, as DER, whoever vouches for it; nothing else is asked. Raises OSError."""
    parts = urlsplit(address)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    place = parts.hostname or "", parts.port or PORTS[parts.scheme.lower()]
    with (
        socket.create_connection(place, timeout=CONNECT_S) as link,
        context.wrap_socket(link, server_hostname=parts.hostname) as safe,
    ):
        return safe.getpeercert(binary_form=True) or b""


class Relay:
    """A place on this machine from which what is not encrypted goes to an encrypted camera, and comes back.

    What opens streams for us looks at no certificate; here it is looked at, for every connection.
    """

    def __init__(self, address: str) -> None:
        """Raises OSError where the camera cannot be trusted, or is not there: one connection is made at once."""
        self._address, self._first = address, connected(address)
        self._server = socket.create_server(("127.0.0.1", 0))
        Thread(target=self._accepts, name="camera relay", daemon=True).start()

    @property
    def address(self) -> str:
        """Where the camera is to be asked, without encryption."""
        parts = urlsplit(unpinned(self._address))
        scheme = parts.scheme.lower().removesuffix("s")
        who, at, _ = parts.netloc.rpartition("@")
        return parts._replace(scheme=scheme, netloc=f"{who}{at}127.0.0.1:{self._server.getsockname()[1]}").geturl()

    def close(self) -> None:
        """Lets nobody in any more."""
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)  # wakes who waits for somebody to come in
        self._server.close()

    def _accepts(self) -> None:
        far: socket.socket | None = self._first
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                try:
                    far = far or connected(self._address)
                except OSError:
                    near.close()
                    continue
                Thread(target=_carries, args=(near, far), name="camera relay", daemon=True).start()
                far = None
        if far:
            far.close()


def _carries(near: socket.socket, far: socket.socket) -> None:
    """Hands on everything that comes from one of the two until one of them ends.

    One thread does both ways: OpenSSL lets nobody read from a connection while another writes to it.
    """
    with suppress(OSError), near, far:
        while True:
            ready, _, _ = select((near, far), (), ())
            for one, other in ((near, far), (far, near)):
                if one in ready and not _handed_on(one, other):
                    return


def _handed_on(one: socket.socket, other: socket.socket) -> bool:
    """Hands on what has come from ``one``, without waiting for more; False where that was its end. Raises OSError."""
    one.setblocking(False)
    other.setblocking(True)
    with suppress(ssl.SSLWantReadError, BlockingIOError):
        while part := one.recv(_PART_BYTES):
            other.sendall(part)
        return False
    return True
