"""Films of other families: their truth is a story that replays, and nothing lies where something else does."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.evaluation.film_truth import load_true_film, visible
from datasets.family_films import generate
from datasets.family_films.boxes import BACK
from datasets.family_films.generate import FilmSpec, film_of, write, zones_of
from datasets.family_films.played_hand import RestMoment, played, truth_of
from datasets.family_films.scenarios import CASES, Scenario, camera_of, habits_of
from datasets.family_films.table_arrangement import FamilyTable
from engine import load_rules
from engine.inference.observation import observe
from vision.table_plan.zones import TableZone, parse_zones

SMALL = replace(CASES["mirrored"], size_px=(320, 180))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Scenario:
    monkeypatch.setattr(generate, "CASES", {"mirrored": SMALL})
    return SMALL


@pytest.mark.usefixtures("small")
def test_the_truth_of_a_film_is_a_lawful_story(tmp_path: Path) -> None:
    wish = FilmSpec(case="mirrored", seed=3, moves=2, fps=5)
    path = write(tmp_path, wish)
    truth = load_true_film(path)
    assert truth.video.is_file()
    assert len(list(visible(truth.moves))) >= 2
    assert not any(move.is_offence for move in truth.moves)
    assert [move.frame for move in truth.moves] == sorted(move.frame for move in truth.moves)
    hand = played("clasico", 3, 2, offends=False)
    assert truth.tables[-1].seen == truth.table_at(9_999)
    assert str(truth.tables[-1].seen) == str(observe(hand.end, load_rules("clasico")))
    assert {zone for zone, _ in parse_zones(path.with_suffix(".zones").read_text().strip()).polygons} == set(TableZone)
    assert json.loads(path.read_text())["chosen"]["case"] == "mirrored"


@pytest.mark.usefixtures("small")
def test_two_seeds_differ_and_one_does_not() -> None:
    first, again, other = (next(film_of(FilmSpec(case="mirrored", seed=seed)).pictures()) for seed in (3, 3, 4))
    assert first.shape == (180, 320, 3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


_TABLES = (("main", "clasico", 1), ("heaped-pozo", "buracco", 2), ("free", "rummy", 3), ("rack-in-view", "torneo", 4))


@pytest.mark.parametrize(("case", "profile", "seed"), _TABLES)
def test_every_tile_lies_where_the_story_says(case: str, profile: str, seed: int) -> None:
    hand = played(profile, seed, 25, offends=False)
    rng = np.random.default_rng(seed)
    habits = habits_of(CASES[case], rng)
    table = FamilyTable(hand.start, habits, rng, hand.rules.pozo_display == "covered")
    for event in hand.events:
        table.show(event.after)
        near = -habits.area_mm[1] / 2
        bodies = [body for body in table.scene.values() if not body.lean or body.at[1] > near]
        shown = Counter(body.face for body in bodies if body.face[0].isdigit() or body.face in ("J", BACK))
        laid = [str(tile) for meld in event.after.melds for tile in meld.tiles]
        laid += [str(tile) if tile else BACK for tile in event.after.pozo]
        down = event.after.mazo + sum(event.after.muertos) + len(event.after.closing_tile)
        assert shown - Counter({BACK: shown[BACK]}) == Counter(laid)
        assert shown[BACK] >= down


def test_an_offence_is_told_as_one() -> None:
    hand = played("clasico", 2, 25, offends=True)
    assert hand.offences
    assert all(hand.events[at].violations for at in hand.offences)
    told = truth_of(hand, [RestMoment(0, len(hand.events))], 10)
    assert sum(bool(move["violations"]) for move in told["moves"]) == len(hand.offences)


def test_drawn_zones_are_on_the_side_where_things_lie() -> None:
    rng = np.random.default_rng(1)
    habits, camera = habits_of(CASES["mirrored"], rng), camera_of(CASES["mirrored"], rng)
    zones = parse_zones(zones_of(habits, camera)).by_zone
    assert max(x for x, _ in zones[TableZone.POZO]) < 0 < min(x for x, _ in zones[TableZone.MUERTOS])
    assert max(y for _, y in zones[TableZone.THEIRS]) < 0 < min(y for _, y in zones[TableZone.OURS])
