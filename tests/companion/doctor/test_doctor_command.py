"""``burako doctor``: one page, one line of JSON, one file that names nobody, one page of all problems."""

from __future__ import annotations

import getpass
import json
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.doctor import all_checks, libraries
from companion.doctor.all_checks import examine
from companion.doctor.bundle import bundled
from companion.doctor.finding import SHOWN, Finding
from companion.doctor.wording import PROBLEMS
from companion.eventstore import DataFolder, Journal, find_data_folder
from tests.companion.conftest import ROOT, Outcome
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.doctor.page import page
from tests.companion.eventstore.drafts import draft

Shell = Callable[..., Outcome]
NAMES = ("Agustina", "Belisario", "Casimira", "Dorotea")


@pytest.fixture
def free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def quick(monkeypatch: pytest.MonkeyPatch, *findings: Finding) -> None:
    monkeypatch.setattr(all_checks, "checks", lambda *_: {str(at): lambda finding=finding: finding for at, finding in
                                                            enumerate(findings)})  # fmt: skip


@pytest.mark.parametrize(
    ("code", "status", "last"),
    [("", 0, "Nada anda mal."), ("B401", 0, "Nada anda mal."), ("B104", 1, "Cosas que andan mal: 1.")],
)
def test_the_status_says_whether_something_does_not_work(
    burako: Shell, monkeypatch: pytest.MonkeyPatch, code: str, status: int, last: str
) -> None:
    quick(monkeypatch, Finding("opencv", code, {"libraries": "a b", "version": "5"}))
    result = burako("doctor", "--lang", "es")
    assert result.status == status
    assert result.out.splitlines()[-1] == last
    assert (f"✗ {code}" in result.out) is bool(status)


def test_programs_read_it_as_json(burako: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch, Finding("camera", "B401"), Finding("port", "B303", {"port": 8000, "free": 8001}))
    result = burako("doctor", "--json", "--lang", "en")
    answer = json.loads(result.out)
    assert (result.status, answer["ok"]) == (1, False)
    assert [finding["state"] for finding in answer["findings"]] == ["notice", "wrong"]
    assert answer["findings"][1] == {
        "check": "port",
        "state": "wrong",
        "code": "B303",
        "sentence": "Another program has port 8000.",
        "remedy": "burako serve --port 8001",
    }


def test_the_whole_of_it_runs_from_the_shell(shell: Shell, free: int) -> None:
    result = shell("doctor", "--json", "--port", free)
    answer = json.loads(result.out)
    assert [finding for finding in answer["findings"] if finding["state"] == "wrong"] == []
    assert (result.status, result.complaints, len(answer["findings"])) == (0, (), 16)


def test_a_bundle_names_nobody_and_no_place(tmp_path: Path, free: int) -> None:
    folder = tmp_path / "Casa de Agustina"
    folder.mkdir()
    with playing_app(folder) as app:
        player = Player(app.test_client())
        player.begins()
        where = find_data_folder(folder, environment={})
        secret = where.secret()
        journal = Journal.open(where.database_url)
        journal.append(draft("Dorotea", "m-belisario", '{"name": "Casimira"}'), 0)
        journal.close()
        (folder / "camera.json").write_text('{"source": "rtsp://pepe:clave@10.0.0.9/"}')
        every = [Finding("folder", problem, _parts(folder)) for problem in PROBLEMS]
        _check_nameless(bundled([*every, *examine(where, free)], where), folder, secret, player.match)


def _parts(folder: Path) -> dict[str, object]:
    named = "place reason libraries quoted device group firewall command address moment check free"
    return {name: f"{folder} {getpass.getuser()} Agustina" for name in named.split()} | dict.fromkeys(SHOWN, 7)


def _check_nameless(packed: bytes, folder: Path, secret: bytes, match: str) -> None:
    file = folder.parent / "report.zip"
    file.write_bytes(packed)
    with zipfile.ZipFile(file) as pack:
        assert pack.namelist() == ["report.json", "libraries.json", "journal.json"]
        text = "\n".join(pack.read(name).decode() for name in pack.namelist())
        assert json.loads(pack.read("journal.json"))["entries"]
    hidden = (*NAMES, str(folder), str(Path.home()), socket.gethostname(), secret.hex(), match, "pepe", "clave",
              "10.0.0.9", "Ana", "m-belisario")  # fmt: skip
    assert [word for word in hidden if len(word) > 1 and word in text] == []


def test_a_bundle_is_written_beside_the_page(burako: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch, Finding("opencv", parts={"version": "5"}))
    result = burako("doctor", "--bundle", tmp_path / "out.zip", "--data", tmp_path / "kept")
    assert result.status == 0
    assert str(tmp_path / "out.zip") in result.out
    assert zipfile.is_zipfile(tmp_path / "out.zip")
    assert burako("doctor", "--bundle", tmp_path, "--data", tmp_path / "kept").status == 2


@pytest.mark.parametrize("kept", ["no database", "nothing", "a server"])
def test_a_bundle_is_made_where_the_journal_cannot_be_read(tmp_path: Path, kept: str) -> None:
    where = find_data_folder(tmp_path, environment={})
    if kept == "no database":
        (tmp_path / "story.sqlite").write_bytes(b"?" * 5000)
    if kept == "a server":
        where = DataFolder(tmp_path, "postgresql+pg8000://pepe:clave@10.0.0.9/x")
    packed = bundled([], where)
    assert b"clave" not in packed


def test_what_is_installed_is_listed_once() -> None:
    names = list(libraries.installed())
    assert "numpy" in names
    assert len(names) == len(set(names))


def test_the_page_of_problems_is_what_the_catalogues_say() -> None:
    assert (ROOT / "docs" / "problemas.md").read_text("utf-8") == page()
