"""Pictures of a recording, each with the moment at which it is due."""

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
    """Pictures that were taken before."""

    waits: bool
    """Whether more pictures may arrive: after the last one nothing is over."""

    @property
    def lasts_s(self) -> float:
        """Seconds that it says it lasts; 0 where it does not say."""
        ...

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The next picture; earlier ones than ``not_before_s`` are left out. None when there are no more.

        Raises BadImage for a picture that cannot be opened; the one after it can then be asked for.
        """
        ...

    def close(self) -> None:
        """Closes its files."""
        ...
