"""A hand as a file to keep: its page says how far that has come, and the same hand is made once."""

from __future__ import annotations

import re
from threading import Event
from time import monotonic, sleep

import pytest

from companion.dashboard.matches.animation_pages import MOST_AT_ONCE, Animations
from companion.view_models.animation import Scene
from tests.companion.dashboard.playing import Player


def plays(player: Player) -> None:
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    player.send("play", moves="1 draw\n1 lay 9k 9b 9y")


def waited(player: Player, form: str) -> str:
    """The page once the file is there."""
    until = monotonic() + 60
    while "data-unfinished" in (page := player.page(f"/hands/1/animation-{form}")) and monotonic() < until:
        sleep(0.05)
    return page


@pytest.mark.parametrize(("form", "begins"), [("gif", b"GIF89a"), ("mp4", b"ftyp")])
def test_a_hand_is_made_and_kept(player: Player, form: str, begins: bytes):
    plays(player)
    page = waited(player, form)
    assert f'href="/matches/{player.match}/hands/1/hand.{form}" download' in page
    answer = player.client.get(f"/matches/{player.match}/hands/1/hand.{form}")
    assert answer.status_code == 200
    assert begins in answer.data[:12]
    assert f"burako-{player.match}-1.{form}" in answer.headers["Content-Disposition"]
    part = player.client.get(f"/matches/{player.match}/hands/1/hand.{form}", headers={"Range": "bytes=0-9"})
    assert (part.status_code, part.data) == (206, answer.data[:10])


def test_the_replay_leads_there(player: Player):
    plays(player)
    assert re.findall(r"/hands/1/animation-(\w+)", player.page("/hands/1/replay")) == ["gif", "mp4"]


@pytest.mark.parametrize(
    ("path", "status"), [("hands/1/animation-avi", 404), ("hands/9/animation-gif", 404), ("hands/1/hand.gif", 404)]
)
def test_what_is_not_there_is_refused_with_a_sentence(player: Player, path: str, status: int):
    answer = player.client.get(f"/matches/{player.match}/{path}")
    assert answer.status_code == status
    assert 'class="sentence"' in answer.text


def test_after_another_move_the_hand_is_made_anew(player: Player):
    plays(player)
    waited(player, "gif")
    before = player.client.get(f"/matches/{player.match}/hands/1/hand.gif").data
    player.send("undo")
    assert player.client.get(f"/matches/{player.match}/hands/1/hand.gif").status_code == 404
    waited(player, "gif")
    assert player.client.get(f"/matches/{player.match}/hands/1/hand.gif").data != before


SCENE = Scene(title="", at="", says="", piles=(), sides=())


def test_a_few_are_on_their_way_and_the_next_is_told_to_come_back():
    may_go_on = Event()

    def slow(scenes, _form) -> bytes:
        may_go_on.wait(10)
        return b"made" * len(list(scenes))

    animations = Animations(slow)
    keys = [("m", number, 1, "gif", "es") for number in range(MOST_AT_ONCE + 1)]
    begun = [animations.begin(key, 2, lambda: [SCENE, SCENE]) for key in keys]
    assert [making is None for making in begun] == [False] * MOST_AT_ONCE + [True]
    assert animations.begin(keys[0], 2, list) is begun[0]
    may_go_on.set()
    until = monotonic() + 10
    while not all(making.contents for making in begun[:-1]) and monotonic() < until:
        sleep(0.01)
    assert [(making.done, making.contents) for making in begun[:-1]] == [(2, b"mademade")] * MOST_AT_ONCE


def test_one_that_failed_says_so_and_may_be_tried_again():
    attempts = []

    def fails(_scenes, _form) -> bytes:
        attempts.append(1)
        raise OSError("no encoder")

    animations, key = Animations(fails), ("m", 1, 1, "mp4", "es")
    for count in (1, 2):
        making = animations.begin(key, 1, lambda: [SCENE])
        until = monotonic() + 10
        while not making.has_failed and monotonic() < until:
            sleep(0.01)
        assert (making.has_failed, len(attempts)) == (True, count)
