"""Pixels to readings: where the tiles of a picture lie, what each shows, and which lie in a row."""

import os
import sys
import warnings

if "onnxruntime" in sys.modules and os.environ.get("ORT_DISABLE_TELEMETRY") != "1":
    warnings.warn(
        "onnxruntime was imported before vision and may report its use to an outside host: import vision first, "
        "or set ORT_DISABLE_TELEMETRY=1",
        RuntimeWarning,
        stacklevel=2,
    )
# onnxruntime 1.29 and newer report their use unless this is set before the first import; see findings/.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# OpenCV reads these once, when it is first imported: a second wall behind the limits of vision.images,
# and silence about files that vision.images refuses in words of its own.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(1 << 26))
os.environ.setdefault("OPENCV_LOG_LEVEL", "FATAL")
# Our matrices are small: where other programs want the processors too, numpy's threads mostly wait for one another. Two
# of them took 7 to 12 times as much processor time for the products of a lesson as one alone.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
