"""A disk that is really full: every order is refused in words of ours, everybody is told, and all goes on after."""

from __future__ import annotations

import io
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.eventstore.evidence_store import RESERVE_BYTES
from companion.live.camera_settings import CameraMemory, Choice, ChosenCamera
from companion.refusal import PhotoRefused, TableRefused
from companion.tile_sets.own_sets import OwnTileSets
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.running import Running
from tests.torture.disk import NoDisk, fill, make_room, small_disk

SIZE_MB, BANNER_S = 40, 2.0
SPANISH = "No se pudo guardar: el disco está lleno"
TAP = {"order": "tap", "verb": "draw", "seat": 0}
MATCH = {"players": ["A", "B", "C", "D"], "rules": "clasico"}
RULES = b'extends = "clasico"\nmax_wilds = 2\n'


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    try:
        with small_disk(tmp_path / "disk", SIZE_MB) as place:
            yield place
    except NoDisk as refused:
        pytest.skip(f"no disk of a few megabytes can be made here: {refused}")


def sent(file: bytes, name: str, **fields: str) -> dict:
    return {"data": {"file": (io.BytesIO(file), name), **fields}, "content_type": "multipart/form-data"}


ORDERS = [
    ("/api/matches/{match}/orders", lambda: {"json": TAP}),
    ("/api/matches", lambda: {"json": MATCH}),
    ("/api/tournaments", lambda: {"json": {"title": "Otro"}}),
    ("/api/tournaments/{tournament}/orders", lambda: {"json": {"order": "rename", "entrant": 1, "name": "Zoe"}}),
    ("/api/pictures", lambda: {"data": (Path("companion/demo") / "turn-1.jpg").read_bytes()}),
    ("/rules/import", lambda: sent(RULES, "casa.toml", key="k1")),
]


@pytest.mark.parametrize("leave", [0, 4096, RESERVE_BYTES - 1], ids=["no byte", "a page", "the reserve"])
def test_every_order_is_refused_in_one_sentence_and_none_is_lost(disk: Path, leave: int) -> None:
    with playing_app(disk) as app:
        app.config["PROPAGATE_EXCEPTIONS"] = True
        player, organiser, client = Player(app.test_client()), Organiser(app), app.test_client()
        player.begins()
        organiser.begins()
        journal = app.extensions["tables"].journal
        before = journal.last(player.match)
        fill(disk, leave)
        for address, order in ORDERS:
            answer = client.post(address.format(match=player.match, tournament=organiser.tournament), **order())
            assert (answer.status_code, SPANISH in answer.get_data(as_text=True)) == (503, True), address
        for address in ("/", "/matches", f"/matches/{player.match}", f"/tournaments/{organiser.tournament}"):
            assert client.get(address).status_code == 200
        assert journal.last(player.match) == before
        assert journal.check().is_sound
        make_room(disk)
        assert client.post(f"/api/matches/{player.match}/orders", json=TAP).status_code == 200
        assert journal.last(player.match) == before + 1


@pytest.mark.slow
def test_everybody_is_told_within_two_seconds(disk: Path) -> None:
    running = Running("--camera", "phone", folder=disk)
    try:
        match = running.json("POST", "/api/matches", MATCH)["match"]
        fill(disk)
        began_s = time.monotonic()
        while not (told := running.json("GET", "/troubles")["troubles"]):
            assert time.monotonic() - began_s < BANNER_S
            time.sleep(0.05)
        assert "El disco está lleno" in told[0]
        assert running.json("GET", "/healthz")["disk"] == "full"
        refused = running.ask("POST", f"/api/matches/{match}/orders", json.dumps({"order": "deal"}),
                              **{"Content-Type": "application/json"})  # fmt: skip
        assert (refused.status, SPANISH in refused.text) == (503, True)
        make_room(disk)
        time.sleep(BANNER_S)
        assert running.json("GET", "/troubles")["troubles"] == []
    finally:
        status, complaints = running.stop()
    assert (status, "Traceback" in complaints) == (0, False)


@pytest.mark.slow
@pytest.mark.parametrize("camera", ["phone", "demo"])
def test_the_pages_open_on_a_disk_that_is_full(disk: Path, camera: str) -> None:
    running = Running("--camera", camera, folder=disk)
    match = running.json("POST", "/api/matches", MATCH)["match"]
    running.stop()
    fill(disk, 2**20)
    running = Running("--camera", camera, folder=disk)
    try:
        assert running.ask("GET", f"/matches/{match}").status == 200
        assert "El disco está lleno" in running.ask("GET", "/").text
    finally:
        running.stop()


def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=RESERVE_BYTES - 1))


OF_A_CAMERA: dict[str, Callable[[Path], object]] = {
    "follow": lambda folder: CameraMemory(folder / "cameras.json").follow("demo", "m1"),
    "agree": lambda folder: CameraMemory(folder / "cameras.json").agree("demo", ("small",)),
    "layout": lambda folder: CameraMemory(folder / "cameras.json").agree_to_layout("demo", "left"),
    "draw": lambda folder: CameraMemory(folder / "cameras.json").draw("demo", ()),
    "choose": lambda folder: ChosenCamera(folder / "camera.json").write(Choice("demo", "1")),
}


@pytest.mark.parametrize("happens", ["full", "a file in the way"])
@pytest.mark.parametrize("order", OF_A_CAMERA)
def test_what_a_camera_remembers_is_refused_in_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: str, order: str
) -> None:
    folder = tmp_path / "kept"
    if happens == "full":
        no_room(monkeypatch)
    else:
        folder.write_text("")
    with pytest.raises(TableRefused) as refused:
        OF_A_CAMERA[order](folder)
    assert refused.value.status == 503
    assert refused.value.sentence("es").startswith("No se pudo guardar")
    assert refused.value.sentence("en").startswith("It could not be saved")


def test_a_set_that_cannot_be_kept_is_refused_in_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_room(monkeypatch)
    with pytest.raises(PhotoRefused) as refused:
        OwnTileSets(tmp_path, lambda _: SimpleNamespace()).use("")
    assert (refused.value.status, SPANISH in refused.value.sentence("es")) == (503, True)


def test_a_film_that_begins_anew_follows_nobody_though_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = CameraMemory(tmp_path / "cameras.json")
    memory.follow("demo", "m1")
    with monkeypatch.context() as patched:
        no_room(patched)
        memory.forget_match("demo")
        assert memory.of("demo").match is None
    memory.follow("demo", "m2")
    assert (memory.of("demo").match, CameraMemory(tmp_path / "cameras.json").of("demo").match) == ("m2", "m2")
