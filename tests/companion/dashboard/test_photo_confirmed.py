"""What is confirmed of a photographed hand is what was seen of it, whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.match_commands import Count, Note, Sender
from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player

OURS = ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y", "1b 2b 3b 4b 5b")
THEIRS = ("12r 12b 12k 12y", "5k 6k 7k")


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture
def counting(player: Player, recognizer: Recognizer) -> Counting:
    """A hand of two tables and a rack that is ready to be confirmed."""
    counting = Counting(player)
    counting.sends(recognizer.table(OURS[:1], THEIRS), recognizer.table(OURS[1:]), recognizer.racks("3b 3k"))
    first, second, third = counting.photos
    shows = {f"shows.{first}": "table", f"shows.{second}": "side.0", f"shows.{third}": "racks"}
    counting.client.post(f"{counting.address}/say", data={"partial": "1", "closer": "2", **shows})
    said = {"¿De quién son estos juegos?": "Ana + Caro", "¿De quién son": "Atril de Ana"}
    while asked := counting.question:
        known = next((words for begins, words in said.items() if asked.startswith(begins)), "")
        counting.answers(known or ("untaken" if "el muerto?" in asked else "No le quedó nada"))
    assert "confirmar la mano" in counting.page
    return counting


def fields(page: str) -> dict[str, str]:
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "confirm-hand" in form)
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))


def kinds(counting: Counting) -> list[str]:
    return [line["kind"] for line in counting.player.shown()["log"]]


def test_a_photograph_that_is_gone_is_told_and_nothing_is_confirmed_without_it(counting: Counting):
    shown = fields(counting.page)
    counting.client.post(f"/photos/{counting.photos[1]}/forget")
    assert counting.confirms(**shown).headers["Location"].endswith(counting.address)
    assert "confirmed" not in kinds(counting)
    page = counting.page
    assert "Esta foto ya no se guarda: mandala de nuevo." in page
    assert page.count('class="hand-photo"') == 2
    assert "Esta foto ya no se guarda" not in counting.page
    assert counting.confirms(**fields(page)).headers["Location"].endswith(counting.player.match)
    assert kinds(counting)[:2] == ["confirmed", "counted"]


def test_a_photograph_that_is_gone_is_told_to_whoever_looks(counting: Counting):
    counting.client.post(f"/photos/{counting.photos[1]}/forget")
    assert "Esta foto ya no se guarda: mandala de nuevo." in counting.page


CHANGES: dict[str, Callable[[Counting], object]] = {
    "another phone says whose it is": lambda counting: counting.client.post(
        f"{counting.address}/move",
        data={"photo": counting.photos[1], "tiles": "0 1 2", "place": "side.1"},
    ),
    "another phone takes a photograph out": lambda counting: counting.client.post(
        f"{counting.address}/drop/{counting.photos[1]}"
    ),
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_who_confirms_an_old_page_is_shown_the_new_count_first(
    counting: Counting, changes: Callable[[Counting], object]
):
    shown = fields(counting.page)
    changes(counting)
    assert counting.confirms(**shown).headers["Location"].endswith(counting.address)
    assert "confirmed" not in kinds(counting)
    page = counting.page
    assert "Mientras tanto cambió lo que se cuenta" in page
    assert counting.confirms(**fields(page)).headers["Location"].endswith(counting.player.match)
    assert kinds(counting)[:2] == ["confirmed", "counted"]


def test_what_somebody_else_counts_at_that_moment_is_not_confirmed_unseen(
    app: Flask, counting: Counting, monkeypatch: pytest.MonkeyPatch
):
    service = app.extensions["tables"]
    handle = service.handle

    def overtaken(match: str, order: object, by: Sender):
        outcome = handle(match, order, by)
        if isinstance(order, Count):
            handle(match, Note((5000, 0), 1), Sender(author="Beto", key="meanwhile"))
        return outcome

    with monkeypatch.context() as at_once:
        at_once.setattr(service, "handle", overtaken)
        assert counting.confirms(**fields(counting.page)).headers["Location"].endswith(counting.address)
    assert "confirmed" not in kinds(counting)


def test_changing_ones_mind_a_hundred_times_forgets_no_answer():
    draft = HandPhotos(id="d", match="m", hand=1).saying({"closer": "2"})
    for at in range(1000):
        draft = draft.saying({f"place.p.{at % 90}": f"side.{at % 2}"})
    assert draft.words["closer"] == "2"
    assert len(draft.words) == 91


def test_a_form_that_is_sent_twice_confirms_nothing_that_somebody_else_said_in_between(
    app: Flask, counting: Counting, monkeypatch: pytest.MonkeyPatch
):
    service = app.extensions["tables"]
    handle, shown = service.handle, fields(counting.page)

    def overtaken(match: str, order: object, by: Sender):
        outcome = handle(match, order, by)
        if isinstance(order, Count):
            handle(match, Note((5000, 0), 1), Sender(author="Beto", key="meanwhile"))
        return outcome

    with monkeypatch.context() as at_once:
        at_once.setattr(service, "handle", overtaken)
        counting.confirms(**shown)
    counting.confirms(**shown)
    assert "confirmed" not in kinds(counting)
