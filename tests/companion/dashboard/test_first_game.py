"""A first game from its first sentence to its count, form by form, by somebody who does what the advice says."""

from __future__ import annotations

import html
import re
import time
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.play import tutorial as taught
from companion.playing.command_handlers import RandomChoices
from companion.playing.tutorial import lessons
from engine import PROFILES, load_rules

QUICK = ("clasico",)
TURNS = 4000
PLAIN = ("draw", "pozo", "muerto", "closing_tile", "close", "end")
BY_CHANCE = {"canasta", "close", "muerto", "wild", "pozo", "theirs"}
"""The sentences that some hands give no occasion for."""


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": RandomChoices(lambda bag: Random(5).sample(list(bag), len(bag)), lambda _count: 0)}


@pytest.mark.parametrize(
    "rules", [pytest.param(rules, marks=[] if rules in QUICK else [pytest.mark.slow]) for rules in PROFILES]
)
def test_a_first_game_is_taught_to_its_end(app: Flask, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "PACE_MS", 0)
    learner = Learner(app.test_client(), rules)
    learner.plays_to_the_end()
    says = list(lessons(load_rules(rules), "es"))
    assert len(learner.read) == len(set(learner.read)), "nothing is said twice"
    assert set(learner.read) <= set(says) <= {*learner.read, *BY_CHANCE}
    assert learner.read[:3] == ["goal", "rack", "draw"]
    assert learner.read[-1] == "count"
    result = _between(learner.page, 'class="card game-result"', "</table>")
    assert ("is-part" in result) == bool(re.search("Esta mano</th><td>", result)), "what the points are for"


class Learner:
    """Somebody who reads what is said, and then does the best that the advice finds."""

    def __init__(self, visitor: FlaskClient, rules: str) -> None:
        self.visitor = visitor
        answer = visitor.post("/play", data={"name": "Ana", "learn": "1", "rules": rules})
        self.game = str(answer.headers["Location"]).partition("?")[0]
        self.page = visitor.get(self.game).text
        self.read: list[str] = []

    def plays_to_the_end(self) -> None:
        """Reads and plays until the hand is counted and nothing more is said."""
        for _turn in range(TURNS):
            while (key := self._key()) and key not in self.read:
                self.read.append(key)
                if 'class="button">Entendido' in self._lesson():
                    self._posts("/lesson", key=key)
            if "game-result" in self.page:
                return
            self._plays()
        raise AssertionError("the game does not end")

    def _plays(self) -> None:
        """Does what is due: draws if the sentence says so, else what the advice says, else what is left; whoever lays
        something looks at it before the turn is ended."""
        verbs = re.findall(r'name="do" value="(\w+)"', _between(self.page, 'id="part-verbs"', 'id="part-rack"'))
        if self._key() == "draw":
            self._posts(do="draw")
        elif f"{self.game}/advice" in self.page:
            moves = re.search(r'name="moves" value="([^"]+)"', self.visitor.get(f"{self.game}/advice").text)
            assert moves, "whoever is at turn is given a play"
            lines = html.unescape(moves[1]).splitlines()
            self._posts(moves="\n".join(lines[:-1] if len(lines) > 1 and lines[-1].endswith(" end") else lines))
        elif does := next((verb for verb in PLAIN if verb in verbs), None):
            self._posts(do=does)
        else:
            time.sleep(0.02)
            self.page = self.visitor.get(self.game).text

    def _posts(self, where: str = "", **form: str) -> None:
        answer = self.visitor.post(self.game + where, data=form, headers={"In-Place": "1"})
        assert answer.status_code == 200, (form, _between(answer.text, 'class="game-problem"', "</div>"))
        self.page = answer.text

    def _lesson(self) -> str:
        return _between(self.page, 'class="game-lesson"', "</section>")

    def _key(self) -> str:
        found = re.search(r'name="key" value="(\w+)"', self._lesson())
        return found[1] if found else ""


def _between(page: str, begin: str, end: str) -> str:
    return page.partition(begin)[2].partition(end)[0]
