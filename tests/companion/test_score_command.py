"""``burako score`` and ``burako tournament``: sheets that explain themselves, and tables."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]
HAND = """
closed_by = "nosotros"
partial = true
[teams.nosotros]
melds = ["4r 5r 6r 7r 8r 9r 10r", "9r 9k J"]
muerto = "played"
[teams.ellos]
melds = ["3b 4b 5b", "8k 9k 11k"]
racks = ["3b 2b"]
"""
ZONES = """
rules = "torneo"
[[zones]]
name = "A"
players = ["P1", "P2", "P3"]
matches = [["P1", "P2", 1520, 1100], ["P3", "P1", 900, 1500], ["P2", "P3", 1510, 1000]]
"""


def saved(folder: Path, text: str, name: str = "file.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_hand_becomes_a_sheet_whose_lines_add_up(burako: Burako, tmp_path: Path) -> None:
    outcome = burako("score", saved(tmp_path, HAND), "--json")
    said = json.loads(outcome.out)
    assert (outcome.status, said["void"], list(said["teams"])) == (0, False, ["nosotros", "ellos"])
    for sheet in said["teams"].values():
        assert sheet["total"] == sum(line["points"] for line in sheet["lines"])
        assert all(line["reason"] and line["detail"] for line in sheet["lines"])
    assert said["problems"][0]["team"] == "ellos"


def test_the_same_hand_in_json_scores_the_same(burako: Burako, tmp_path: Path) -> None:
    as_json = saved(tmp_path, json.dumps(tomllib.loads(HAND)), "hand.json")
    as_toml = saved(tmp_path, HAND)
    assert burako("score", as_json, "--json").out == burako("score", as_toml, "--json").out


def test_house_rules_change_the_score(burako: Burako, tmp_path: Path) -> None:
    hand = saved(tmp_path, HAND)
    totals = [
        json.loads(burako("score", hand, "--json", *more).out)["teams"]["nosotros"]["total"]
        for more in ([], ["--set", "close_bonus=0"])
    ]
    assert totals[0] - totals[1] == 100


def test_the_sheet_shows_teams_totals_and_what_to_look_at(burako: Burako, tmp_path: Path) -> None:
    said = burako("score", saved(tmp_path, HAND), "--lang", "es").out
    for phrase in ("nosotros", "ellos", "Concepto", "Total", "8k 9k 11k"):
        assert phrase in said


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(HAND.replace("9r 9k J", "9r 9r 9k J"), "9", id="a third copy of a tile"),
        pytest.param(HAND.replace("4r 5r 6r 7r 8r 9r 10r", "4r 5r 6r"), "canasta", id="closed without a canasta"),
        pytest.param(HAND.replace("partial = true", ""), "", id="tiles are missing"),
        pytest.param(HAND.replace("melds", "meld"), "meld", id="an unknown key"),
        pytest.param(HAND.replace("4r", "14r"), "14r", id="no such tile"),
        pytest.param("nonsense", "file.toml", id="no TOML"),
        pytest.param("{", "file.toml", id="no JSON"),
        pytest.param(HAND + "\n[teams.otros]\n", "", id="three sides"),
    ],
)
def test_a_hand_that_cannot_be_scored_names_why(burako: Burako, tmp_path: Path, text: str, named: str) -> None:
    outcome = burako("score", saved(tmp_path, text), "--json")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert named in outcome.complaints[0]


def test_a_void_hand_says_so(burako: Burako, tmp_path: Path) -> None:
    hand = HAND.replace('closed_by = "nosotros"', "").replace("4r 5r 6r 7r 8r 9r 10r", "4r 5r 6r")
    path = saved(tmp_path, hand)
    options = ("--set", "stock_out_none_has_canasta=replay")
    assert json.loads(burako("score", path, "--json", *options).out)["void"] is True
    assert "no vale" in burako("score", path, "--lang", "es", *options).out


def test_zones_are_ranked(burako: Burako, tmp_path: Path) -> None:
    said = json.loads(burako("tournament", "standings", saved(tmp_path, ZONES), "--json").out)
    rows = said["zones"][0]["standings"]
    assert [(row["player"], row["rank"], row["won"]) for row in rows] == [("P1", 1, 2), ("P2", 2, 1), ("P3", 3, 0)]
    assert rows[0]["difference"] == 1020


def test_a_table_names_who_needs_lots(burako: Burako, tmp_path: Path) -> None:
    unplayed = ZONES.split("matches")[0]
    ring = unplayed + 'matches = [["P1", "P2", 1500, 1000], ["P2", "P3", 1500, 1000], ["P3", "P1", 1500, 1000]]\n'
    assert "(a sorteo)" in burako("tournament", "standings", saved(tmp_path, ring), "--lang", "es").out
    assert "(a sorteo)" not in burako("tournament", "standings", saved(tmp_path, unplayed), "--lang", "es").out


def test_a_table_says_why_one_is_before_another(burako: Burako, tmp_path: Path) -> None:
    unplayed = ZONES.split("matches")[0]
    ring = unplayed + 'matches = [["P1", "P2", 1500, 1000], ["P2", "P3", 1600, 1000], ["P3", "P1", 1500, 1000]]\n'
    printed = burako("tournament", "standings", saved(tmp_path, ring), "--lang", "es").out
    assert "Cómo se desempató:" in printed
    assert "Partidos ganados: P1 1, P2 1, P3 1." in printed
    assert "Diferencia de puntos: P2 +100, P1 0, P3 −100." in printed
    assert (
        "Difference of points: P2 +100" in burako("tournament", "standings", saved(tmp_path, ring), "--lang", "en").out
    )
    assert "desempat" not in burako("tournament", "standings", saved(tmp_path, ZONES), "--lang", "es").out
    zone = json.loads(burako("tournament", "standings", saved(tmp_path, ring), "--json").out)["zones"][0]
    assert [step["by"] for step in zone["ties"]][:1] == ["won"]
    assert zone["ties"][-1]["groups"] == [["P2"], ["P1"], ["P3"]]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('rules = "torneo"', id="no zones"),
        pytest.param(ZONES.replace('"P3", "P1"', '"P3", "P9"'), id="somebody else's match"),
        pytest.param(ZONES.replace("torneo", "nobody"), id="no such rules"),
        pytest.param(ZONES.replace("900", "1500"), id="a match that ends level"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_one_line(burako: Burako, tmp_path: Path, text: str) -> None:
    outcome = burako("tournament", "standings", saved(tmp_path, text), "--json")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert "file.toml" in outcome.complaints[0] or "nobody" in text


def test_only_the_first_reasons_against_a_hand_are_told(burako: Burako, tmp_path: Path) -> None:
    every = " ".join(f"{number}{color}" for color in "rbyk" for number in range(1, 14))
    hand = saved(tmp_path, f'pozo = "{every} {every}"\n{HAND}')
    complaint = burako("score", hand, "--lang", "es").complaints[0]
    assert complaint.count("está 3 veces") == 8
    assert complaint.endswith("(y 3 más)")


@pytest.mark.parametrize("command", [("score",), ("tournament", "standings")])
@pytest.mark.parametrize("kind", ["absent", "folder", "binary", "long"])
def test_a_file_that_cannot_be_read_is_one_line(
    burako: Burako, tmp_path: Path, command: tuple[str, ...], kind: str
) -> None:
    path = tmp_path / kind
    if kind == "folder":
        path.mkdir()
    elif kind == "binary":
        path.write_bytes(b"\xff\xfe\x00\x9f")
    elif kind == "long":
        path.write_text(HAND + "#" * 300_000)
    outcome = burako(*command, path)
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert kind in outcome.complaints[0]
