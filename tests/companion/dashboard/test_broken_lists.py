"""What cannot be shown is a line in its list: all others are there, and one sentence says why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.eventstore import Draft, EventMetadata, Journal, find_data_folder
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.eventstore.damage import edited


def half_a_character(folder: Path, match: str) -> None:
    with closing(Journal.open(find_data_folder(folder, environment={}).database_url)) as journal:
        first = journal.entries(match)[0]
        text = first.text.replace('"title": "', '"title": "\\ud800')
        assert "\\ud800" in text
        journal.append(
            Draft(match=match, kind=first.kind, text=text, rules="", said=EventMetadata(author="", key="x")),
            journal.last(match),
        )


def an_unreadable_byte(folder: Path, match: str) -> None:
    edited(folder / "story.sqlite", f"UPDATE entries SET text = CAST(x'80' AS TEXT) WHERE match = '{match}'")


def another_digit(folder: Path, match: str) -> None:
    edited(folder / "story.sqlite", f"UPDATE entries SET text = replace(text, '5', '9') WHERE match = '{match}'")


def begun(app: Flask, kind: str) -> tuple[str, str]:
    """The names of two matches, or of two tournaments."""
    if kind == "tournaments":
        one, other = (Organiser(app, title=f"Torneo {number}", key=f"k{number}").tournament for number in range(2))
    else:
        one, other = (Player(app.test_client()).begins(title="Una mesa") for number in range(2))
    return one, other


@pytest.mark.parametrize("spoil", [half_a_character, an_unreadable_byte, another_digit])
@pytest.mark.parametrize("kind", ["matches", "tournaments"])
def test_one_that_cannot_be_shown_is_a_line_in_the_list(tmp_path: Path, kind: str, spoil: Callable[[Path, str], None]):
    with playing_app(tmp_path) as app:
        spoilt, other = begun(app, kind)
    spoil(tmp_path, spoilt)
    with playing_app(tmp_path) as app:
        client = app.test_client()
        listed = client.get(f"/{kind}")
        html = listed.get_data(as_text=True)
        assert listed.status_code == 200
        assert html.count('class="trouble"') == 1
        for match in (spoilt, other):
            assert f'href="/{kind}/{match}"' in html
        for address in (f"/{kind}/{spoilt}", f"/api/{kind}/{spoilt}"):
            refused = client.get(address)
            assert refused.status_code == 503
            assert "Lo anotado acá" in refused.get_data(as_text=True)
        assert {client.get(address).status_code for address in (f"/{kind}/{other}", "/", "/camera")} == {200}
