"""Answers about photographs that mean nothing at a match are asked again: the page stands, whatever a form said."""

from __future__ import annotations

import pytest

from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.test_photo_hand_view import four, house_with

__all__ = ["house_with"]
STRANGE = [
    {"closer": "99"},
    {"closer": "٣"},
    {"muerto.0": "zz", "muerto.9": "played"},
    {"near.{photo}": "9"},
    {"near.{photo}": "x"},
    {"shows.{photo}": "rack.77"},
    {"shows.{photo}": "muerto.x"},
    {"shows.{photo}": "side.-1"},
    {"shows.{photo}": "side."},
    {"place.{photo}.0": "side.9", "place.{photo}.1": "rack", "place.{photo}.2": "muerto."},
    {"empty.9": "1", "seen.9": "1", "partial.9": "1"},
]


@pytest.fixture
def counting(player: Player) -> Counting:
    return Counting(player)


@pytest.mark.parametrize("said", STRANGE, ids=lambda said: " ".join(f"{name}={value}" for name, value in said.items()))
def test_what_means_nothing_is_asked_again(counting: Counting, recognizer: Recognizer, said: dict[str, str]):
    four(counting, recognizer)
    asked, photo = counting.question, counting.photos[0]
    answer = counting.client.post(
        f"{counting.address}/say", data={name.format(photo=photo): value for name, value in said.items()}
    )
    assert answer.status_code == 303
    assert counting.client.get(counting.address).status_code == 200
    assert counting.question == asked
    for words in ("Ana + Caro", "Caro", "Atril de Ana"):
        counting.answers(words)
    assert counting.question == "Beto + Dani: ¿compraron el muerto?"


def test_where_melds_lay_that_are_nobodys_spoils_no_other_count(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer)
    counting.client.post(f"{counting.address}/say", data={"near.x": "9"})
    other = four(Counting(counting.player), recognizer)
    assert other.question == "¿De quién son estos juegos?"


def test_tiles_are_moved_to_no_place_that_there_is_not(counting: Counting, recognizer: Recognizer):
    four(counting, recognizer)
    said = {"photo": counting.photos[0], "tiles": "0 1 2 3", "place": "rack.77"}
    counting.client.post(f"{counting.address}/move", data=said)
    assert counting.client.get(counting.address).status_code == 200
