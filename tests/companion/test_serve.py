"""``burako serve`` as a person starts it, and the server as phones meet it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.corrected_command import retyped
from companion.refusal import PhotoRefused
from companion.server import adapters as reception
from engine.rules.profiles import PROFILES
from tests.companion.builders import FakeRecognizer
from tests.companion.dashboard import table
from tests.companion.running import ROOT, Running
from vision.io.heic import opens_heic


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """One server for all tests of this file, begun as a person begins it."""
    running = Running(is_alone=True)
    yield running
    running.stop()


def test_the_address_is_printed_and_answers(server: Running):
    assert server.greeting.startswith("Burako Companion: http://127.0.0.1:")
    assert server.ask("GET", "/healthz").status == 200
    assert "Elegir una foto" in server.ask("GET", "/").text


def test_a_photograph_is_read_through_the_real_server(server: Running):
    answer = server.ask("POST", "/api/read?image=a.jpg", table.picture(), **{"Content-Type": "image/jpeg"})
    score = json.loads(answer.text)
    assert (score["image"], score["size"], score["rows"][0]["meld"]) == ("a.jpg", [1000, 750], "7r 8r J=9r")


@pytest.mark.parametrize(
    ("blob", "status", "words"),
    [
        (b"hola", 415, "no es una imagen"),
        (b"\xff\xd8\xff\xe0", 422, ""),
        (b"\0\0\0\x18ftypheic" + bytes(40), 422 if opens_heic() else 415, "" if opens_heic() else "HEIC"),
        (b"", 400, "No llegó ninguna foto"),
        (table.picture()[:-4000], 422, "cortada"),
    ],
    ids=["text", "a header alone", "heic", "nothing", "cut short"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(server: Running, blob: bytes, status: int, words: str):
    answer = server.ask("POST", "/api/read", blob, **{"Content-Type": "image/jpeg"})
    assert answer.status == status
    assert words in json.loads(answer.text)["error"]


def test_too_heavy_a_photograph_is_refused_without_reading_it(server: Running):
    """The size that is announced is enough; a client that sends nothing more still gets its answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n")
        assert b" 413 " in line.recv(4096)


def test_phones_that_stall_keep_nobody_waiting(server: Running):
    stalled = [socket.create_connection(("127.0.0.1", server.port), timeout=30) for _ in range(200)]
    for line in stalled:
        line.sendall(b"POST /photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nhalf")
    assert server.ask("GET", "/healthz").status == 200
    for line in stalled:
        line.close()


def test_ctrl_c_ends_it_quietly():
    running = Running("--camera", "demo") if reception.demo_film() else Running()
    assert running.stop() == (0, "")


def test_ctrl_c_with_a_page_open_says_what_it_waits_for():
    running = Running()
    match = running.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "clasico"})["match"]
    with closing(socket.create_connection(("127.0.0.1", running.port), 10)) as page:
        page.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert page.recv(1000).startswith(b"HTTP/1.1 200")
        running.program.send_signal(signal.SIGINT)
        assert running.program.stdout.readline() == "Se está cerrando: las páginas abiertas tienen unos segundos.\n"
    assert running.stop() == (0, "")


def test_the_demo_needs_its_film(burako, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reception, "demo_film", lambda: None)
    outcome = burako("serve", "--camera", "demo", "--lang", "es")
    assert (outcome.status, outcome.out) == (2, "")
    assert "Falta la mano de demostración" in outcome.complaints[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--camera", "nope"), "nope"),
        (("--rules", "nope"), "nope"),
        (("--set", "nope=1"), "nope"),
        (("--host", "203.0.113.7"), "No se puede escuchar en 203.0.113.7"),
        (("--port", "70000"), "--port"),
        (("--proxy", "burako.club"), "«burako.club» no es la dirección de un sitio"),
        (("--proxy", "https://burako.club/mesas"), "«https://burako.club/mesas» no es"),
        (("--proxy", "https://ana:clave@burako.club"), "no es la dirección de un sitio"),
        (("--proxy", "http://[bad"), "no es la dirección de un sitio"),
        (("--port", "0", "--data", "/proc/nowhere"), "/proc/nowhere"),
        (("--port", "0", "--database", "nope://x"), "nope"),
    ],
)
def test_a_server_that_cannot_start_says_why(warm_shell, arguments: tuple[str, ...], words: str):
    outcome = warm_shell("serve", *arguments)
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert words in outcome.complaints[0]


def test_a_busy_port_is_solved_in_one_sentence_that_works_as_it_stands(shell, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = shell("serve", "--port", port, "--camera", "demo", "--lang", "en")
    said, command = outcome.complaints[0].split("With another port: ")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert said.startswith(f"burako: Port {port} is already in use")
    assert shlex.split(command)[-7:-1] == ["serve", "--camera", "demo", "--lang", "en", "--port"]
    offered = int(command.rpartition(" ")[2])
    server = subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=ROOT,
        env={**os.environ, "BURAKO_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert f"http://127.0.0.1:{offered}/" in server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=60)


@pytest.mark.parametrize(
    ("written", "again"),
    [
        ("burako serve", "burako serve --port 8001"),
        ("burako serve --camera demo --port 8000", "burako serve --camera demo --port 8001"),
        ("burako serve --port=8000 --tls", "burako serve --tls --port 8001"),
        ("no/such/burako serve --port", "no/such/burako serve --port 8001"),
        ("burako serve --camera 'Mi cámara'", "burako serve --camera 'Mi cámara' --port 8001"),
    ],
)
def test_what_was_typed_is_said_again_with_another_port(written: str, again: str):
    assert retyped("--port", "8001", shlex.split(written)) == again


@pytest.mark.parametrize("secret", ["--database postgresql://ana:clave@h/b", "--database=postgresql://ana:clave@h/b"])
def test_what_a_page_says_to_type_shows_no_password(secret: str):
    typed = shlex.split(f"burako serve {secret} --camera demo")
    command = retyped("--host", "0.0.0.0", typed, public=True)
    assert command == "burako serve --camera demo --database URL --host 0.0.0.0"


@pytest.mark.parametrize("camera", ["rtsp://ana:clave@h/1", "'http://ana:clave@h/1'"])
def test_what_a_page_says_to_type_shows_no_password_of_a_camera(camera: str):
    for typed in (f"burako serve --camera {camera} --tls", f"burako serve --tls --camera={camera}"):
        command = retyped("--host", "0.0.0.0", shlex.split(typed), public=True)
        assert command == "burako serve --tls --camera URL --host 0.0.0.0"


def test_behind_a_proxy_only_the_link_that_is_shown_once_makes_the_organiser(tmp_path: Path, warm_shell):
    running = Running("--proxy", "https://burako.example", folder=tmp_path)
    try:
        said = running.program.stdout.readline() + running.program.stdout.readline()
        link = re.search(r"https://burako\.example(/join/\w+)", said)[1]
        code = re.search(r"código (\d{4} \d{4} \d{4})\.", said)[1]
        assert running.ask("GET", "/tournaments/new").status == 403
        assert "Entrar para organizar" in running.ask("GET", link).text
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        cookie = running.ask("POST", link, "name=Rita", **form).headers["Set-Cookie"].partition(";")[0]
        assert running.ask("GET", "/tournaments/new", Cookie=cookie).status == 200
    finally:
        running.stop()
    again = warm_shell("organiser", "--data", tmp_path, "--lang", "en")
    assert (again.status, link in again.out, code in again.out) == (0, True, True)
    running = Running("--proxy", "https://burako.example", folder=tmp_path)
    running.program.send_signal(signal.SIGINT)
    assert "join" not in running.program.communicate(timeout=60)[0]


def test_without_networks_it_says_so_and_ends(shell, tmp_path: Path):
    outcome = shell("serve", "--port", "0", models=tmp_path)
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert "Falta la lista de modelos" in outcome.complaints[0]


def test_a_refused_picture_is_told_in_both_languages():
    with pytest.raises(PhotoRefused) as refused:
        reception.PhotoReader(FakeRecognizer(), {}.__getitem__).read(b"", "a.jpg")
    assert refused.value.status == 400
    assert refused.value.sentence("en") != refused.value.sentence("es") == refused.value.sentence("fr")


def test_all_profiles_are_offered_and_a_users_own_beside_them(tmp_path: Path):
    own = tmp_path / "de casa.toml"
    own.write_text('extends = "clasico"\n', encoding="utf-8")
    laws = reception.open_laws(str(own))
    views = {view.name: view.title("es") for view in reception.profile_views(laws)}
    assert views["clasico"] == "Burako clásico"
    assert views[str(own)] == "de casa"
    assert len(views) == len(PROFILES) + 1


def test_an_overridden_rule_holds_in_the_chosen_profile_only():
    laws = reception.open_laws("clasico", ("min_meld_len=4",))
    assert (laws["clasico"].min_meld_len, laws["torneo"].min_meld_len) == (4, 3)
