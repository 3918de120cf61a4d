"""``burako hooks`` from the keyboard: set up, tried, listed, switched and taken away."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.companion.webhooks.receiver import receiving


@pytest.fixture
def hooks(burako, tmp_path: Path):
    def run(*arguments: object):
        return burako("hooks", *arguments, "--data", tmp_path / "kept", "--lang", "es")

    return run


def test_a_hook_from_beginning_to_end(hooks, tmp_path: Path):
    with receiving(204, 503) as receiver:
        name, secret = hooks("add", receiver.address, "--event", "hand.closed").out.splitlines()
        assert secret.startswith("El secreto, por única vez: whsec_")
        assert hooks("test", name).out.startswith("204  ")
        failed = hooks("test", name)
        assert (failed.status, failed.complaints) == (2, ("burako: 503",))
    listed = json.loads(hooks("list", "--json").out)["hooks"]
    assert [(hook["hook"], hook["events"], hook["is_on"]) for hook in listed] == [(name, ["hand.closed"], True)]
    assert [attempt["answer"] for attempt in listed[0]["attempts"]] == ["503", "204"]
    assert "whsec" not in hooks("list", "--json").out
    file = tmp_path / "kept" / "hooks" / name / "hook.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert hooks("off", name).status == 0
    assert "apagado" in hooks("list").out
    assert hooks("on", name).status == 0
    assert "apagado" not in hooks("list").out
    assert hooks("remove", name).status == 0
    assert hooks("list").out == ""


def test_the_password_of_obs_is_not_on_the_command_line(hooks, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BURAKO_OBS_PASSWORD", "la clave")
    name = hooks("obs", "Tanteo", "--scene", "Final").out.strip()
    assert hooks("list").out.strip() == f"{name}  ws://127.0.0.1:4455  Tanteo"
    assert "la clave" not in hooks("list", "--json").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add", "ftp://example.com/"), "La dirección empieza con http://"),
        (("add", "http://0.0.0.0/"), "no se manda nada"),
        (("add", "http://127.0.0.1/", "--event", "fly"), "No se avisa «fly»"),
        (("add", "http://127.0.0.1/", "--only", "nothing"), "No hay partida ni torneo «nothing»"),
        (("obs", "Tanteo", "--url", "http://127.0.0.1/"), "La dirección de OBS empieza con ws://"),
        (("test", "w000000000"), "Ese aviso no está."),
        (("remove", "../../x"), "Ese aviso no está."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(hooks, arguments: tuple[str, ...], says: str):
    found = hooks(*arguments)
    assert found.status == 2
    assert len(found.complaints) == 1
    assert says in found.complaints[0]
