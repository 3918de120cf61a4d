"""Films of hands: what lies on the table is what the story says, and the same order gives the same film."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.server import adapters as reception
from datasets.synthetic_videos.demo import HAND
from datasets.synthetic_videos.film_writer import FrameWriter, best_codec
from datasets.synthetic_videos.generate import HandVideoSpec, ground_truth, hand_to_film, write
from datasets.synthetic_videos.offences import spoilt
from datasets.synthetic_videos.tile_places import BELOW
from engine import PROFILES, load_rules
from engine.hand.events import events_of
from engine.simulation.simulate import simulate
from vision.belief import BACK

SMALL = (320, 192)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_tile_of_every_state_has_a_place_of_its_own(profile: str) -> None:
    made = hand_to_film(HandVideoSpec(rules=profile, seed=2, size_px=SMALL))
    for at in range(0, len(made.states), 9):
        state = made.states[at]
        tiles = [tile for tile in made.seating.arrangement(made.states, at).tiles if tile.row != BELOW]
        seen = Counter(tile.face for tile in tiles if tile.face != BACK)
        laid = Counter(str(tile) for meld in state.melds for tile in meld.tiles)
        pozo = state.pozo[-1:] if made.hand.rules.pozo_display == "covered" else state.pozo
        whole = laid + Counter(str(tile) for tile in (*pozo, *state.closing_tile) if tile)
        buried = sum(len(meld.row) for meld in state.melds if made.seating.is_piled(meld, at))
        assert not seen - whole
        assert whole.total() - seen.total() <= buried
        spots = np.array([tile.center_mm[:2] for tile in tiles]) / made.seating.size_mm[:2]
        apart = np.abs(spots[:, None] - spots[None]).max(axis=2) + 9 * np.eye(len(spots))
        assert apart.min() > 0.8


def test_nothing_is_piled_up_that_nobody_could_see_before() -> None:
    """Of a canasta that grows at its low end and is piled up at once the new tile would be under the others; another
    copy of one of its tiles would lie on it as that one may."""
    made = [
        hand_to_film(HandVideoSpec(rules="eburako", seed=seed, size_px=SMALL)) for seed in (9992, 9980, 9982, 10014)
    ]
    piled = [(film, number, at) for film in made for number, at in film.seating.piled.items()]
    assert piled
    for one, number, at in piled:
        before, now = ([str(tile) for tile in one.states[then].meld(number).tiles] for then in (at - 1, at))
        assert not Counter(now[:-1]) - Counter(before)
        assert now[-1] not in before or not Counter(now) - Counter(before)


@pytest.mark.parametrize(("profile", "seed"), [("clasico", 1), ("torneo", 3), ("parejas", 1), ("buracco", 2),
                                              ("clasico", 17), ("eburako", 4)])  # fmt: skip
def test_offences_are_where_they_are_said_to_be(profile: str, seed: int) -> None:
    rules = load_rules(profile)
    hand = simulate(rules, seed)
    spoilt_hand = spoilt(hand, np.random.default_rng(seed), 2)
    events = tuple(events_of(spoilt_hand.history, rules))
    assert spoilt_hand.offences
    assert tuple(at for at, event in enumerate(events) if event.violations) == spoilt_hand.offences
    assert events[-1].after.ended == hand.end.ended
    assert events[-1].after.count() == 106
    for at in spoilt_hand.offences:
        lay, lies = (Counter(tile for meld in state.melds for tile in meld.tiles)
                     for state in (events[at].before, events[at].after))  # fmt: skip
        assert lay < lies, "somebody sees what was laid"


def test_a_film_and_its_story_fit(tmp_path: Path) -> None:
    order = HandVideoSpec(seed=3, size_px=SMALL, fps=5, stop_after=4)
    paths = [write(tmp_path / name, order, "mjpg") for name in ("one", "other")]
    truth, again = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
    assert truth == again
    video = cv2.VideoCapture(str(paths[0].parent / truth["video"]))
    frames = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    assert video.read()[1].shape == (SMALL[1], SMALL[0], 3)
    video.release()
    assert [still["frame"] for still in truth["stills"]] == sorted({move["frame"] for move in truth["moves"]} | {0})
    assert truth["stills"][-1]["frame"] < frames
    assert truth["stills"][1]["seen"].startswith("0: 7k 2y 9k; pozo:; muertos: 11 11")
    one, other = ((paths[at].parent / truth["video"]).read_bytes() for at in (0, 1))
    assert one == other


def test_a_story_tells_everything_that_was_drawn(tmp_path: Path) -> None:
    made = hand_to_film(HandVideoSpec(seed=4, offends=True, size_px=SMALL))
    truth = ground_truth(made, HandVideoSpec(seed=4), dict.fromkeys(range(len(made.states)), 0))
    assert len(truth["moves"]) == len(made.script.history.moves)
    assert [at for at, move in enumerate(truth["moves"]) if move["violations"]] == truth["offences"]
    assert {"tilt_deg", "surface", "habits", "look", "bumps", "lamps"} <= truth["chosen"].keys()
    assert truth["score"]["void"] is False


def test_what_cannot_be_encoded_here_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert best_codec() == "mjpg"
    with pytest.raises(OSError, match="the program ffmpeg is not installed"):
        FrameWriter(tmp_path / "film", 10, SMALL, "h264")


@pytest.mark.skipif(best_codec() != "h264", reason="the program ffmpeg is not installed")
def test_a_film_in_h264_has_every_frame(tmp_path: Path) -> None:
    writer = FrameWriter(tmp_path / "film", 10, SMALL, "h264")
    for level in range(0, 200, 20):
        writer.add(np.full((SMALL[1], SMALL[0], 3), level, np.uint8))
    writer.close()
    video = cv2.VideoCapture(str(writer.path))
    levels = [video.read()[1].mean() for _ in range(10)]
    assert levels == pytest.approx(range(0, 200, 20), abs=6)
    assert not video.read()[0]
    video.release()


def test_the_demo_hand_is_what_its_recipe_films() -> None:
    film = reception.demo_film()
    assert film is not None
    parsed = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    made = hand_to_film(replace(HAND, size_px=SMALL))
    first_frames = {at: still["frame"] for at, still in enumerate(parsed["stills"])}
    again = json.loads(json.dumps(ground_truth(made, HAND, first_frames), default=float))
    del again["chosen"]
    assert parsed == {"video": "film.mp4", "codec": "h264", **again}
    assert len(made.script.offences) == 1
    assert 60 < parsed["stills"][-1]["frame"] / parsed["fps"] < 100
