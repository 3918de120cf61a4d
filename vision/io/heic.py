"""Opens HEIC photographs with pi-heif, where that is installed: it brings libraries under the LGPL, so nobody gets it
who does not ask for it."""

from __future__ import annotations

import io
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage


def opens_heic() -> bool:
    """Whether the library that opens HEIC is installed."""
    return find_spec("pi_heif") is not None


def decode_heic(blob: bytes) -> NDArray[np.uint8]:
    """The upright picture (height, width, 3) in the bytes of a HEIC file, BGR. Raises BadImage."""
    from pi_heif import open_heif

    try:
        opened = open_heif(io.BytesIO(blob), convert_hdr_to_8bit=True, bgr_mode=True)
        bgr = np.asarray(opened)
    except MemoryError as error:
        raise BadImage("too_hard") from error
    except Exception as error:  # even SyntaxError, which this library says of a file
        raise BadImage("damaged") from error
    return np.ascontiguousarray(bgr[..., :3], np.uint8)
