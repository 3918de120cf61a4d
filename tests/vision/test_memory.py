"""Memory that was freed between blocks in use goes back to the system."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from vision.networks.memory import give_back

PROGRAM = """
from pathlib import Path
from vision.networks.memory import give_back

def resident_pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

start = resident_pages()
blocks = [(bytearray(60_000), bytearray(50)) for _ in range(1_000)]
kept = [small for _, small in blocks]
del blocks
held = resident_pages() - start
assert give_back()
print(held, resident_pages() - start)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library keeps and gives back so")
def test_what_is_free_between_blocks_in_use_is_given_back() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": "."},
    )
    held, left = map(int, told.stdout.split())
    assert held > 10_000, "60 MB that nobody uses are held in pages of 4 kB"
    assert left < held / 5


def test_where_another_library_is_used_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.networks.memory._trim", lambda: None)
    assert give_back() is False
