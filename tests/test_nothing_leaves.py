"""Nothing leaves the house: no command keeps a record of its use, and none asks for an outside host."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import psutil
import pytest

from tests.companion.running import ROOT, WITH_THE_EYE, Running
from tests.torture.figures import Record, figure

PICTURE = ROOT / "tests" / "bench" / "table60.jpg"
LOOKS_S = 4
"""Within so many seconds of opening a network the runtime, where nobody stops it, has written to the cache folder."""
KEEPS_A_RECORD = sys.platform == "linux" and tuple(map(int, version("onnxruntime").split(".")[:2])) >= (1, 29)
CI_VARIABLES = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "GITLAB_CI", "CIRCLECI", "TRAVIS", "JENKINS_URL",
                "CODEBUILD_BUILD_ID", "BUILDKITE", "TEAMCITY_VERSION", "APPVEYOR")  # fmt: skip
"""Where one of these is set the runtime keeps no record, so a test that left them there could not fail."""
GUARD = """
import os, socket
_LOG, _INSIDE = os.environ["ASKED_FOR"], ("127.", "localhost", "::1", "0.0.0.0")
def _ask(host):
    name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
    if not name.startswith(_INSIDE):
        with open(_LOG, "a") as log:
            print(name, file=log)
        raise OSError(f"no way out to {name}")
_lookup, _connect, _sendto = socket.getaddrinfo, socket.socket.connect, socket.socket.sendto
def getaddrinfo(host, *rest, **named):
    _ask(host)
    return _lookup(host, *rest, **named)
def connect(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6):
        _ask(address[0])
    return _connect(self, address)
def sendto(self, sent, *rest):
    if self.family in (socket.AF_INET, socket.AF_INET6):
        _ask(rest[-1][0])
    return _sendto(self, sent, *rest)
socket.getaddrinfo, socket.socket.connect, socket.socket.sendto = getaddrinfo, connect, sendto
"""
"""Put in the way of every program that is started, and of those that it starts: sockets go to this machine only."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder of its own, in which nobody has told the runtime anything, and no way out of the machine."""
    home, guard = tmp_path / "home", tmp_path / "guard"
    home.mkdir()
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    folders = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
    for name in ("ORT_DISABLE_TELEMETRY", *folders, *CI_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("ASKED_FOR", str(tmp_path / "asked"))
    monkeypatch.setenv("BURAKO_DATA", str(tmp_path / "kept"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(guard), str(ROOT)]))
    yield home
    asked = tmp_path / "asked"
    assert (asked.read_text() if asked.exists() else "") == ""
    assert [path for path in home.rglob("*") if path.is_file() and "onnxruntime" in str(path).lower()] == []


def program(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=ROOT, env={**os.environ, **environment},
                          capture_output=True, text=True, timeout=60, check=False)  # fmt: skip


OPENING = {
    "commands": "from companion import bootstrap; bootstrap.open_recognizer()",
    "a program of somebody else's": "from vision.pipeline import TableRecognizer; TableRecognizer()",
    "a notebook that counts": "import companion, onnxruntime",
}
"""What opens a network, and who does so."""


def test_no_program_that_opens_a_network_keeps_a_record(house: Path) -> None:
    """All at once, for each is watched for seconds; each has a home of its own."""
    homes = {who: house / who for who in OPENING}
    with ThreadPoolExecutor(len(OPENING)) as together:
        begun = {who: together.submit(stays, opens, homes[who]) for who, opens in OPENING.items()}
    ended = {who: program.result() for who, program in begun.items()}
    assert {who: (end.returncode, end.stderr) for who, end in ended.items()} == dict.fromkeys(OPENING, (0, ""))


def stays(opens: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program that opens a network and goes on for a while."""
    home.mkdir()
    return program("-c", f"{opens}; import time; time.sleep({LOOKS_S})", HOME=str(home))


@pytest.mark.parametrize("value", ["0", "false", ""])
def test_what_does_not_stop_it_is_put_right(house: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", value)
    assert program("-c", "import vision, onnxruntime").returncode == 0


@pytest.mark.skipif(not KEEPS_A_RECORD, reason="this onnxruntime keeps no record here")
def test_without_us_there_is_a_record(house: Path) -> None:
    """So that the tests of the home folder can fail."""
    assert program("-c", "import onnxruntime").returncode == 0
    kept = [path for path in house.rglob("*") if path.is_file()]
    assert [path.name for path in kept if path.suffix == ".db"] == ["onnxruntime.db"]
    for path in kept:
        path.unlink()


def test_who_loads_the_runtime_first_is_told(house: Path) -> None:
    result = program("-W", "error", "-c", "import sys; sys.modules['onnxruntime'] = sys; import vision")
    assert "import vision first" in result.stderr


def test_the_guard_lets_nothing_out(house: Path, tmp_path: Path) -> None:
    tried = program("-c", "import socket; socket.create_connection(('example.invalid', 80))")
    assert "no way out to example.invalid" in tried.stderr
    (tmp_path / "asked").unlink()


@pytest.mark.parametrize("command", [
    pytest.param(("read", PICTURE, "--json"), id="read"),
    pytest.param(("tally", "photos", "--out", "counted"), id="tally"),
    pytest.param(("watch", "photos", "--players", "2", "--json"), id="watch"),
    pytest.param(("meld", "5r 6r J 8r"), id="meld"),
])  # fmt: skip
def test_a_command_needs_nobody_outside(house: Path, tmp_path: Path, command: tuple[object, ...]) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(2):
        (folder / f"{number}.jpg").write_bytes(PICTURE.read_bytes())
    places = {"photos": folder, "counted": tmp_path / "counted"}
    ended = program("-m", "companion", *(places.get(str(word), word) for word in command))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="looks at the sockets of processes")
@pytest.mark.parametrize("seconds", [LOOKS_S, pytest.param(600, marks=[pytest.mark.slow, pytest.mark.timeout(900)])])
def test_a_server_with_its_camera_speaks_to_this_machine_alone(
    house: Path, tmp_path: Path, seconds: int, record_property: Record
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "0.jpg").write_bytes(PICTURE.read_bytes())
    running = Running("--camera", str(folder), folder=tmp_path / "kept", code=WITH_THE_EYE, is_alone=True)
    try:
        assert running.ask("GET", "/").status == 200
        seen_until = time.monotonic() + seconds
        while time.monotonic() < seen_until:
            assert running.ask("GET", "/api/camera/picture?after=0").status in (200, 204, 404)  # none yet
            assert outside(psutil.Process(running.program.pid)) == []
            time.sleep(0.2)
        assert len(psutil.Process(running.program.pid).children(recursive=True)) >= 2, "the server and its camera"
        figure(record_property, "S9", f"no socket beyond this machine in {seconds} s with a camera")
    finally:
        running.stop()


def outside(program: psutil.Process) -> list[str]:
    """The addresses beyond this machine that a program, or one that it began, has a socket to."""
    sockets = (
        connection
        for each in [program, *program.children(recursive=True)]
        for connection in each.net_connections("inet")
    )
    return [socket.raddr.ip for socket in sockets if socket.raddr and not socket.raddr.ip.startswith(("127.", "::1"))]
