"""Decode HEIC photographs with pi-heif, where installed: it contains LGPL libraries and is therefore optional."""

from __future__ import annotations

import io
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage


def opens_heic() -> bool:
    """Whether pi-heif is installed."""
    return find_spec("pi_heif") is not None


def decode_heic(blob: bytes) -> NDArray[np.uint8]:
    """Decode the bytes of a HEIC file: upright, BGR (height, width, 3). Raises BadImage."""
    from pi_heif import open_heif

    try:
        opened = open_heif(io.BytesIO(blob), convert_hdr_to_8bit=True, bgr_mode=True)
        bgr = np.asarray(opened)
    except MemoryError as error:
        raise BadImage("too_hard") from error
    except Exception as error:  # even SyntaxError, which this library says of a file
        raise BadImage("damaged") from error
    return np.ascontiguousarray(bgr[..., :3], np.uint8)
