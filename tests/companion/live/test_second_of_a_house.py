"""The second camera of a house: which may stand beside the first, and that it is remembered and never harms."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.live.camera_settings import CameraMemory
from companion.live.worker import _second
from companion.live.worker_messages import WatchTable
from companion.refusal import TableRefused
from tests.companion.live.test_cameras import house

ADDRESS = "http://192.168.0.20/video"


def seconds(found: object) -> tuple[list[str], list[str]]:
    """Which may stand beside the first, and which does."""
    views = found.view()  # type: ignore[attr-defined]
    return [view.source for view in views if view.may_be_second], [view.source for view in views if view.is_second]


def test_a_webcam_or_an_address_stands_beside_a_live_camera_and_is_remembered(tmp_path: Path) -> None:
    found, live, chosen = house(tmp_path, "0")
    assert seconds(found) == (["2", "phone"], [])
    found.choose_second("2")
    assert seconds(found) == (["2", "phone"], ["2"])
    assert (live.looked, chosen.read()) == (["0"], None)
    found.choose_second(ADDRESS)
    assert seconds(found) == (["2", "phone", ADDRESS], [ADDRESS])
    memory = CameraMemory(tmp_path / "cameras.json")
    assert memory.watches("0", WatchTable(source="")).second == ADDRESS
    assert memory.watches("2", WatchTable(source="")).second == ""
    found.choose_second("")
    assert seconds(found) == (["2", "phone"], [])
    assert memory.watches("0", WatchTable(source="")).second == ""


def test_the_second_is_not_opened_a_second_time_for_a_small_picture(tmp_path: Path) -> None:
    found, _, _ = house(tmp_path, "0")
    assert {view.source: view.is_shown for view in found.view()}["2"]
    found.choose_second("2")
    assert not {view.source: view.is_shown for view in found.view()}["2"]
    assert found.thumbnail("2") == b""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0", "0"),
        ("phone", "phone"),
        ("0", "demo"),
        ("0", "7"),
        ("0", "/etc/passwd"),
        ("0", "file:///etc/passwd"),
        ("demo", "0"),
        (ADDRESS, ADDRESS),
    ],
)
def test_what_may_not_stand_beside_the_first_is_refused_and_changes_nothing(
    tmp_path: Path, first: str, second: str
) -> None:
    found, live, _ = house(tmp_path, first)
    with pytest.raises(TableRefused) as refused:
        found.choose_second(second)
    assert refused.value.sentence("es") != refused.value.sentence("en")
    assert live.looked == []
    assert seconds(found)[1] == []


def test_what_is_remembered_of_the_first_outlives_a_second_that_was_unplugged(tmp_path: Path) -> None:
    memory = CameraMemory(tmp_path / "cameras.json")
    memory.follow("0", "match")
    memory.stand_beside("0", "Logitech that is gone")
    assert (memory.of("0").match, memory.of("0").second) == ("match", "Logitech that is gone")
    assert _second(WatchTable(source="0", second="Logitech that is gone")) is None
    found, _, _ = house(tmp_path, "0")
    assert seconds(found) == (["2", "phone"], [])


def test_a_phone_is_the_second_and_what_kind_it_is_is_known(tmp_path: Path) -> None:
    found, _, _ = house(tmp_path, "0")
    assert found.second_kind == ""
    found.choose_second("phone")
    assert (found.kind, found.second_kind) == ("webcam", "phone")


def test_the_second_is_turned_by_itself(tmp_path: Path) -> None:
    found, live, _ = house(tmp_path, "0")
    found.choose_second("2")
    found.turn("mirrored", "2")
    memory = CameraMemory(tmp_path / "cameras.json")
    assert (str(memory.of("0").turn), str(memory.of("2").turn)) == ("", "mirrored")
    order = memory.watches("0", WatchTable(source=""))
    assert (order.second, str(order.second_turn), str(order.turn)) == ("2", "mirrored", "")
    found.turn("90", "0")
    assert str(memory.of("0").turn) == "90"
    assert live.looked == ["0", "0", "0"]


@pytest.mark.parametrize(
    ("named", "chosen", "run", "second"),
    [("2", None, "one", "2"), ("2", "", "one", ""), ("2", ADDRESS, "one", ADDRESS), ("2", "", "two", "2")],
    ids=["as named", "taken away on the page", "another on the page", "named anew"],
)
def test_the_command_names_a_second_and_the_page_has_the_last_word_in_that_run(
    tmp_path: Path, named: str, chosen: str | None, run: str, second: str
) -> None:
    memory = CameraMemory(tmp_path / "cameras.json")
    memory.remember_second("0", named, "one")
    if chosen is not None:
        memory.stand_beside("0", chosen)
    memory.remember_second("0", named, run)
    assert memory.of("0").second == second
    memory.remember_second("0", "", "three")
    assert memory.of("0").second == second


def test_a_file_of_before_has_no_second(tmp_path: Path) -> None:
    path = tmp_path / "cameras.json"
    path.write_text('{"0": {"match": "m", "zones": {}, "agreed": [], "layout": "", "turn": "90"}}', encoding="utf-8")
    assert (CameraMemory(path).of("0").second, CameraMemory(path).of("0").match) == ("", "m")
