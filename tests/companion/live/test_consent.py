"""A camera that sees badly tells a match nothing until somebody agrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.live.camera_settings import CameraMemory
from companion.live.consent import Consent, asked
from companion.live.live_table import LiveTable
from companion.live.worker_messages import FrameReport, WatchTable
from companion.matches.service import MatchService
from engine.rules.profiles import load_rules
from tests.companion.live.watched_match import WELL, WatchedMatch
from vision.watching.camera_fitness import FitCriterion, Fitness, judge_fitness
from vision.watching.camera_measurements import CameraMeasurements
from vision.watching.frame_results import FrameResult, FrameState

FIT = judge_fitness(CameraMeasurements(tiles=20, far_px=36, near_px=40, are_edges_seen=True, size_px=(1280, 720),
                                       blur=0.01, sway_px=0.1, light=180, noise=0.01, glare=0.0, rate=10))  # fmt: skip
UNKNOWN = judge_fitness(CameraMeasurements())


def fitness(**measures: float) -> Fitness:
    """What is found where some things are otherwise."""
    return judge_fitness(
        replace(
            CameraMeasurements(tiles=20, far_px=36, near_px=40, are_edges_seen=True, size_px=(1280, 720)), **measures
        )
    )


SMALL, SMALL_AND_DARK = fitness(far_px=14), fitness(far_px=14, light=10)


@pytest.mark.parametrize(
    ("heard", "held_for"),
    [
        ([], ()),
        ([UNKNOWN], ()),
        ([FIT], ()),
        ([fitness(far_px=20)], ()),
        ([SMALL], (FitCriterion.SIZE,)),
        ([SMALL_AND_DARK], (FitCriterion.SIZE, FitCriterion.LIGHT)),
        ([SMALL, UNKNOWN], (FitCriterion.SIZE,)),
        ([SMALL, FIT], ()),
        ([FIT, SMALL], ()),
        ([UNKNOWN, SMALL], (FitCriterion.SIZE,)),
    ],
    ids=["nothing", "unknown", "fit", "weak", "small", "two", "tiles gone", "put right", "turned bad", "tiles laid"],
)
def test_what_is_bad_from_the_beginning_holds_until_it_is_well(
    heard: list[Fitness], held_for: tuple[FitCriterion, ...]
):
    consent = Consent()
    for verdict in heard:
        consent.hear(verdict)
    assert consent.held_for == held_for


def test_who_agreed_is_asked_again_only_about_something_else():
    consent = Consent()
    consent.hear(SMALL)
    assert asked(consent.held_for, "es") == "Así va a leer mal: las fichas se ven chicas. ¿Seguir igual?"
    consent.agrees()
    assert (consent.held_for, consent.agreed, asked((), "es")) == ((), ("size",), "")
    again = Consent(consent.agreed)
    again.hear(SMALL_AND_DARK)
    assert asked(again.held_for, "en") == "It will be read wrongly: light is missing. Go on all the same?"


class Held:
    """A table under a camera whose program is never begun: reports are put in by hand."""

    def __init__(self, watched: WatchedMatch, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(LiveTable, "_begins", lambda _: None)
        self.watched, self.now_s = watched, 0.0
        self.memory = CameraMemory(folder / "cameras.json")
        self.live = self.opened()

    def opened(self) -> LiveTable:
        return LiveTable(self.watched.service, self.memory, WatchTable(source="0"), load_rules("clasico"))

    def sees(self, at: int, found: Fitness | None = None) -> None:
        """The table lies still in the state ``at`` for a while."""
        for seen in (self.watched.onlooker.sees(at), None, None):
            self.now_s += 2
            watched_frame = FrameResult(index=1, at_s=self.now_s, state=FrameState.STILL, seen=seen)
            self.live._attends(
                FrameReport(
                    watched=watched_frame, health=WELL, picture=b"\xff\xd8\xff x" if seen else b"", fitness=found
                )
            )
            found = None


@pytest.fixture
def held(watched: WatchedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held(watched, tmp_path, monkeypatch)
    yield made
    made.live.close()


def test_nothing_is_told_before_somebody_agrees_and_then_everything(held: Held, service: MatchService):
    held.live.follow(held.watched.match)
    held.sees(0, SMALL)
    held.sees(1)
    fit = held.live.view("es").fit
    assert fit
    assert (fit.verdict, fit.asks[:19]) == ("bad", "Así va a leer mal: ")
    assert held.watched.melds == []
    held.live.agrees()
    held.sees(1)
    assert held.watched.melds == ["7k 2y 9k"]
    assert held.live.view("es").fit.asks == ""


def test_consent_is_remembered_for_the_match_and_no_other(held: Held):
    held.live.follow(held.watched.match)
    held.sees(0, SMALL)
    held.live.agrees()
    assert held.memory.of("0").agreed == ("size",)
    held.live.follow(held.watched.match)
    assert held.memory.of("0").agreed == ("size",)
    held.live.follow(None)
    assert held.memory.of("0").agreed == ()


def test_a_camera_that_was_put_right_tells_what_it_saw_meanwhile(held: Held):
    held.live.follow(held.watched.match)
    held.sees(1, SMALL)
    assert held.watched.melds == []
    held.sees(1, FIT)
    assert held.watched.melds == ["7k 2y 9k"]


def test_who_follows_no_match_is_asked_nothing(held: Held):
    held.sees(0, SMALL)
    fit = held.live.view("es").fit
    assert fit
    assert (fit.verdict, fit.asks) == ("bad", "")
