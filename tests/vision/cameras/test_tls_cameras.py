"""Cameras that are encrypted: whose certificate is taken, whose is refused, and that nothing is asked before."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest

from companion.network.certificates import Authority
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.idle_skipping import EncodedPicture
from vision.cameras.sources import Source, SourceKind, parse_source
from vision.cameras.streams import open_address
from vision.cameras.tls_cameras import Relay, fingerprint_of, is_pin, pin_of, pinned, shown_certificate, unpinned
from vision.errors import BadSource, CameraLost

PIN = "ab" * 32
PICTURE = bytes(cv2.imencode(".png", np.full((48, 64, 3), 90, np.uint8))[1])


@dataclass
class OwnCamera:
    """A camera that vouches for itself, and what it was asked."""

    port: int
    fingerprint: str
    asked: list[bytes] = field(default_factory=list)

    def source(self, scheme: str = "https", who: str = "", pin: str = "") -> str:
        """Its address."""
        address = f"{scheme}://{who}127.0.0.1:{self.port}/video"
        return pinned(address, pin) if pin else address


@contextmanager
def camera(folder: Path, answer: bytes) -> Iterator[OwnCamera]:
    """A camera that gives ``answer`` to whatever it is asked."""
    leaf = Authority.open(folder).leaf([], ["127.0.0.1"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(leaf.certificate, leaf.key)
    der = ssl.PEM_cert_to_DER_cert(
        leaf.certificate.read_text().partition("-----END")[0] + "-----END CERTIFICATE-----\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = OwnCamera(server.getsockname()[1], fingerprint_of(der))
        Thread(target=_answers, args=(server, context, answer, found.asked), daemon=True).start()
        yield found


def _answers(server: socket.socket, context: ssl.SSLContext, answer: bytes, asked: list[bytes]) -> None:
    with suppress(OSError):
        while True:
            link, _ = server.accept()
            with suppress(OSError), link, context.wrap_socket(link, server_side=True) as safe:
                if request := safe.recv(4096):
                    asked.append(request)
                    safe.sendall(answer)


HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: %d\r\n\r\n%s" % (len(PICTURE), PICTURE)
RTSP = b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnCamera]:
    """A camera of pictures."""
    with camera(tmp_path_factory.mktemp("own"), HTTP) as found:
        yield found


def why(source: str) -> str:
    """Why a camera cannot be opened."""
    with pytest.raises(CameraLost) as lost:
        open_address(CaptureOptions(source=parse_source(source)))
    return lost.value.code


def test_the_certificate_of_a_camera_is_shown_before_anybody_trusts_it(own: OwnCamera) -> None:
    asked = len(own.asked)
    assert fingerprint_of(shown_certificate(own.source())) == own.fingerprint
    assert len(own.asked) == asked, "nothing is asked of it"


def test_a_camera_whose_certificate_is_trusted_shows_its_pictures(own: OwnCamera) -> None:
    grabber = open_address(CaptureOptions(source=parse_source(own.source(pin=own.fingerprint))))
    picture = grabber.read(None)
    grabber.close()
    assert isinstance(picture, EncodedPicture)
    assert int(picture.bgr()[0, 0, 0]) == 90
    assert own.asked[-1].startswith(b"GET /video HTTP/1.1"), "the fingerprint is nobody's business"


REFUSED = {
    # the scheme, the fingerprint that was trusted, and why it is refused
    "https that nobody trusts": ("https", "", "address_untrusted"),
    "https that is another": ("https", PIN, "address_other"),
    "rtsps that nobody trusts": ("rtsps", "", "address_untrusted"),
    "rtsps that is another": ("rtsps", PIN, "address_other"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_asked_of_a_camera_that_is_not_trusted(name: str, own: OwnCamera) -> None:
    scheme, pin, code = REFUSED[name]
    asked = len(own.asked)
    assert why(own.source(scheme, "ana:secret@", pin)) == code
    assert len(own.asked) == asked, "least of all with a password"


def test_a_trusted_stream_is_asked_through_its_encryption(tmp_path: Path) -> None:
    with camera(tmp_path, RTSP) as found:
        assert why(found.source("rtsps", pin=found.fingerprint)) == "address_locked"
        assert all(request.split(b" ")[0] in (b"OPTIONS", b"DESCRIBE") for request in found.asked)
        assert found.asked


def test_a_relay_hands_on_both_ways_and_refuses_another_certificate(tmp_path: Path) -> None:
    with camera(tmp_path, b"pictures") as found:
        relay = Relay(found.source("rtsps", "ana:x@", found.fingerprint))
        assert relay.address.startswith("rtsp://ana:x@127.0.0.1:")
        place = ("127.0.0.1", int(relay.address.rpartition(":")[2].partition("/")[0]))
        for _ in range(2):
            with socket.create_connection(place, timeout=20) as link:
                link.sendall(b"DESCRIBE")
                assert link.recv(100) == b"pictures"
        relay.close()
        with pytest.raises(ssl.SSLError, match="another certificate"):
            Relay(found.source("rtsps", pin=PIN))


WRITTEN = {
    # what is written, and the source that is meant; None for none
    "as a browser shows it": (f"https://10.0.0.7/v#sha256={':'.join(['AB'] * 32)}", f"https://10.0.0.7/v#sha256={PIN}"),
    "as it is kept": (f"rtsps://a:b@10.0.0.7/v?x=1#sha256={PIN}", f"rtsps://a:b@10.0.0.7/v?x=1#sha256={PIN}"),
    "too short": ("https://10.0.0.7/v#sha256=ab", None),
    "no digits": (f"https://10.0.0.7/v#sha256={'x' * 64}", None),
    "empty": ("https://10.0.0.7/v#sha256=", None),
    "not encrypted": (f"http://10.0.0.7/v#sha256={PIN}", None),
    "another fragment": ("https://10.0.0.7/v#top", "https://10.0.0.7/v#top"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_fingerprint_is_written_after_the_address(name: str) -> None:
    written, wanted = WRITTEN[name]
    if wanted is None:
        with pytest.raises(BadSource, match="64 cifras"):
            parse_source(written)
        return
    source = parse_source(written)
    assert source == Source(SourceKind.ADDRESS, wanted)
    assert parse_source(str(source)) == source
    assert "#" not in source.shown
    assert "#" not in unpinned(str(source))
    assert pin_of(str(source)) in (PIN, "")


@pytest.mark.parametrize(("text", "is_one"), [(PIN, True), (PIN.upper(), True), (PIN[1:], False), ("", False)])
def test_what_is_a_fingerprint(text: str, is_one: bool) -> None:
    assert is_pin(text) == is_one
