"""A rack in view is covered in every picture of the table, also where no tile of it was seen at the last look."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.live.match_recorder import NOTHING_ODD, MatchRecorder, without_racks
from companion.live.private_tiles import covered
from companion.live.worker_messages import FrameReport
from companion.match_commands import Agree, Play, Sender
from companion.matches.events import Moved
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WELL, WatchedMatch, played
from tests.companion.tabletop import Tabletop
from vision.watching.frame_results import FrameResult, FrameState

RACK = "9r 4k 12y 4b 1b 6r J 7k 13y 3r 10y"
WHITE = 255


def blank(size_px: tuple[int, int]) -> bytes:
    """A white picture, as a JPEG."""
    return bytes(cv2.imencode(".jpg", np.full((size_px[1], size_px[0], 3), WHITE, np.uint8))[1])


def striped(size_px: tuple[int, int], width_px: int = 5) -> bytes:
    """A picture of stripes as broad as the strokes of numbers are, as a JPEG."""
    stripes = (np.arange(size_px[0]) // width_px % 2 * WHITE).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", np.tile(stripes, (size_px[1], 1)))[1])


def contrast(jpeg: bytes) -> float:
    """How much the greys of a picture differ."""
    return float(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE).std())


def is_covered(jpeg: bytes, quads_px: list[np.ndarray]) -> list[bool]:
    """Whether all corners of each tile are painted over."""
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    height, width = shown.shape
    spots = [np.clip(np.round(quad).astype(int), 0, (width - 1, height - 1)) for quad in quads_px]
    return [bool((shown[corners[:, 1], corners[:, 0]] < WHITE // 2).all()) for corners in spots]


def test_a_rack_in_view_is_covered_in_the_picture_and_a_meld_is_not(watched: WatchedMatch):
    table = Tabletop.dealt()
    rack = {tile.number for tile in table.lays(RACK, (-150, 250))}
    watched.shows(table.sees())
    meld = {tile.number for tile in table.lays("4r 5r 6r", (-100, 120))}
    seen = table.sees()
    watched.shows(seen)
    shown = without_racks(blank(seen.size_px), watched.attendant)
    corners = dict(
        zip(seen.settled.numbers, (tile.place.corners_px for tile in seen.settled.reading.tiles), strict=True)
    )
    assert is_covered(shown, [corners[number] for number in rack]) == [True] * len(rack)
    assert is_covered(shown, [corners[number] for number in meld]) == [False] * len(meld)


@pytest.mark.parametrize("profile", ["rummy", "clasico", "rummikub"])
def test_a_rack_with_gaps_stays_private_when_the_program_begins_anew(service: MatchService, profile: str):
    watched = WatchedMatch(service, played(2, profile))
    table = Tabletop.dealt() if profile == "clasico" else Tabletop()
    table.lays("4r 5r 6r 7r", (-100, 80))
    for part, x_mm in (("9r 4k 12y 4b", -300), ("1b", -130), ("6r J 7k", -40), ("13y", 100), ("3r 10y 2b", 205)):
        table.lays(part, (x_mm, 250))
    watched.send(Play("0 draw\n0 lay 4r 5r 6r 7r"))
    watched.attendant = MatchRecorder(service, watched.match)
    watched.shows(table.sees())
    assert (watched.melds, service.state(watched.match).question) == (["4r 5r 6r 7r"], None)
    assert watched.attendant.attention == NOTHING_ODD
    assert watched.attendant.private


@pytest.mark.parametrize("profile", ["rummy", "clasico"])
def test_a_rack_with_the_other_copies_of_a_meld_stays_private_when_the_program_begins_anew(
    service: MatchService, profile: str
):
    watched = WatchedMatch(service, played(2, profile))
    table = Tabletop.dealt() if profile == "clasico" else Tabletop()
    table.lays("6k 7k 8k 9k 10k 11k 12k", (-100, 80))
    table.lays("7k 8k 12y 2y 7y 7b 5y 1b 4r 6b 6k", (-250, 250))
    watched.send(Play("0 draw\n0 lay 6k 7k 8k 9k 10k 11k 12k"))
    watched.attendant = MatchRecorder(service, watched.match)
    watched.shows(table.sees())
    assert (watched.melds, service.state(watched.match).question) == (["6k 7k 8k 9k 10k 11k 12k"], None)
    assert watched.attendant.private


def test_the_picture_of_an_entry_is_kept_without_the_rack(
    watched: WatchedMatch, service: MatchService, monkeypatch: pytest.MonkeyPatch
):
    kept: list[bytes] = []
    monkeypatch.setattr("companion.live.match_recorder.covered", lambda picture, areas: kept.append(areas) or b"\xff")
    table = Tabletop.dealt()
    table.lays(RACK, (-150, 250))
    watched.shows(table.sees())
    table.lays("4r 5r 6r", (-100, 120))
    watched.shows(table.sees())
    told = [recorded for recorded in service.state(watched.match).course.recorded if isinstance(recorded.event, Moved)]
    assert told
    assert kept
    assert all(kept)


def test_before_the_first_look_no_tile_can_be_read(watched: WatchedMatch, service: MatchService):
    picture = striped((1280, 720))
    assert contrast(without_racks(picture, watched.attendant)) < contrast(picture) / 10
    watched.shows(Tabletop.dealt().sees())
    assert without_racks(picture, watched.attendant) == picture
    begun_anew = MatchRecorder(service, watched.match)
    begun_anew.handle_update(FrameReport(watched=FrameResult(index=1, at_s=0.0, state=FrameState.HAND), health=WELL))
    assert contrast(without_racks(picture, begun_anew)) < contrast(picture) / 10
    assert without_racks(b"", begun_anew) == without_racks(b"no picture", begun_anew) == b""


def test_a_table_that_waits_for_a_hand_or_for_a_yes_is_shown_as_it_is(service: MatchService):
    match = service.agree(Agree(players=("A", "B"), rules="clasico"), Sender(author="A", key="match")).match
    attendant = MatchRecorder(service, match)
    attendant.handle_update(FrameReport(watched=FrameResult(index=1, at_s=0.0, state=FrameState.STILL), health=WELL))
    assert without_racks(b"as it came", attendant) == b"as it came"
    asked = MatchRecorder(service, match)
    asked.show_all()
    assert without_racks(b"as it came", asked) == b"as it came"


def test_without_a_rack_a_picture_is_shown_as_it_came(watched: WatchedMatch):
    watched.sees(1)
    assert without_racks(b"as it came", watched.attendant) == b"as it came"
    assert without_racks(b"as it came", None) == b"as it came"


def test_a_picture_that_cannot_be_read_is_not_shown_where_something_is_private():
    assert covered(b"no picture", [((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))]) == b""
