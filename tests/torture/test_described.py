"""Whatever a program may send by the OpenAPI document, what comes back is what the document says: with Schemathesis.

It is a tool of its own environment (``make described``), for what it brings is nobody else's need; skips without it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.running import ROOT, Running

TOOL = ROOT / ".venv-described" / "bin" / "st"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
ENDLESS = "events$|camera/picture$"
"""Streams, and what waits for a picture: a tool that asks for them waits as long."""
CASES, FOR_S = 10_000, 700
"""The tool goes on until its time is spent."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(FOR_S + 120),
    pytest.mark.skipif(not TOOL.exists(), reason="Schemathesis is not installed: make described"),
]


@pytest.fixture
def server() -> Iterator[Running]:
    """A program with a camera that is a phone."""
    running = Running("--camera", "phone")
    yield running
    running.stop()


def known(server: Running) -> dict[str, str]:
    """Something of each kind that addresses name, so that not all of them lead nowhere."""
    agreed = {"players": ["Ana", "Beto"], "rules": "clasico"}
    match = server.json("POST", "/api/matches", agreed)["match"]
    server.json("POST", f"/api/matches/{match}/orders", {"order": "deal"})
    club = {"title": "Club", "format": "swiss", "rules": "torneo", "tables": 2}
    game = server.json("POST", "/api/play", {"rules": "clasico", "seats": [{"name": "Ana"}, {"program": "easy"}]})
    found = {
        "match": match,
        "name": "clasico",
        "tournament": server.json("POST", "/api/tournaments", club)["tournament"],
    }
    return found | {"game": game.get("game", "none")}


def test_what_is_described_is_what_comes_back(server: Running, tmp_path: Path):
    names = "\n".join(f'"path.{name}" = "{one}"' for name, one in known(server).items())
    (tmp_path / "schemathesis.toml").write_text(f"[parameters]\n{names}\n", "utf-8")
    document = f"http://127.0.0.1:{server.port}/api/openapi.json"
    how = ("--phases", "coverage,fuzzing", "--max-time", str(FOR_S), "-c", CHECKS, "--no-color",
           "--exclude-path-regex", ENDLESS, "--continue-on-failure", "--suppress-health-check", "all",
           "--warnings", "off", "--report", "json", "--report-dir", str(tmp_path / "told"))  # fmt: skip
    ended = subprocess.run([TOOL, "run", document, *how], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
    (told,) = (tmp_path / "told").glob("*.json")
    assert cases_of(json.loads(told.read_text("utf-8"))) >= CASES


def cases_of(told: dict[str, dict[str, int]]) -> int:
    """How many cases a report tells of."""
    return told["test_cases"]["generated"]
