"""The result of a whole match in which nobody has the points that end one: was it the time? One tap answers."""

from __future__ import annotations

import re

import pytest

from tests.companion.dashboard.organiser import Organiser

QUESTION = "Nadie llegó a 1.500: ¿se terminó el tiempo?"


def page(organiser: Organiser, **headers: str) -> str:
    return organiser.client.get(f"{organiser.address}/fixtures/1", headers=headers).get_data(as_text=True)


def test_one_tap_says_that_time_ran_out(organiser: Organiser):
    organiser.send("rule", fixture=1, hand=0, points=[900, 300])
    assert organiser.shown()["fixtures"][0]["below_target"] is True
    assert QUESTION in page(organiser)
    assert "Nobody reached 1,500: did time run out?" in page(organiser, **{"Accept-Language": "en"})
    form = re.search(r'<div class="ask"><p>Nadie.*?<form[^>]*action="([^"]+)".*?>(.*?)</form>', page(organiser), re.S)
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[2]):
        sent.setdefault(name, []).append(value)
    assert organiser.client.post(form[1], data=sent).status_code == 303
    fixture = organiser.shown()["fixtures"][0]
    assert (fixture["below_target"], fixture["totals"], fixture["winner"]) == (False, [900, 300], 0)
    assert QUESTION not in page(organiser)
    assert "Se terminó el tiempo." in page(organiser)


@pytest.mark.parametrize(
    "said",
    [
        {"hand": 0, "points": [1500, 300]},
        {"hand": 0, "points": [900, 300], "reason": "se fueron todos"},
        {"hand": 1, "points": [900, 300]},
    ],
    ids=["enough", "with a reason", "a hand"],
)
def test_nothing_is_asked_where_it_is_known(organiser: Organiser, said: dict[str, object]):
    organiser.send("rule", fixture=1, **said)
    assert organiser.shown()["fixtures"][0]["below_target"] is False
    assert QUESTION not in page(organiser)
