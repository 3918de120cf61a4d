"""Cameras at an address: motion JPEG and single pictures over a real socket, and whatever else may answer there."""

from __future__ import annotations

import base64
import io
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep

import numpy as np
import pytest

from tests.vision.cameras.stand_ins import acted
from tests.vision.image_files import encoded
from vision.cameras import CameraHealth, CameraState, CameraTrouble
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber
from vision.cameras.idle_skipping import EncodedPicture
from vision.cameras.open_errors import CAUSES, cause_of
from vision.cameras.sources import Source, SourceKind
from vision.cameras.streams import MultipartReader, open_address
from vision.errors import BadImage, CameraLost

JPEGS = tuple(encoded(acted("well", number)) for number in range(3))
BINARY = b"line\r\n--not the boundary\r\n\r\n\xff--\n"


@pytest.mark.parametrize(
    "stream",
    [
        b"--b\r\nContent-Type: x\r\nContent-Length: 5\r\n\r\none-1\r\n--b\r\ncontent-length:5\r\n\r\none-2\r\n",
        b"\r\n\r\n--b\nX: y\n\none-1\n--b\n\none-2\n--b--\n",
        b"--b\r\nContent-Length: 5\r\n\r\none-1--b\r\n\r\n--b\r\nContent-Length: 5\r\n\r\none-2",
    ],
    ids=["with lengths", "without lengths", "nothing between"],
)
def test_parts_come_one_after_another(stream: bytes) -> None:
    parts = MultipartReader(io.BytesIO(stream))
    assert parts.next() == b"one-1"
    if b"one-1--b" not in stream:
        assert parts.next() == b"one-2"
        with pytest.raises(EOFError):
            parts.next()


def test_a_part_may_hold_any_bytes() -> None:
    told = b"--b\r\nContent-Length: %d\r\n\r\n" % len(BINARY)
    parts = MultipartReader(io.BytesIO(told + BINARY + b"\r\n" + told + BINARY))
    assert [parts.next(), parts.next()] == [BINARY, BINARY]
    untold = MultipartReader(io.BytesIO(b"--bb\r\n\r\n" + BINARY + b"\r\n--bb\r\n"))
    assert untold.next() == BINARY.rstrip()


@pytest.mark.parametrize(
    ("stream", "error"),
    [
        (b"", EOFError),
        (b"--b\r\n", EOFError),
        (b"--b\r\nContent-Length: 9\r\n\r\nshort", EOFError),
        (b"--b\r\n\r\nno end", EOFError),
        (b"junk\n" * 200, BadImage),
        (b"x" * 100_000, BadImage),
        (b"--b\r\n" + b"Header: x\r\n" * 200, BadImage),
        (b"--b\r\nContent-Length: 99999999999\r\n\r\n", BadImage),
        (b"--b\r\nContent-Length: 0\r\n\r\n", BadImage),
    ],
)
def test_a_stream_that_is_no_motion_jpeg_is_told(stream: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        MultipartReader(io.BytesIO(stream)).next()


class Answers(BaseHTTPRequestHandler):
    """What stands at each path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        getattr(self, f"_{self.path.strip('/').partition('?')[0]}")()

    def log_message(self, *_: object) -> None:
        pass

    def _head(self, kind: str, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, told in {"Content-Type": kind, "Connection": "close", **headers}.items():
            self.send_header(name, told)
        self.end_headers()

    def _video(self) -> None:
        self._head("multipart/x-mixed-replace; boundary=frame")
        for jpeg in JPEGS:
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
            self.wfile.write(jpeg + b"\r\n")
            self.wfile.flush()
            sleep(0.12)

    def _shot(self) -> None:
        self._head("image/jpeg", **{"Content-Length": str(len(JPEGS[0]))})
        self.wfile.write(JPEGS[0])

    def _secret(self) -> None:
        if self.headers.get("Authorization") == "Basic " + base64.b64encode(b"ana:cla ve").decode():
            return self._shot()
        return self._head("text/plain", 401, **{"WWW-Authenticate": 'Basic realm="camera"', "Content-Length": "0"})

    def _moved(self) -> None:
        self._head("text/plain", 302, Location="/shot", **{"Content-Length": "0"})

    def _escape(self) -> None:
        self._head("text/plain", 302, Location="file:///etc/passwd", **{"Content-Length": "0"})

    def _gone(self) -> None:
        self._head("text/plain", 404, **{"Content-Length": "0"})

    def _forbidden(self) -> None:
        self._head("text/plain", 403, **{"Content-Length": "0"})

    def _busy(self) -> None:
        self._head("text/plain", 503, **{"Content-Length": "0"})

    def _page(self) -> None:
        self._head("text/html; charset=utf-8", **{"Content-Length": "0"})

    def _junk(self) -> None:
        self._head("multipart/x-mixed-replace; boundary=frame")
        self.wfile.write(b"--frame\r\nContent-Length: 9\r\n\r\nno JPEG!!\r\n" * 3)

    def _garbage(self) -> None:
        self.wfile.write(np.random.default_rng(0).bytes(4000))
        self.close_connection = True


@contextmanager
def served(handler: type[BaseHTTPRequestHandler] = Answers) -> Iterator[str]:
    """The place of a server on this machine alone."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    with served() as where:
        yield where


def opened(address: str, fps: float = 50) -> Grabber:
    return open_address(CaptureOptions(source=Source(SourceKind.ADDRESS, address), fps=fps))


def test_a_motion_jpeg_gives_its_pictures_and_then_breaks_off(place: str) -> None:
    seen: list[int] = []
    with closing(opened(f"http://{place}/video")) as grabber, suppress(CameraLost):
        while len(seen) < 99:
            seen.append(number_of(grabber.read(None)))
    assert seen[0] == 0
    assert seen == sorted(set(seen))


def number_of(picture: object) -> int:
    assert isinstance(picture, EncodedPicture)
    bgr: np.ndarray = picture.bgr()
    return min(range(3), key=lambda number: float(np.abs(bgr.astype(int) - acted("well", number)).mean()))


@pytest.mark.parametrize("address", ["http://{}/shot", "http://ana:cla%20ve@{}/secret", "http://{}/moved"])
def test_a_single_picture_is_asked_for_again_and_again(place: str, address: str) -> None:
    with closing(opened(address.format(place))) as grabber:
        for _ in range(2):
            picture = grabber.read(None)
            assert isinstance(picture, EncodedPicture)
            assert picture.bgr().shape == (480, 640, 3)


@pytest.mark.parametrize(
    "address",
    ["http://{}/gone", "http://{}/secret", "http://ana:wrong@{}/secret", "http://{}/escape", "rtsp://127.0.0.1:9/live",
     "http://127.0.0.1:9/", "http://no-such-host.invalid/video"],
)  # fmt: skip
def test_an_address_that_gives_no_pictures_is_a_lost_camera(place: str, address: str) -> None:
    with pytest.raises(CameraLost) as lost:
        opened(address.format(place))
    assert "wrong" not in str(lost.value)


CAUSES_TOLD = {
    "http://{}/gone": "address_empty",
    "http://{}/secret": "address_locked",
    "http://ana:wrong@{}/secret": "address_locked",
    "http://{}/forbidden": "address_forbidden",
    "http://{}/busy": "address_failing",
    "http://{}/page": "address_page",
    "https://{}/video": "address_insecure",
    "http://127.0.0.1:9/": "address_unopened",
    "rtsp://127.0.0.1:9/live": "address_unopened",
    "http://no-such-host.invalid/video": "address_nameless",
    "rtsp://{}/live": "address_failing",
}


@pytest.mark.parametrize("address", CAUSES_TOLD)
def test_an_address_tells_why_it_gives_no_pictures(place: str, address: str) -> None:
    with pytest.raises(CameraLost) as lost:
        opened(address.format(place))
    assert lost.value.code == CAUSES_TOLD[address]
    health = CameraHealth(state=CameraState.LOST, trouble=CameraTrouble.UNOPENED, source="http://x/y",
                          cause=CAUSES[cause_of(lost.value)])  # fmt: skip
    assert health.sentence("en") == CameraLost(lost.value.code, {"source": "http://x/y"}).sentence("en")


@pytest.mark.parametrize(
    ("status", "code"), [(401, "address_locked"), (404, "address_empty"), (200, "address_failing")]
)
def test_a_stream_tells_why_it_gives_no_pictures(status: int, code: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        Thread(target=_speaks_rtsp, args=(server, status), daemon=True).start()
        with pytest.raises(CameraLost) as lost:
            opened(f"rtsp://127.0.0.1:{server.getsockname()[1]}/live")
    assert lost.value.code == code


def _speaks_rtsp(server: socket.socket, status: int) -> None:
    """Answers every request with ``status`` until the server is closed."""
    with suppress(OSError):
        while True:
            link, _ = server.accept()
            with link:
                sequence = next(
                    (line for line in link.recv(2000).split(b"\r\n") if line.startswith(b"CSeq")), b"CSeq: 1"
                )
                link.sendall(b"RTSP/1.0 %d So\r\n%s\r\n\r\n" % (status, sequence))


def test_a_camera_that_serves_one_client_once_is_asked_once() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        asked: list[bytes] = []
        Thread(target=_serves_once, args=(server, asked), daemon=True).start()
        with closing(opened(f"http://127.0.0.1:{server.getsockname()[1]}/video")) as grabber:
            assert number_of(grabber.read(None)) == 0
    assert len(asked) == 1


def _serves_once(server: socket.socket, asked: list[bytes]) -> None:
    """Shows a picture to whoever comes first, even one who goes away at once, and is then over."""
    link, _ = server.accept()
    server.close()
    with link:
        asked.append(link.recv(2000))
        link.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n--frame\r\n")
        link.sendall(b"Content-Length: %d\r\n\r\n" % len(JPEGS[0]) + JPEGS[0] + b"\r\n")


@pytest.mark.parametrize("path", ["junk", "garbage"])
def test_garbage_at_an_address_is_no_picture(place: str, path: str) -> None:
    with pytest.raises(BadImage), closing(opened(f"http://{place}/{path}")) as grabber:
        number_of(grabber.read(None))


@pytest.mark.parametrize("address", ["rtsp://10.255.255.1/live", "http://10.255.255.1/live"])
def test_nobody_waits_long_where_nobody_listens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object, timeout: float = 99) -> None:
        assert min(timeout, given[1] if len(given) > 1 else 99) < 3
        raise TimeoutError

    def silent(order: CaptureOptions) -> Grabber:
        raise CameraLost("camera_unopened", {"source": order.source.shown})

    monkeypatch.setattr("socket.create_connection", never)
    monkeypatch.setattr("vision.cameras.relayed_streams.open_with_ffmpeg", silent)
    with pytest.raises(CameraLost):
        opened(address)
