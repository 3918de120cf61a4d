"""Films of a second or two: made by the program ``ffmpeg``, where this machine has it, or a few hundred bytes long."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path
from shutil import which

import pytest

needs_ffmpeg = pytest.mark.skipif(which("ffmpeg") is None, reason="makes its film with the program ffmpeg")
_GREYS = "color=gray:s=64x48:r=10:d=2,geq=lum='40+N*8':cb=128:cr=128"
"""Twenty pictures, a tenth of a second apart, each of them lighter than the one before."""

INTERLACED = base64.b64decode(
    "AAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACABAAAABAAAP//gAAAG1j//zgAAAAAEBU3yelKRFpSlIiAAAAQJTfJ6UpEWlKUiIAAABswIAIBP//+AY"
    "AAABtRSCAAEAJAAAAbgACACAAAABAAAP//gAAAG1j//zgAAAAAEBU3zulKRFpSlIiAAAAQJTfO6UpEWlKUiIAAABswIAIBP//+AYAAABtRSCAAEAJAAA"
    "AbgACAEAAAABAAAP//gAAAG1j//zgAAAAAEBU3j6UpEWlKUiIAAAAQJTePpSkRaUpSIgAAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACAGAAAABAAAP"
    "//gAAAG1j//zgAAAAAEBU3DpSkRaUpSIgAAAAQJTcOlKRFpSlIiAAAABswIAIBP//+AYAAABtRSCAAEAJAAAAbgACAIAAAABAAAP//gAAAG1j//zgAAA"
    "AAEBU2elKRFpSlIiAAABAlNnpSkRaUpSIgAAAbMCACAT///gGAAAAbUUggABACQAAAG4AAgCgAAAAQAAD//4AAABtY//84AAAAABAVNspSkRaUpSIgAA"
    "AQJTbKUpEWlKUiIAAAGzAgAgE///4BgAAAG1FIIAAQAkAAABuAAIAwAAAAEAAA//+AAAAbWP//OAAAAAAQFTegpSkRaUpSIgAAABAlN6ClKRFpSlIiAA"
    "AAGzAgAgE///4BgAAAG1FIIAAQAkAAABuAAIA4AAAAEAAA//+AAAAbWP//OAAAAAAQFTe0pSkRaUpSIgAAABAlN7SlKRFpSlIiAAAAGzAgAgE///4BgA"
    "AAG1FIIAAQAkAAABuAAIBAAAAAEAAA//+AAAAbWP//OAAAAAAQFTfSKUpEWlKUiIAAABAlN9IpSkRaUpSIgAAAGzAgAgE///4BgAAAG1FIIAAQAkAAAB"
    "uAAIBIAAAAEAAA//+AAAAbWP//OAAAAAAQFTfXKUpEWlKUiIAAABAlN9cpSkRaUpSIg="
)
"""Ten interlaced pictures (MPEG-2, 32 × 32), from grey 40 on, each lighter by 20."""


def write_interlaced(path: Path) -> Path:
    """The film whose pictures are ``INTERLACED``."""
    path.write_bytes(INTERLACED)
    return path


def made(path: Path, *options: str, source: str = _GREYS) -> Path:
    """A film of ``source``, made with ``options``."""
    command = ["ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", source, *options, str(path)]
    subprocess.run(command, check=True)
    return path


def turned(path: Path, degrees: int) -> Path:
    """The same film, which says that it is to be shown turned."""
    also = path.with_name(f"turned-{path.name}")
    command = ["ffmpeg", "-v", "error", "-y", "-nostdin", "-i", str(path), "-c", "copy"]
    subprocess.run([*command, "-metadata:s:v", f"rotate={degrees}", str(also)], check=True)
    return also
