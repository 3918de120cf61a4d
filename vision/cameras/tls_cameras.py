"""TLS for network cameras: certificates from an authority, or self-signed ones pinned by fingerprint.

A home camera signs its own certificate. To trust it, its fingerprint is appended to its address
(``https://192.168.0.7/video#sha256=…``), and a camera with any other certificate is refused.
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
    """The camera's certificate differs from the pinned one."""


def pin_of(address: str) -> str:
    """The fingerprint in an address, 64 hexadecimal digits; empty where it has none."""
    fragment = urlsplit(address).fragment
    return "".join(re.findall(r"[0-9a-f]", fragment.lower().removeprefix(_PIN))) if is_pinned(address) else ""


def is_pinned(address: str) -> bool:
    """Whether an address ends in a fingerprint fragment, valid or not."""
    return urlsplit(address).fragment.lower().startswith(_PIN)


def is_pin(text: str) -> bool:
    """Whether a text is a fingerprint: 64 hexadecimal digits, optionally with colons."""
    return re.fullmatch(rf"[0-9a-f]{{{_LENGTH}}}", text.lower().replace(":", "")) is not None


def pinned(address: str, fingerprint: str) -> str:
    """The address with this certificate fingerprint appended."""
    return urlsplit(address)._replace(fragment=_PIN + fingerprint.lower().replace(":", "")).geturl()


def unpinned(address: str) -> str:
    """The address without its fragment, as it is requested."""
    return urlsplit(address)._replace(fragment="").geturl()


def fingerprint_of(certificate: bytes) -> str:
    """The SHA-256 fingerprint of a DER certificate: 64 digits."""
    return sha256(certificate).hexdigest()


def secured(link: socket.socket, host: str, pin: str = "") -> ssl.SSLSocket:
    """Wrap a connection to ``host`` in TLS, verifying the fingerprint ``pin`` or else the certificate chain.

    Raises OSError: OtherCertificate, ssl.SSLError.
    """
    context = ssl.create_default_context()
    if pin:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    safe = context.wrap_socket(link, server_hostname=host)
    if pin and fingerprint_of(safe.getpeercert(binary_form=True) or b"") != pin:
        safe.close()
        raise OtherCertificate("another certificate")
    return safe


def connected(address: str) -> socket.socket:
    """Connect to the camera at an address, with TLS where its scheme asks for it. Raises OSError."""
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
    """The certificate that a camera presents, as DER, unverified; nothing else is requested. Raises OSError."""
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
    """A local plain-text port that forwards to a TLS camera and back.

    The stream libraries verify no certificates; here it is verified for every connection.
    """

    def __init__(self, address: str) -> None:
        """Raises OSError where the camera is untrusted or unreachable: one connection is made at once."""
        self._address, self._first = address, connected(address)
        self._server = socket.create_server(("127.0.0.1", 0))
        Thread(target=self._accepts, name="camera relay", daemon=True).start()

    @property
    def address(self) -> str:
        """The local address of the camera, without encryption."""
        parts = urlsplit(unpinned(self._address))
        scheme = parts.scheme.lower().removesuffix("s")
        who, at, _ = parts.netloc.rpartition("@")
        return parts._replace(scheme=scheme, netloc=f"{who}{at}127.0.0.1:{self._server.getsockname()[1]}").geturl()

    def close(self) -> None:
        """Stop accepting connections."""
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
    """Forward data between both connections until either ends.

    One thread serves both directions: OpenSSL does not allow reading from a connection while another thread writes to
    it.
    """
    with suppress(OSError), near, far:
        while True:
            ready, _, _ = select((near, far), (), ())
            for one, other in ((near, far), (far, near)):
                if one in ready and not _handed_on(one, other):
                    return


def _handed_on(first: socket.socket, other: socket.socket) -> bool:
    """Forward the data that has arrived from ``first`` without waiting for more; False at its end. Raises OSError."""
    first.setblocking(False)
    other.setblocking(True)
    with suppress(ssl.SSLWantReadError, BlockingIOError):
        while part := first.recv(_PART_BYTES):
            other.sendall(part)
        return False
    return True
