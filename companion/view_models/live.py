"""The live table as shown on pages and in the API; sentences in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.view_models.photo import PhotoScore

Fraction = tuple[float, float]
"""A place in the picture: parts of its width and height."""
ZONES = ("ours", "theirs", "pozo", "mazo", "muertos")
"""The zones drawn on the picture, in the order of drawing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitCheck:
    """One criterion of camera fitness."""

    check: str
    """``size``, ``sway``, ``focus``, ``light``, ``glare``, ``rate``, or ``turn`` of a picture that has to be turned."""
    verdict: str
    """``good``, ``weak``, ``bad``, or ``unknown`` while nothing is measured."""
    value: float | None
    """The measured and the recommended value, in the unit of the sentence."""
    wanted: float | None
    title: str
    says: str
    """The finding, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitView:
    """The fitness of camera, position and light."""

    verdict: str
    """The worst of the checks."""
    checks: tuple[FitCheck, ...]
    asks: str
    """The question about consent to poor quality; empty where nothing is held back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """The state of camera and table; the version grows with every change except that of the picture."""

    version: int
    source: str
    """The camera's source without credentials."""
    state: str
    """``still``, ``moving``, ``hand`` or ``unseen``; ``opening``, ``trouble`` or ``ended`` from the camera."""
    says: str
    """The state as a sentence."""
    notice: str
    """A further remark on the camera; empty without one."""
    cause: str
    """The code of the reason why it cannot be opened, such as ``address_untrusted``; empty without a known one."""
    match: str | None
    """The match that it follows."""
    score: PhotoScore | None
    """The table as it was seen last; the ids of its tiles are the numbers that they keep. ``None`` before."""
    unread: tuple[int, ...]
    """The tiles that have to be named before anything can be noted."""
    candidates: Mapping[str, tuple[str, ...]]
    """The faces that each of them may show, by its id, the likeliest first."""
    disputed: tuple[int, ...]
    """Those tiles whose faces two cameras read differently with certainty."""
    astray: str
    """The table in notation where it differs from the record and no question is open; else empty."""
    leftover: bool
    """Whether a hand that has begun finds the melds of the one before on the table."""
    outlines: Mapping[str, tuple[Fraction, ...]]
    """The corners of each zone in the picture."""
    fit: FitView | None
    """Whether the camera, its place and its light will do; ``None`` before that was found."""
    second: str
    """The state of a second camera; empty without one."""
    second_state: str
    """``fits``, ``differs``, ``apart``, ``absent`` or ``failed``; empty without a second camera."""
    asks_layout: str
    """The question about the detected layout; empty where it was drawn or accepted, or nothing is seen."""
    zones_mark: str = ""
    """Of the zones that are drawn, to be sent along with others."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object with the same names."""
        return asdict(self) | {"score": self.score and self.score.as_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraView:
    """A selectable camera."""

    source: str
    """The source as it is submitted."""
    kind: str
    """``webcam``, ``phone``, ``picamera``, ``demo``, ``simulate``, ``address``, ``video`` or ``folder``."""
    name: str
    """The maker's name or that of the command; empty where the kind is enough."""
    is_in_use: bool
    turns: tuple[tuple[str, str], ...] = ()
    """Of the one in use, how its pictures may be turned on from now: what that does (``clockwise``, ``mirrored``,
    ``upright``) and the turn that is then in use."""
    is_shown: bool = False
    """Whether a small picture of what it sees may be had."""
    is_second: bool = False
    """Whether it is the second camera."""
    may_be_second: bool = False
    """Whether it can be the second camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateView:
    """The certificate presented by a network camera."""

    source: str
    """The camera's source without credentials."""
    fingerprint: str
    name: str
    since_s: float
    until_s: float
    is_other: bool
    """Whether another one was trusted before."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """A picture of the camera; numbers increase."""

    number: int
    jpeg: bytes
