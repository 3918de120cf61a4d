"""``--camera SOURCE``: which text means what, and one clear sentence for every text that means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.cameras import sources
from vision.cameras.sources import Source, SourceKind, check_beside, parse_source
from vision.cameras.webcams import webcam_names, webcam_number
from vision.errors import BadSource

CAMERAS = {0: "Integrated Camera: Integrated C", 2: "HD Pro Webcam C920", 3: "HD Pro Webcam C920"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mesa").mkdir()
    for name in ("hand.mp4", "photo.JPG", "7"):
        (tmp_path / name).write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "kind", "canonical"),
    [
        ("0", "webcam", "0"),
        (" 02 ", "webcam", "2"),
        ("7", "webcam", "7"),
        ("c920", "webcam", "c920"),
        ("/dev/video4", "webcam", "4"),
        ("hand.mp4", "video", "hand.mp4"),
        ("./7", "video", "./7"),
        ("mesa", "folder", "mesa"),
        ("mesa/", "folder", "mesa/"),
        ("http://10.0.0.7:8080/video", "address", "http://10.0.0.7:8080/video"),
        ("HTTPS://host/x?a=b", "address", "HTTPS://host/x?a=b"),
        ("rtsp://ana:clave@10.0.0.7/live", "address", "rtsp://ana:clave@10.0.0.7/live"),
        ("Phone", "phone", "phone"),
        ("demo", "demo", "demo"),
        ("Simulate", "simulate", "simulate"),
        ("simulate:rummy:7", "simulate", "simulate:rummy:7"),
    ],
)
@pytest.mark.usefixtures("place")
def test_a_text_names_a_source_and_the_source_is_that_text(text: str, kind: str, canonical: str) -> None:
    source = parse_source(text, lambda: CAMERAS)
    assert source == Source(SourceKind(kind), canonical)
    assert parse_source(str(source), lambda: CAMERAS) == source


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "source_blank"),
        ("   ", "source_blank"),
        ("a\x00b", "source_blank"),
        ("x" * 3000, "source_blank"),
        ("nothing.mp4", "source_unknown"),
        ("C930", "source_unknown"),
        ("-1", "source_unknown"),
        ("picamera", "no_picamera"),
        ("simulate:", "source_unknown"),
        ("simulate:rummy:x", "source_unknown"),
        ("simulate:../x:1", "source_unknown"),
        ("x" * 1500, "source_unknown"),
        ("photo.JPG", "source_photograph"),
        ("file:///etc/passwd", "source_scheme"),
        ("ftp://host/x", "source_scheme"),
        ("gopher://host", "source_scheme"),
        ("http://", "source_address"),
        ("http://:80/x", "source_address"),
        ("http://host:99999/", "source_address"),
        ("http://host:0/", "source_address"),
        ("rtsp://[::1", "source_address"),
    ],
)
@pytest.mark.usefixtures("place")
def test_a_text_that_names_nothing_is_refused_in_one_sentence(text: str, code: str) -> None:
    with pytest.raises(BadSource) as refused:
        parse_source(text, lambda: CAMERAS)
    assert refused.value.code == code
    for language in ("es", "en"):
        assert refused.value.sentence(language).endswith(".")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (Source(SourceKind.ADDRESS, "rtsp://ana:clave@10.0.0.7:554/live?token=x"), "rtsp://10.0.0.7:554/live"),
        (Source(SourceKind.ADDRESS, "http://10.0.0.7/video"), "http://10.0.0.7/video"),
        (Source(SourceKind.VIDEO, "/srv/secret/hand.mp4"), "hand.mp4"),
        (Source(SourceKind.FOLDER, "/srv/mesa/"), "mesa"),
        (Source(SourceKind.WEBCAM, "C920"), "C920"),
    ],
)
def test_a_source_is_shown_without_its_secrets(source: Source, shown: str) -> None:
    assert source.shown == shown


def test_a_refused_address_keeps_its_password_to_itself() -> None:
    with pytest.raises(BadSource) as refused:
        parse_source("http://ana:clave@host:99999/")
    assert "clave" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "number"),
    [("5", 5), ("HD Pro Webcam C920", 2), ("integrated", 0), ("hd pro", 2), ("other", None)],
)
def test_a_name_fits_the_lowest_number_that_bears_it(text: str, number: int | None) -> None:
    assert webcam_number(text, CAMERAS) == number


def test_webcams_are_listed_by_number(tmp_path: Path) -> None:
    for number, name in ((10, "Ten"), (2, "Two\n")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name)
    (tmp_path / "video3").mkdir()
    (tmp_path / "videos").mkdir()
    assert list(webcam_names(tmp_path).items()) == [(2, "Two"), (10, "Ten")]


@pytest.mark.parametrize(
    ("platform", "lists", "found"),
    [("linux", False, {}), ("linux", True, {}), ("win32", False, {0: ""}), ("darwin", False, {0: ""})],
)
def test_where_the_system_lists_no_webcams_there_may_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, lists: bool, found: dict[int, str]
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert webcam_names(tmp_path if lists else tmp_path / "absent") == found
    assert webcam_number("nothing.mp4", found) is None


def test_a_simulated_table_needs_the_source_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PAINTER", "nowhere.at_all")
    with pytest.raises(BadSource) as refused:
        parse_source("simulate")
    assert refused.value.code == "no_simulation"


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("0", "1", None),
        ("0", "phone", None),
        ("phone", "http://10.0.0.7/video", None),
        ("hand.mp4", "mesa", None),
        ("0", "0", "second_same"),
        ("0", "/dev/video0", "second_same"),
        ("phone", "phone", "second_phone"),
        ("hand.mp4", "hand.mp4", "second_same"),
        ("demo", "0", "second_drawn"),
        ("0", "demo", "second_drawn"),
        ("hand.mp4", "simulate", "second_drawn"),
        ("0", "hand.mp4", "second_other"),
        ("mesa", "phone", "second_other"),
    ],
)
@pytest.mark.usefixtures("place")
def test_what_may_stand_beside_a_camera_over_one_table(first: str, second: str, code: str | None) -> None:
    pair = [parse_source(text, lambda: CAMERAS) for text in (first, second)]
    if code is None:
        check_beside(*pair)
        return
    with pytest.raises(BadSource) as refused:
        check_beside(*pair)
    assert refused.value.code == code


@pytest.mark.parametrize("kind", SourceKind)
def test_what_is_live_can_fail_and_come_back(kind: SourceKind) -> None:
    assert kind.is_live == (kind in ("webcam", "address", "phone", "picamera"))
