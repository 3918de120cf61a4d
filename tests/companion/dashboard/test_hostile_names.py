"""Names that would be a script where a page took them as they are: on no page is one, and none is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import islice, product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player
from tests.torture.figures import Record, figure

MARK = "zq"
"""In every name, and nowhere else."""
BEGINS = (
    "",
    '"',
    "'",
    "\"'>",
    "-->",
    "</title>",
    "</script>",
    "</textarea>",
    "</select>",
    "`",
    "\\'",
    "&quot>",
    "]]>",
)
DOES = (
    "<script>zq()</script>", "<img src=x onerror=zq()>", "<svg onload=zq()>", "<body onload=zq()>", "<zq onclick=zq()>",
    "<iframe src=javascript:zq()>", "<a href=javascript:zq()>a", "<b style=zq>", "onfocus=zq() autofocus x=",
    "javascript:zq()", "{{ zq }}", "{% zq %}", "${zq}", "%(zq)s", "{zq}", "<!--zq", "<![CDATA[zq", "&ltzq&gt",
    "&#122q", "<math><zq>", "<details open ontoggle=zq()>", "\\u003czq>", "<zq", "=zq|'/c'!A1",
)  # fmt: skip
OF_A_MATCH = ("", "/scores", "/census", "/history", "/tv", "/overlay", "/agreement", "/hands/1", "/hands/1/count",
              "/hands/1/sum", "/rules")  # fmt: skip
OF_A_TOURNAMENT = ("", "/standings", "/fixtures", "/fixtures/1", "/bracket", "/tv", "/plan", "/judge", "/history",
                   "/codes", "/pins", "/papers")  # fmt: skip


def names(count: int) -> Iterator[str]:
    """So many of them, each with a number of its own."""
    every = (begin + does for does, begin in product(DOES, BEGINS))
    return (f"{MARK}{number} {name}" for number, name in islice(enumerate(every), count))


class Reader(HTMLParser):
    """What a page has of a name where it could do something: as an element, an attribute, a script or an address."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.harm: list[str] = []
        self.words: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self._inside = tag
        self.words += [value or "" for _, value in attrs]
        self.harm += [tag] if MARK in tag else []
        self.harm += [
            f"{name}={value}"
            for name, value in attrs
            if MARK in name
            or (MARK in (value or "") and (name.startswith("on") or name in ("src", "style", "srcdoc") or _runs(value)))
        ]

    def handle_data(self, data: str) -> None:
        """Words, or what a script says."""
        self.words.append(data)
        if MARK in data and self._inside in ("script", "style"):
            self.harm.append(data)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        self._inside = ""

    def handle_comment(self, data: str) -> None:
        """What a page says to nobody."""
        self.harm += [data] if MARK in data else []


def _runs(value: str | None) -> bool:
    return (value or "").strip().lower().startswith("javascript:")


def harm(page: str) -> list[str]:
    """Where a name could do something on a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader.harm


HARMFUL = [f"<p>{does}</p>" for does in DOES[:8]] + ["<!-- zq -->", "<p title='x' onfocus=zq()>", "<style>zq</style>"]


@pytest.mark.parametrize("page", HARMFUL)
def test_the_reader_sees_what_could_do_something(page: str):
    assert harm(page)


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_no_name_of_a_tournament_is_a_script(app: Flask, count: int, record_property: Record):
    organiser = Organiser(app, title="<script>zq()</script>", format="swiss", rounds=3, tables=count // 2)
    every = tuple(names(count))
    for first in range(0, count, 50):
        organiser.send("enter", lines="\n".join(every[first : first + 50]))
    organiser.send("pair")
    organiser.send("seat")
    listed = {entrant["name"] for entrant in organiser.shown()["entrants"]}
    assert listed == set(every), "none is lost or changed"
    pages = [f"{organiser.address}{rest}" for rest in OF_A_TOURNAMENT]
    assert harmful(organiser.client, (*pages, "/tournaments", "/")) == {}
    shown = organiser.client.get(f"/api{organiser.address}")
    assert shown.content_type == "application/json"
    figure(record_property, "U6", f"{count} names on {len(pages)} pages of a tournament")


@pytest.mark.parametrize("count", [8, pytest.param(300, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_no_name_of_a_match_is_a_script(app: Flask, count: int, record_property: Record):
    every, player, seen = tuple(names(count)), Player(app.test_client()), 0
    for four in zip(*[iter(every)] * 4, strict=False):
        match = player.begins(four)
        player.taps("draw", 0)
        pages = [f"/matches/{match}{rest}" for rest in OF_A_MATCH]
        assert harmful(player.client, pages) == {}
        assert set(four) <= set(words(json.loads(player.client.get(f"/api/matches/{match}").text)))
        seen += len(pages)
    figure(record_property, "U6", f"{count} names on {seen} pages of matches")


def harmful(client: FlaskClient, pages: Sequence[str]) -> dict[str, list[str]]:
    """Where names could do something on which page."""
    found = {}
    for address in pages:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        found[address] = harm(answer.text)
    return {address: where for address, where in found.items() if where}


def words(told: object) -> Iterator[str]:
    """Every text of a JSON document."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for part in told.values() if isinstance(told, dict) else told:
            yield from words(part)


CLEANED = [
    # a name, as it is shown
    ("zq\0", "zq"),
    ("zq\x1b[31m", "zq [31m"),
    ("zq\nzq", "zq zq"),
    ("zq\u202etpircs", "zq tpircs"),
]


@pytest.mark.parametrize(("name", "shown"), CLEANED)
def test_what_nobody_can_read_is_left_out_of_a_name(player: Player, name: str, shown: str):
    player.begins((name, "Ana"))
    assert shown in set(words(player.shown()))


def test_too_long_a_name_is_refused_in_a_sentence(app: Flask):
    answer = app.test_client().post("/api/matches", json={"players": ["zq" * 5000, "Ana"], "rules": "clasico"})
    assert answer.status_code == 422
    assert answer.get_json()["error"]
