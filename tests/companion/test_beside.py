"""Commands that open the folder of a program that serves it: nothing that was acknowledged is lost by them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.running import ROOT, Running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A program that has served for a while."""
    running = Running(folder=tmp_path / "kept")
    time.sleep(2.5)  # by then it has looked after its connections
    yield running
    if running.program.poll() is None:
        running.kill()


def burako(*arguments: object) -> subprocess.CompletedProcess[str]:
    """A command beside it, in a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_what_is_noted_after_another_program_opened_the_journal_outlives_a_kill(running: Running, tmp_path: Path):
    match = running.json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
    assert burako("backup", tmp_path / "copy.zip", "--data", tmp_path / "kept").returncode == 0
    assert burako("rules", "--data", tmp_path / "kept").returncode in (0, 2)
    for order in ({"order": "deal"}, {"order": "tap", "verb": "discard", "seat": 0, "tiles": "9k"}):
        revision = running.json("POST", f"/api/matches/{match}/orders", order)["revision"]
    assert revision == 3
    running.kill()
    anew = Running(folder=tmp_path / "kept")
    assert anew.json("GET", f"/api/matches/{match}")["revision"] == 3
    anew.stop()


def test_no_backup_is_put_in_the_place_of_what_is_served(running: Running, tmp_path: Path):
    assert burako("backup", tmp_path / "copy.zip", "--data", tmp_path / "kept").returncode == 0
    restored = burako("restore", tmp_path / "copy.zip", "--data", tmp_path / "kept", "--replace", "--lang", "es")
    assert restored.returncode == 2
    assert "está abierto sobre" in restored.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["kept"]
    assert running.ask("GET", "/healthz").status == 200
