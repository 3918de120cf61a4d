"""From pixels to readings: detect the tiles of a picture, read their faces, and group them into rows."""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from vision.pipeline import TableRecognizer
    from vision.reading import TableReading

__all__ = ["read"]

if "onnxruntime" in sys.modules and os.environ.get("ORT_DISABLE_TELEMETRY") != "1":
    warnings.warn(
        "onnxruntime was imported before vision and may report its use to an outside host: import vision first, "
        "or set ORT_DISABLE_TELEMETRY=1",
        RuntimeWarning,
        stacklevel=2,
    )
# onnxruntime 1.29 and newer report their use unless this is set before the first import; see findings/.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# OpenCV reads these once, when it is first imported: a second wall behind the limits of vision.io.images,
# and silence about files that vision.io.images refuses in words of its own.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(1 << 28))
os.environ.setdefault("OPENCV_LOG_LEVEL", "FATAL")
# Our matrices are small: where other programs want the processors too, numpy's threads mostly wait for one another. Two
# of them took 7 to 12 times as much processor time for the products of a lesson as one alone.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def read(path: str | Path | bytes) -> TableReading:
    """Detect and read the tiles of a photograph with the bundled networks.

    ``path`` is a picture file or its bytes. Returns the tiles with their corners, in pixels of the upright picture, and
    a probability for each of the 53 faces and the back; and their rows. The networks are loaded by the first call and
    kept. Raises BadImage, ModelMissing or ModelCorrupt (`vision.errors`), each with one sentence; TypeError for
    anything else, such as an array: its colours may stand in any order.
    """
    if not isinstance(path, (str, os.PathLike, bytes)):
        raise TypeError(f"a photograph is a path or the bytes of a picture file, not {type(path).__name__}")
    from pathlib import Path

    from vision.io.images import open_photograph

    frame = open_photograph(path if isinstance(path, bytes) else Path(path))
    return _recognizer().look(frame)


@cache
def _recognizer() -> TableRecognizer:
    from vision.pipeline import (
        TableRecognizer,  # onnxruntime takes a moment to load, and few who import vision read a picture
    )

    return TableRecognizer()
