"""Why a source cannot be opened: the error codes that travel with a capture's heartbeat."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException
from urllib.error import HTTPError, URLError

from vision.cameras.tls_cameras import OtherCertificate
from vision.errors import CameraLost

CAUSES = (
    "",
    "camera_absent",
    "camera_forbidden",
    "film_unopened",
    "film_pictureless",
    "film_unchanging",
    "folder_unopened",
    "address_locked",
    "address_forbidden",
    "address_empty",
    "address_page",
    "address_failing",
    "address_untrusted",
    "address_insecure",
    "address_nameless",
    "address_other",
    "camera_resting",
)
"""Sentence codes, referred to by index in a heartbeat; the first is the unknown cause."""
RESTING = CAUSES.index("camera_resting")
"""The capture ended or hung so often that the camera is left alone for a while."""
_BY_STATUS = {401: "address_locked", 407: "address_locked", 403: "address_forbidden", 404: "address_empty",
              410: "address_empty", 454: "address_empty"}  # fmt: skip


def cause_of(lost: CameraLost) -> int:
    """The index of an error's code in ``CAUSES``; 0 where it only says that no pictures come."""
    return CAUSES.index(lost.code) if lost.code in CAUSES else 0


def lost_by(error: Exception, name: str) -> CameraLost:
    """The CameraLost for an address that delivered no pictures; ``name`` is its displayable form."""
    return CameraLost(_code_of(error), {"source": name})


def lost_by_status(status: int, name: str) -> CameraLost:
    """The same for an HTTP or RTSP status code."""
    return CameraLost(_BY_STATUS.get(status, "address_failing"), {"source": name})


def _code_of(error: Exception) -> str:
    if isinstance(error, HTTPError):
        return _BY_STATUS.get(error.code, "address_failing")
    if isinstance(error, URLError) and isinstance(error.reason, Exception):
        return _code_of(error.reason)
    if isinstance(error, OtherCertificate):
        return "address_other"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "address_untrusted"
    if isinstance(error, ssl.SSLError):
        return "address_insecure"
    if isinstance(error, socket.gaierror | UnicodeError):
        return "address_nameless"
    return "address_failing" if isinstance(error, HTTPException) else "address_unopened"
