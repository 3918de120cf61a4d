"""Somebody who counts a hand with photographs, and simulated hands to count."""

from __future__ import annotations

import html
import io
import re

from engine.hand.history import record_of
from engine.rules.profiles import load_rules
from engine.scoring.scoring import score_hand
from engine.simulation.simulate import simulate
from tests.companion.dashboard.playing import Player


class Counting:
    """Somebody who counts a hand with photographs and answers what is asked."""

    def __init__(self, player: Player) -> None:
        self.player, self.client = player, player.client
        self.address = f"/matches/{player.match}/hands/1/photos"
        self.asked: list[str] = []

    def sends(self, *pictures: bytes, field: str = "photo") -> str:
        """Sends pictures; the page afterwards."""
        files = [(io.BytesIO(picture), f"{at}.jpg") for at, picture in enumerate(pictures)]
        answer = self.client.post(self.address, data={field: files}, environ_overrides=self.player.environment)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        self.address = answer.headers["Location"]
        return self.page

    @property
    def page(self) -> str:
        return self.client.get(self.address, environ_overrides=self.player.environment).get_data(as_text=True)

    @property
    def photos(self) -> list[str]:
        """The names of the photographs on the page, in order."""
        return list(dict.fromkeys(re.findall(r"/photos/([\w-]{20,})/picture", self.page)))

    @property
    def question(self) -> str:
        """What is asked now; empty where nothing is."""
        return question_on(self.page)

    def answers(self, words: str) -> None:
        """Taps the answer with these words, or that stands for this tile."""
        page = self.page
        part = page.split("photo-question")[1].split("</section>")[0]
        self.asked.append(question_on(page))
        for action, form in re.findall(r'<form[^>]*action="([^"]+)"[^>]*>(.*?)</form>', part, re.DOTALL):
            for name, value, said in re.findall(
                r'<button[^>]*name="([^"]+)" value="([^"]+)"[^>]*>(.*?)</button>', form, re.DOTALL
            ):
                if html.unescape(re.sub("<.*?>", "", said)).strip() == words or value == words:
                    hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form.split("<button")[0]))
                    self.client.post(
                        html.unescape(action), data={**hidden, name: value}, environ_overrides=self.player.environment
                    )
                    return
        raise AssertionError((words, re.sub(r"\s+", " ", re.sub("<.*?>", " ", part))))

    def confirms(self, **fields: str):
        return self.client.post(
            f"{self.address}/confirm", data={"key": "k", **fields}, environ_overrides=self.player.environment
        )

    @property
    def totals(self) -> list[int]:
        return [team["total"] for team in self.player.shown()["teams"]]


def question_on(page: str) -> str:
    """What a page asks; empty where it asks nothing."""
    found = re.search(r"photo-question.*?<h2>(.*?)</h2>", page, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def hand_of(profile: str, seed: int = 1):
    """A simulated hand that counts, its record and its closer."""
    rules = load_rules(profile)
    for number in range(seed, seed + 40):
        state = simulate(rules, seed=number).history.replayed(rules).state
        record = record_of(state)
        score = score_hand(record, rules)
        if record.closed_by and not score.impossible and not score.void:
            return state, record, score
    raise AssertionError(profile)
