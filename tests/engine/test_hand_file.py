"""A hand as somebody wrote it: TOML or JSON, and refused with the place where it says nonsense."""

from __future__ import annotations

import json

import pytest

from engine import RecordError, read_hand


def test_a_hand_is_read_from_toml_and_json() -> None:
    toml = 'closed_by = "nosotros"\n[teams.nosotros]\nmelds = ["4r 5r J"]\n[teams.ellos]\nracks = ["", "3b J"]\n'
    as_json = {"closed_by": "nosotros", "teams": {"nosotros": {"melds": ["4r 5r J"]}, "ellos": {"racks": ["", "3b J"]}}}
    assert read_hand(toml) == read_hand(json.dumps(as_json))
    assert read_hand(toml).teams[1].tiles[-1].is_joker


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("melds = ", "neither TOML nor JSON"),
        ("{", "neither TOML nor JSON"),
        ('{"teams": {"ellos": {}, "ellos": {"racks": ["3r"]}}}', "«ellos» is there twice"),
        ("", "no teams"),
        ("[teams]\nnosotros = 3", "teams.nosotros"),
        ('closed_by = "otros"\n[teams.nosotros]', "otros"),
        ('closed_by = ["nosotros", "ellos"]\n[teams.nosotros]', "nosotros"),
        ('[teams." "]', "no name"),
        ('players = "2"\n[teams.nosotros]', "players"),
        ("partial = 1\n[teams.nosotros]", "partial"),
        ("[teams.nosotros]\nmeld = []", "«meld»"),
        ("winner = 1\n[teams.nosotros]", "«winner»"),
        ('[teams.nosotros]\nmelds = "4r 5r 6r"', "teams.nosotros.melds"),
        ("[teams.nosotros]\nmelds = [4]", "teams.nosotros.melds"),
        ('[teams.nosotros]\nmelds = ["4r 5r 16r"]', "16r"),
        ('[teams.nosotros]\nmelds = [""]', "teams.nosotros.melds"),
        ('[teams.nosotros]\nmuerto = "eaten"', "eaten"),
        ('[teams.nosotros]\nunplayed_muerto = "3r"', "unplayed_muerto"),
        ('pozo = "14r"\n[teams.nosotros]', "pozo"),
        ('muertos = "14r"\n[teams.nosotros]', "muertos"),
    ],
)
def test_a_hand_file_that_says_nonsense_is_refused_with_the_place(text: str, names: str) -> None:
    with pytest.raises(RecordError, match=names) as caught:
        read_hand(text)
    assert caught.value.sentence("es") != caught.value.sentence("en")
