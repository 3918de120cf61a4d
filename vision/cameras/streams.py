"""Network cameras: motion JPEG and single pictures over HTTP; other protocols are left to OpenCV.

Phone camera apps deliver motion JPEG: an endless multipart response whose parts are JPEG files.
"""

from __future__ import annotations

from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from select import select
from time import monotonic, sleep
from typing import Any, BinaryIO, Protocol
from urllib import request
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber, Pacer, is_late
from vision.cameras.idle_skipping import EncodedPicture
from vision.cameras.open_errors import lost_by, lost_by_status
from vision.cameras.relayed_streams import open_relayed
from vision.cameras.tls_cameras import CONNECT_S, connected, pin_of, secured, unpinned
from vision.errors import BadImage, CameraLost

U8 = NDArray[np.uint8]
_READ_S = 90.0
_HEAVIEST, _LONGEST_LINE, _MOST_LINES = 20_000_000, 1000, 50
_MULTIPART = "multipart/x-mixed-replace"
_PAGES = ("text/html", "application/xhtml+xml")


class Stream(Protocol):
    """The body of a response."""

    def read(self, size: int, /) -> bytes:
        """Read that many bytes, fewer at the end."""
        ...

    def readline(self, limit: int, /) -> bytes:
        """Read the next line, at most ``limit`` bytes of it."""
        ...


class MultipartReader:
    """Reads the parts of a multipart response. Parts without a length end at a boundary."""

    def __init__(self, stream: Stream | BinaryIO) -> None:
        self._stream = stream
        self._boundary: bytes | None = None
        """The boundary that was read last, where the headers of a part come next."""

    def next(self) -> bytes:
        """The content of the next part. Raises EOFError at the end, BadImage where no part is found."""
        boundary = self._boundary or self._found_boundary()
        self._boundary = None
        length = self._told_length()
        if length is None:
            return self._until(boundary)
        if not 0 < length <= _HEAVIEST:
            raise BadImage("too_heavy", {"limit_mb": _HEAVIEST // 10**6})
        content = self._stream.read(length)
        if len(content) < length:
            raise EOFError
        return content

    def _line(self, limit: int = _LONGEST_LINE) -> bytes:
        line = self._stream.readline(limit)
        if not line:
            raise EOFError
        return line

    def _found_boundary(self) -> bytes:
        for _ in range(_MOST_LINES):
            line = self._line()
            if line.startswith(b"--") and line.endswith(b"\n"):
                return line.strip()
        raise BadImage("not_an_image")

    def _told_length(self) -> int | None:
        """The length in the part's headers, None where missing."""
        length = None
        for _ in range(_MOST_LINES):
            line = self._line()
            name, _, told = line.partition(b":")
            if name.strip().lower() == b"content-length" and told.strip().isdigit():
                length = int(told)
            if not line.strip():
                return length
        raise BadImage("not_an_image")

    def _until(self, boundary: bytes) -> bytes:
        content = bytearray()
        while len(content) < _HEAVIEST:
            line = self._line(_HEAVIEST)
            if line.startswith(boundary):
                self._boundary = boundary
                return bytes(content).rstrip(b"\r\n")
            content += line
        raise BadImage("too_heavy", {"limit_mb": _HEAVIEST // 10**6})


class MotionJpeg:
    """Pictures from the parts of one endless response."""

    def __init__(self, answer: HTTPResponse, name: str, fps: float) -> None:
        self._answer, self._name, self._pacer = answer, name, Pacer(fps)
        self._parts = MultipartReader(answer)

    def read(self, room: U8 | None) -> EncodedPicture:
        """The next wanted picture."""
        while True:
            asked_s = monotonic()
            try:
                blob = self._parts.next()
            except (OSError, HTTPException, EOFError) as error:
                raise CameraLost("camera_silent", {"source": self._name}) from error
            if self._pacer.should_decode(asked_s, monotonic(), is_followed=self._has_more()):
                return EncodedPicture(blob)

    def _has_more(self) -> bool:
        """Whether unread data has arrived."""
        return not self._answer.isclosed() and bool(select((self._answer,), (), (), 0.0)[0])

    def close(self) -> None:
        """Close the response."""
        self._answer.close()


class PictureAddress:
    """An address that returns the current picture, polled repeatedly."""

    def __init__(self, address: str, name: str, fps: float) -> None:
        self._address, self._name, self._step_s, self._due_s = address, name, 1 / fps, 0.0
        self._took_s = 0.0

    def read(self, room: U8 | None) -> EncodedPicture:
        """Request the current picture, once more where the response was late."""
        sleep(max(0.0, self._due_s - monotonic()))
        self._due_s = monotonic() + self._step_s
        before_s, asked_s = self._took_s, monotonic()
        picture = self._asked()
        self._took_s = monotonic() - asked_s
        return self._asked() if is_late(self._took_s, before_s) else picture

    def _asked(self) -> EncodedPicture:
        with _answer(self._address, self._name) as answer:
            try:
                blob = answer.read(_HEAVIEST)
            except (OSError, HTTPException) as error:
                raise CameraLost("camera_silent", {"source": self._name}) from error
        return EncodedPicture(blob)

    def close(self) -> None:
        """Does nothing: no connection is kept."""


def open_address(order: CaptureOptions) -> Grabber:
    """Open the camera at the address of ``order``. Raises CameraLost, within seconds where none answers."""
    address, name = order.source.text, order.source.shown
    if not address.lower().startswith("http"):
        return _open_stream(order)
    answer = _answer(address, name)
    kind = answer.headers.get_content_type()
    if kind == _MULTIPART:
        return MotionJpeg(answer, name, order.fps)
    answer.close()
    if kind.startswith("image/"):
        return PictureAddress(address, name, order.fps)
    if kind in _PAGES:
        raise CameraLost("address_page", {"source": name})
    try:
        return open_relayed(order)
    except CameraLost as lost:
        raise CameraLost("address_failing", {"source": name}) from lost


def _open_stream(order: CaptureOptions) -> Grabber:
    """Open the stream of an RTSP address, without probing it first: some cameras serve one client, once."""
    try:
        return open_relayed(order)
    except CameraLost as lost:
        if lost.code != "camera_unopened":
            raise
        raise _refusal(order.source.text, order.source.shown) from lost


def _refusal(address: str, name: str) -> CameraLost:
    """The reason why an RTSP address gave no stream: asked with a DESCRIBE request, since OpenCV does not say."""
    parts = urlsplit(unpinned(address))
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    try:
        with connected(address) as link:
            link.sendall(f"DESCRIBE {bare} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n".encode())
            status = link.makefile("rb").readline(_LONGEST_LINE).split()[1:2]
    except (OSError, UnicodeError) as error:
        return lost_by(error, name)
    return lost_by_status(int(status[0]) if status and status[0].isdigit() else 0, name)


def _answer(address: str, name: str) -> HTTPResponse:
    """Send a request to ``address`` without a proxy; passwords are sent only there."""
    parts = urlsplit(unpinned(address))
    place = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=place).geturl()
    opener = _opener(bare, unquote(parts.username or ""), unquote(parts.password or ""), pin_of(address))
    try:
        answer: HTTPResponse = opener.open(bare, timeout=_READ_S)
    except (OSError, ValueError) as error:
        if isinstance(error, HTTPError):
            error.close()
        raise lost_by(error, name) from error
    except HTTPException as error:
        raise BadImage("not_an_image") from error
    return answer


class _Connection(HTTPConnection):
    """An HTTP connection with a short connect timeout and a longer read timeout."""

    def connect(self) -> None:
        patience_s, self.timeout = self.timeout, CONNECT_S
        super().connect()
        self.sock.settimeout(patience_s)


class _SecureConnection(_Connection):
    """The same over TLS, to a camera whose certificate is pinned or vouched for by an authority."""

    default_port = HTTPSConnection.default_port

    def __init__(self, host: str, *, pin: str = "", **options: Any) -> None:
        super().__init__(host, **options)
        self._pin = pin

    def connect(self) -> None:
        super().connect()
        patience_s = self.sock.gettimeout()
        self.sock.settimeout(CONNECT_S)
        self.sock = secured(self.sock, self.host, self._pin)
        self.sock.settimeout(patience_s)


class _Opening(request.HTTPHandler):
    def http_open(self, req: request.Request) -> HTTPResponse:
        return self.do_open(_Connection, req)


class _SecureOpening(request.HTTPSHandler):
    def __init__(self, pin: str) -> None:
        super().__init__()
        self._connection = partial(_SecureConnection, pin=pin)

    def https_open(self, req: request.Request) -> HTTPResponse:
        return self.do_open(self._connection, req)


class _Refused(request.BaseHandler):
    """Closes an error response before the request is repeated with a password."""

    handler_order = 100

    def http_error_401(self, _request: object, refusal: HTTPResponse, *_: object) -> None:
        refusal.close()


def _opener(address: str, user: str, password: str, pin: str) -> request.OpenerDirector:
    """An opener for http and https only, also after redirects; https only where the certificate is trusted."""
    secrets = request.HTTPPasswordMgrWithDefaultRealm()
    if user:
        secrets.add_password(None, address, user, password)
    opener = request.OpenerDirector()
    for handler in (
        _Refused(),
        _Opening(),
        _SecureOpening(pin),
        request.HTTPRedirectHandler(),
        request.HTTPBasicAuthHandler(secrets),
        request.HTTPDigestAuthHandler(secrets),
        request.HTTPDefaultErrorHandler(),
        request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener
