"""Each check of the doctor: what it finds where all is well, and which problem where it is not."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.doctor import libraries, machine, storage
from companion.doctor.all_checks import checks, examine, made
from companion.doctor.finding import Finding, Severity
from companion.doctor.libraries import fits
from companion.doctor.wording import PROBLEMS, WELL
from companion.eventstore import DataFolder, Journal, find_data_folder
from tests.companion.eventstore.damage import edited, written
from tests.companion.running import Running

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="cameras are files on Linux alone")


@pytest.fixture
def house(tmp_path: Path) -> DataFolder:
    """A house that keeps something, its folder closed to others."""
    (tmp_path / "kept").mkdir(mode=0o700)
    written(tmp_path / "kept")
    return find_data_folder(tmp_path / "kept", environment={})


def codes(found: Finding | Sequence[Finding]) -> list[str]:
    return [finding.code for finding in ((found,) if isinstance(found, Finding) else found)]


def test_a_machine_that_is_well_is_said_to_be(house: DataFolder) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        free = probe.getsockname()[1]
    found = examine(house, free)
    about_here = {"memory", "network", "firewall", "camera", "disk", "clock"}
    assert {finding.check for finding in found} == set(WELL) == set(checks(house, free))
    assert [finding for finding in found if finding.code and finding.check not in about_here] == []


def test_nothing_is_made_where_nothing_is_kept(tmp_path: Path) -> None:
    where = find_data_folder(tmp_path / "not" / "yet", environment={})
    assert (
        storage.check_folder(where).code == storage.check_journal(where).code == storage.check_privacy(where).code == ""
    )
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_changed_where_something_is_kept(house: DataFolder) -> None:
    before = {path.name: path.read_bytes() for path in house.folder.iterdir()}
    examine(house, 1)
    assert {path.name: path.read_bytes() for path in house.folder.iterdir()} == before


@pytest.mark.parametrize(("version", "bounds", "fit"), [
    ("2.4.6", ">=1.26,<3", True),
    ("1.25.9", ">=1.26,<3", False),
    ("3.0", ">=1.26,<3", False),
    ("3", "<3.0", False),
    ("5.0.0.93", "<6,>=5", True),
    ("2.13.0", "==2.13.0", True),
    ("2.13.0+cpu", "==2.13.0", True),
    ("2.0rc1", ">=2", True),
    ("1.0", "!=1.0", False),
    ("1.0", "", True),
])  # fmt: skip
def test_a_version_fits_or_not(version: str, bounds: str, fit: bool) -> None:
    assert fits(version, bounds) is fit


@pytest.mark.parametrize(("wanted", "code"), [
    ({"flask": ">=3"}, ""),
    ({"flask": ">=99"}, "B103"),
    ({"no-such-library": ">=1"}, "B102"),
    ({}, "B108"),
])  # fmt: skip
def test_libraries(wanted: dict[str, str], code: str) -> None:
    assert codes(libraries.check_libraries(wanted)) == [code]


def test_what_the_program_needs_is_known_and_extras_are_not_needed() -> None:
    wanted = libraries.required()
    assert {"numpy", "flask", "opencv-python"} <= wanted.keys()
    assert wanted.keys().isdisjoint({"torch", "pytest", "distributed"})


def test_an_old_python() -> None:
    assert [libraries.check_python(version).code for version in ((3, 10), (3, 11), (3, 14))] == ["B101", "", ""]


def test_two_opencvs(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"opencv-python": "5.0.0", "opencv-python-headless": "4.12.0"}
    monkeypatch.setattr(libraries, "version_of", lambda name: both.get(name, ""))
    found = libraries.check_opencv()
    assert found.code == "B104"
    assert "pip uninstall -y opencv-python opencv-python-headless" in found.remedy("en")


def test_a_library_that_does_not_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    (tmp_path / "dying_cv2.py").write_text("import os\nos.kill(os.getpid(), 9)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = libraries.check_loading({"numpy": "json", "opencv-python": "broken_cv2", "onnxruntime": "dying_cv2"})
    assert codes(found) == ["B105", "B105"]
    assert "libGL.so.1" in found[0].sentence("es")
    assert "libgl1" in found[0].remedy("es")


def test_a_network_that_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(libraries.__file__).parents[2] / "models", tmp_path / "models",
                    ignore=shutil.ignore_patterns("*.py", "*.md", "__pycache__"))  # fmt: skip
    monkeypatch.setenv("BURAKO_MODELS", str(tmp_path / "models"))
    assert libraries.check_networks().code == ""
    network = next((tmp_path / "models").rglob("*.onnx"))
    network.write_bytes(network.read_bytes()[:-1] + b"?")
    assert libraries.check_networks().code == "B106"
    monkeypatch.setenv("BURAKO_MODELS", str(tmp_path / "nowhere"))
    assert libraries.check_networks().code == "B106"


def test_a_report_that_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert libraries.check_telemetry().code == ""
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    assert libraries.check_telemetry().code == "B107"


@POSIX
@pytest.mark.parametrize(("mode", "code"), [(0o700, ""), (0o500, "B201"), (0o000, "B201")])
def test_a_folder_that_cannot_be_written(folder_without_privilege: Path, mode: int, code: str) -> None:
    folder_without_privilege.chmod(mode)
    assert storage.check_folder(find_data_folder(folder_without_privilege, environment={})).code == code


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert storage.check_folder(find_data_folder(tmp_path / "file", environment={})).code == "B201"
    assert storage.check_folder(find_data_folder(tmp_path / "file" / "below", environment={})).code == "B201"


@POSIX
def test_what_others_may_read(house: DataFolder) -> None:
    house.secret()
    assert storage.check_privacy(house).code == ""
    house.folder.chmod(0o755)
    (house.folder / "story.sqlite").chmod(0o600)
    assert storage.check_privacy(house).code == ""
    (house.folder / "secret").chmod(0o644)
    assert storage.check_privacy(house).code == "B202"


@pytest.mark.parametrize(("free", "code"), [(1, "B203"), (16 * 2**20 - 1, "B203"), (10**8, "B204"), (10**9, "")])
def test_room(house: DataFolder, monkeypatch: pytest.MonkeyPatch, free: int, code: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert storage.check_disk(house).code == code


def nothing(_: Path) -> None: ...


def a_digit(file: Path) -> None:
    edited(file, "UPDATE entries SET text = replace(text, '150', '950') WHERE number = 3 AND match = 'm1'")


def no_database(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)


def a_newer_one(file: Path) -> None:
    edited(file, "UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("happens", "code"), [(nothing, ""), (a_digit, "B205"), (no_database, "B206"), (a_newer_one, "B206")]
)
def test_what_was_noted(house: DataFolder, happens: Callable[[Path], None], code: str) -> None:
    happens(house.folder / "story.sqlite")
    found = storage.check_journal(house)
    assert found.code == code
    assert found.sentence("es") != found.sentence("en")


def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    for address in ("nonsense", "postgresql+nothing://127.0.0.1/x", "postgresql+pg8000://u:p@127.0.0.1:1/x"):
        assert storage.check_journal(find_data_folder(tmp_path, address, environment={})).code == "B206"


def test_a_clock_that_is_late(house: DataFolder) -> None:
    now_s = time.time()
    moments = {0.0: True, machine.MADE_S - 1: True, now_s - 3600: True, now_s: False}
    assert {moment: machine.check_clock(house, moment).code == "B301" for moment in moments} == moments


def test_a_clock_that_nobody_sets(house: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    for told, code in (("no", "B302"), ("yes", ""), ("", "")):
        monkeypatch.setattr(machine, "_said", lambda *_, told=told: told)
        assert machine.check_clock(house).code == code


def test_a_port_of_another_program() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        other.settimeout(0.1)
        port = other.getsockname()[1]
        found = machine.check_port(port)
    assert (found.code, found.parts["port"]) == ("B303", port)
    assert machine.check_port(port).code == ""


def test_a_port_that_this_program_has_itself() -> None:
    running = Running("--camera", "phone")
    try:
        assert machine.check_port(running.port).code == ""
    finally:
        running.stop()


def test_a_firewall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, code in (("ENABLED=yes\n", "B304"), ("ENABLED=no\n", "")):
        (tmp_path / "ufw.conf").write_text(f"# comment\n{text}")
        assert machine.check_firewall(8123, tmp_path / "ufw.conf").code == code
    monkeypatch.setattr(machine, "_said", lambda *_: "running")
    assert "8123/tcp" in machine.check_firewall(8123, tmp_path / "none").remedy("es")


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "network_addresses", tuple)
    assert machine.check_network().code == "B305"


@pytest.mark.parametrize(
    ("listed", "code"), [("MemAvailable:  400000 kB", "B306"), ("MemAvailable: 900000 kB", ""), ("odd", "")]
)
def test_memory(tmp_path: Path, listed: str, code: str) -> None:
    (tmp_path / "meminfo").write_text(f"MemTotal: 1 kB\n{listed}\n")
    assert machine.check_memory(tmp_path / "meminfo").code == code


@LINUX
def test_cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(machine.check_cameras(tmp_path)) == ["B401"]
    for name in ("video0", "video1", "videoX"):
        (tmp_path / name).touch()
    assert codes(machine.check_cameras(tmp_path)) == [""]
    monkeypatch.setattr(os, "access", lambda path, _: path.name != "video1")
    (found,) = machine.check_cameras(tmp_path)
    assert found.code == "B402"
    assert "usermod -aG" in found.remedy("en")


def test_a_check_that_fails_is_a_finding_and_the_others_are_made() -> None:
    def broken() -> Finding:
        raise ZeroDivisionError("by nought")

    found = tuple(made({"memory": broken, "python": libraries.check_python}))
    assert [finding.code for finding in found] == ["B901", ""]
    assert "by nought" in found[0].sentence("es")


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_is_said_in_all_languages_with_the_same_blanks(code: str) -> None:
    problem = PROBLEMS[code]
    for spanish, *others in (problem.sentence.values(), problem.remedy.values()):
        assert spanish
        assert all(sorted(_blanks(spanish)) == sorted(_blanks(other)) for other in others)


def _blanks(sentence: str) -> set[str]:
    return {part.split("}")[0] for part in sentence.split("{")[1:]}


def test_the_journal_is_looked_at_while_somebody_writes(house: DataFolder) -> None:
    journal = Journal.open(house.database_url)
    try:
        assert storage.check_journal(house).state is Severity.WELL
    finally:
        journal.close()
