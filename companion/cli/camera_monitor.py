"""Print the health of a camera in the terminal, with a timeout for one that shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from urllib.parse import urlsplit

from companion.cli.output import print_error
from companion.errors import AuthorityError
from companion.phrases.wording import say
from vision.cameras import CameraHealth, CameraState, CameraTrouble
from vision.cameras.tls_cameras import pinned, shown_certificate

WAIT_S = 30.0
"""The default timeout of a camera in seconds."""
UNTRUSTED = ("address_untrusted", "address_other")
"""Causes for which the certificate of a camera is shown."""


class CameraMonitor:
    """Monitors one camera while a hand is watched."""

    def __init__(self, language: str, wait_s: float, clock: Callable[[], float] = monotonic,
                 address: str = "") -> None:  # fmt: skip
        """``wait_s``: seconds without a picture after which the camera is given up; 0 waits for ever.

        ``address`` is that of a network camera, whose certificate is shown where it is not trusted.
        """
        self._language, self._wait_s, self._clock, self._address = language, wait_s, clock, address
        self._said = ""
        self._once: set[CameraTrouble] = set()
        self._since_s = clock()

    def report(self, health: CameraHealth, *, is_live: bool) -> bool:
        """Print changes on stderr; returns whether the timeout has passed.

        Of a recording each trouble is said once.
        """
        if is_live or health.trouble not in self._once:
            self._says(health)
        if health.trouble is not None:
            self._once.add(health.trouble)
        if not is_live or _shows(health):
            self._since_s = self._clock()
        return bool(self._wait_s) and self._clock() - self._since_s > self._wait_s

    def farewell(self, health: CameraHealth) -> str:
        """Print that the camera is given up, in one line, with the reason unless printed last."""
        sentence = health.sentence(self._language)
        why = "" if sentence == self._said else sentence
        return say(self._language, "camera given up", why=why, seconds=f"{self._wait_s:g}").strip()

    def _says(self, health: CameraHealth) -> None:
        """The sentence of an unhealthy or recovered camera, unless printed last."""
        is_well = health.state in (CameraState.SEEING, CameraState.OPENING, CameraState.ENDED)
        sentence = health.sentence(self._language)
        if sentence == self._said or (is_well and not (self._said and health.state is CameraState.SEEING)):
            return
        self._said = "" if is_well else sentence
        print_error(sentence)
        if health.cause in UNTRUSTED:
            with suppress(OSError, AuthorityError):  # it is gone by now
                print_error(certificate_line(self._address, self._language))


def certificate_line(address: str, language: str) -> str:
    """The certificate of the camera at ``address``, and how to trust it. Raises OSError, AuthorityError."""
    from companion.network.certificates import read_certificate  # the cryptography takes a moment to load

    shown = read_certificate(shown_certificate(address))
    pin = urlsplit(pinned(address, shown.fingerprint)).fragment
    days = {"since": f"{shown.since:%d/%m/%Y}", "until": f"{shown.until:%d/%m/%Y}"}
    return say(language, "camera certificate", name=shown.name, fingerprint=shown.fingerprint, pin=f"#{pin}", **days)


def _shows(health: CameraHealth) -> bool:
    """Whether current pictures arrive."""
    trouble = health.trouble
    return health.state is CameraState.SEEING or (
        trouble is not None and not trouble.loses_pictures and trouble is not CameraTrouble.FROZEN
    )
