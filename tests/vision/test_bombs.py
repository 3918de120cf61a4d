"""A small file that says it is a huge picture is refused from its header: in no time, and in no memory."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.torture.figures import Record, figure
from tests.vision.image_files import (
    FLAG_HEIC,
    bmp_header,
    encoded,
    flag,
    jpeg_header,
    pillow,
    png_chunk,
    png_header,
    saved,
    webp_header,
)
from vision.io.heic import opens_heic

SIDE_PX = 32_000
MOST_MS, MOST_MB = 20.0, 20.0
CLEAR_REFS = Path("/proc/self/clear_refs")
PROGRAM = """
import json, sys, time
from pathlib import Path
from vision.errors import BadImage
from vision.io.images import load_image

def most_kb():
    status = Path("/proc/self/status").read_text().split()
    return int(status[status.index("VmHWM:") + 1])

load_image(Path(sys.argv[1]).read_bytes())
blob = Path(sys.argv[2]).read_bytes()
Path("/proc/self/clear_refs").write_text("5")
before_kb, began_s = most_kb(), time.perf_counter()
try:
    load_image(blob)
    code = "read"
except BadImage as refused:
    code = refused.code
print(json.dumps([code, 1000 * (time.perf_counter() - began_s), (most_kb() - before_kb) / 1024]))
"""


def png_bomb() -> bytes:
    """A whole PNG of 32,000 × 32,000 grey pixels, all black: a megabyte that unpacks to a thousand."""
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + SIDE_PX)) for _ in range(SIDE_PX)) + packer.flush()
    return png_header(SIDE_PX, SIDE_PX, kind=0) + png_chunk(b"IDAT", rows) + png_chunk(b"IEND", b"")


def claiming(blob: bytes) -> bytes:
    """A file of the MP4 family that says it is a huge picture."""
    found = blob.index(b"ispe") + 8
    return blob[:found] + struct.pack(">II", SIDE_PX, SIDE_PX) + blob[found + 8 :]


PART = 3_000_000
BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "PNG": (png_bomb, "too_many_pixels"),
    "JPEG": (lambda: jpeg_header(SIDE_PX, SIDE_PX) + bytes(PART), "too_many_pixels"),
    "WebP": (lambda: webp_header(16_383, 16_383) + b"EXIF" + b"\xff" * PART, "too_many_pixels"),
    "BMP": (lambda: bmp_header(SIDE_PX, SIDE_PX) + bytes(PART), "too_many_pixels"),
    "AVIF": (lambda: claiming(saved(pillow(flag()), "AVIF")), "too_many_pixels"),
    "HEIC": (lambda: claiming(FLAG_HEIC), "too_many_pixels"),
    "PNG of chunks": (lambda: png_header(9, 9) + png_chunk(b"IDAT", b"") * (PART // 12), "damaged"),
    "JPEG of segments": (lambda: b"\xff\xd8" + b"\xff\xe1\0\2" * (PART // 4), "damaged"),
    "WebP of chunks": (lambda: webp_header(9, 9) + bytes(PART), "damaged"),
}
"""What claims a thousand megapixels, and what has very many parts."""


@pytest.mark.slow
@pytest.mark.skipif(not CLEAR_REFS.exists(), reason="Linux alone tells the most memory that was taken since a moment")
@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_takes_no_time_and_no_memory(tmp_path: Path, kind: str, record_property: Record) -> None:
    if kind == "HEIC" and not opens_heic():
        pytest.skip("no library opens HEIC")
    bomb, sound = tmp_path / "bomb", tmp_path / "sound"
    make, expected = BOMBS[kind]
    bomb.write_bytes(make())
    sound.write_bytes(encoded(flag()))
    code, took_ms, took_mb = json.loads(
        subprocess.run([sys.executable, "-c", PROGRAM, str(sound), str(bomb)], capture_output=True, check=True).stdout
    )
    assert code == expected
    assert took_ms <= MOST_MS
    assert took_mb <= MOST_MB
    figure(record_property, "U2", f"{kind} {took_ms:.1f} ms and {took_mb:.1f} MB")
