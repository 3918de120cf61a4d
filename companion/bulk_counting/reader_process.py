"""The worker function of a reader process: one recognizer, on one thread, one photograph after the other."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from multiprocessing import parent_process
from threading import Thread

import cv2

from companion import bootstrap
from companion.bootstrap import Recognizer
from companion.bulk_counting.reading_codec import kept_text, piece
from companion.errors import DifferentNetworks
from companion.phrases.wording import PHRASES, say
from companion.version import program_version
from companion.view_models import UNSURE
from engine.rules.rules import Rules
from vision.errors import BadImage
from vision.networks.manifest import load_manifest
from vision.recognition.set_profile import SetProfile

_NETWORKS = tuple(
    name + kind for name in ("tile_detector", "tile_reader", "tile_reader_small") for kind in ("", "_int8")
)
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class ReadingSetup:
    """The common parameters for reading photographs."""

    models: str
    """The version of the networks used by all readers; see ``models_version``."""
    rules: Rules
    set_profile: bytes | None = None
    """The set of tiles on the tables, where it was learned."""


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    """The result for one photograph: an encoded reading, or the reason for its failure."""

    text: str | None = None
    failure: str | None = None


def models_version(set_profile: bytes | None = None) -> str:
    """A short hash of the networks and the program version. Raises ModelMissing or ModelCorrupt."""
    manifest = load_manifest()
    digest = sha256(" ".join(manifest[name].sha256 for name in _NETWORKS).encode() + (set_profile or b""))
    return f"{program_version()} {digest.hexdigest()[:_DIGITS]}"


def failure_text(code: str, parameters: Mapping[str, str | int]) -> str:
    """Encode a failure for the job store, so that it can be shown in any language."""
    return json.dumps({"code": code, "parameters": dict(parameters)}, ensure_ascii=False)


def failure_sentence(text: str, language: str) -> str:
    """The sentence of an encoded failure."""
    kept = json.loads(text)
    code, parameters = kept["code"], kept["parameters"]
    return say(language, code, **parameters) if code in PHRASES else BadImage(code, parameters).sentence(language)


def fault_text(fault: Exception) -> str:
    """Encode a program error for the job store."""
    return failure_text("bug", {"failure": f"{type(fault).__name__}: {fault}"})


def read_pictures(pictures: Sequence[bytes], how: ReadingSetup) -> tuple[PhotoOutcome, ...]:
    """Read pictures from bytes, in order; an unreadable one is an outcome too.

    Raises DifferentNetworks where this machine has others, ModelMissing or ModelCorrupt where it has none.
    """
    if models_version(how.set_profile) != how.models:
        raise DifferentNetworks("other networks", wanted=how.models, found=models_version(how.set_profile))
    recognizer = _recognizer(how.set_profile)
    return tuple(_outcome(recognizer, picture, how.rules) for picture in pictures)


def _outcome(recognizer: Recognizer, picture: bytes, rules: Rules) -> PhotoOutcome:
    try:
        frame, photograph = bootstrap.read_photograph_file(recognizer, picture, "")
        doubtful = [tile.id for tile in photograph.score(rules).tiles if UNSURE in (tile.face, tile.seen)]
        places = photograph.reading.tiles
        pieces = {tile: piece(frame.bgr, frame.in_bgr(places[tile].place.corners_px)) for tile in doubtful}
        return PhotoOutcome(kept_text(photograph, pieces))
    except BadImage as error:
        return PhotoOutcome(failure=failure_text(error.code, error.parameters))
    except Exception as fault:
        return PhotoOutcome(failure=fault_text(fault))


@lru_cache(maxsize=1)
def _recognizer(set_profile: bytes | None) -> Recognizer:
    """The recognizer of this process."""
    cv2.setNumThreads(1)
    return bootstrap.open_single_recognizer(SetProfile.from_bytes(set_profile, "") if set_profile else None)


def begin_reading() -> None:
    """Initialise a child process: ignore Ctrl+C, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
