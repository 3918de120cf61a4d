"""The profile of one maker's set: a correction of the reader's last layer, and the set's inks."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.errors import BadSetProfile
from vision.recognition.inks import KnownInks

F64 = NDArray[np.float64]
MOST_BYTES = 200_000
LARGEST = 50.0
"""A larger number in a correction was not learned from tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class SetProfile:
    """A set of tiles to which the reader was adapted."""

    name: str
    reader: str
    """SHA-256 of the reader that it was learned with; for any other it means nothing."""
    correction: F64
    """(features + 1, logits): times the reader's features and a one, what is added to its logits."""
    inks: KnownInks
    tiles: int
    """The number of tiles from which it was learned."""

    def __post_init__(self) -> None:
        if not _are_inks(self.inks) or self.correction.ndim != 2 or not (abs(self.correction) <= LARGEST).all():
            raise BadSetProfile("set_profile_unusable", {"name": self.name})

    @property
    def version(self) -> str:
        """A short hash of the profile."""
        kept = (self.correction.astype(np.float32), self.inks.means, self.inks.variances)
        return hashlib.sha256(b"".join(part.tobytes() for part in kept)).hexdigest()[:8]

    def to_bytes(self) -> bytes:
        """Serialise the profile as a file."""
        held = io.BytesIO()
        np.savez_compressed(held, name=np.array(self.name), reader=np.array(self.reader), inks=self.inks.means,
                            ink_variances=self.inks.variances, correction=self.correction.astype(np.float32),
                            tiles=np.array(self.tiles))  # fmt: skip
        return held.getvalue()

    @staticmethod
    def load(path: Path) -> SetProfile:
        """Load the profile file at ``path``. Raises BadSetProfile."""
        try:
            with path.open("rb") as file:
                return SetProfile.from_bytes(file.read(MOST_BYTES + 1), str(path))
        except OSError as error:
            raise BadSetProfile("set_profile_unreadable", {"name": str(path)}) from error

    @staticmethod
    def from_bytes(content: bytes, name: str) -> SetProfile:
        """Parse ``content``, from a file called ``name``. Raises BadSetProfile."""
        if len(content) > MOST_BYTES:
            raise BadSetProfile("set_profile_unusable", {"name": name})
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as held:
                return SetProfile(
                    name=str(held["name"]),
                    reader=str(held["reader"]),
                    correction=held["correction"].astype(np.float64),
                    inks=KnownInks(held["inks"].astype(np.float64), held["ink_variances"].astype(np.float64)),
                    tiles=int(held["tiles"]),
                )
        except Exception as error:  # damaged bytes fail anywhere in what unpacks and reads them
            raise BadSetProfile("set_profile_unusable", {"name": name}) from error


def _are_inks(inks: KnownInks) -> bool:
    """Whether ink features are plausible: unknown colours are NaN, and every measure has a variance."""
    return inks.means.shape == (4, 4) and inks.variances.shape == (4,) and bool((inks.variances > 0).all())
