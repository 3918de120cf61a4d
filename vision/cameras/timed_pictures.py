"""Pictures of a recording, each with its due time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a recording: BGR, and the second of the recording at which it is due."""

    bgr: U8
    due_s: float


class Recording(Protocol):
    """A recorded sequence of pictures."""

    waits: bool
    """Whether more pictures may arrive: after the last one nothing is over."""

    @property
    def lasts_s(self) -> float:
        """Its duration in seconds as declared; 0 where unknown."""
        ...

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The next picture due at ``not_before_s`` or later. None at the end.

        Raises BadImage for an undecodable picture; the one after it can then be requested.
        """
        ...

    def close(self) -> None:
        """Close its files."""
        ...
