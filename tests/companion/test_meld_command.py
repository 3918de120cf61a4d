"""``burako meld`` and ``burako rules``: the law without a camera."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine import PROFILES, load_rules
from engine.rules.rule_values import rule_types
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]
MELD_KEYS = {
    "lawful",
    "kind",
    "meld",
    "wilds",
    "canasta",
    "points",
    "lawful_reordered",
    "clean_reordered",
    "violations",
}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            ["5r 6r J 8r"], {"lawful": True, "kind": "run", "meld": "5r 6r J=7r 8r", "points": 70}, id="a run"
        ),
        pytest.param(["9r 9k 9b"], {"lawful": True, "kind": "group", "points": 30}, id="a group"),
        pytest.param(["5r 6b 7r"], {"lawful": False}, id="an offence is an answer, not an error"),
        pytest.param(["4R 5R 6r"], {"lawful": True}, id="case is free"),
        pytest.param(["4o 5g 6y"], {"meld": "4y 5y 6y"}, id="o and g are y"),
        pytest.param(["5r 6r J 8r", "--rules", "rummy"], {"points": 26}, id="rummy counts numbers"),
        pytest.param(["5r 6r J 8r", "--set", "max_wilds=0"], {"lawful": False}, id="a house rule"),
    ],
)
def test_a_meld_is_judged(burako: Burako, arguments: list[str], expected: dict[str, object]) -> None:
    outcome = burako("meld", *arguments, "--json")
    said = json.loads(outcome.out)
    assert outcome.status == 0
    assert set(said) == MELD_KEYS
    assert {key: said[key] for key in expected} == expected


def test_several_melds_are_a_list(burako: Burako) -> None:
    said = json.loads(burako("meld", "4r 5r 6r", "9r 9k 9b", "--json").out)
    assert [meld["kind"] for meld in said["melds"]] == ["run", "group"]
    assert json.loads(burako("meld", "4r 5r 6r | 9r 9k 9b", "--json").out) == said


@pytest.mark.parametrize(
    ("before", "after", "lawful"),
    [
        pytest.param("5r J 7r", "J 5r 6r 7r", True, id="the joker goes to an end"),
        pytest.param("5r J 7r", "5r 6r 7r", False, id="the joker is gone"),
    ],
)
def test_a_change_is_judged(burako: Burako, before: str, after: str, lawful: bool) -> None:
    change = json.loads(burako("meld", after, "--before", before, "--json").out)["change"]
    assert change["lawful"] is lawful
    assert bool(change["violations"]) is not lawful


def test_a_first_exposure_is_judged(burako: Burako) -> None:
    said = json.loads(burako("meld", "8r 9r 10r", "1b 1k 1y", "--opening", "--rules", "rummy", "--json").out)
    assert (said["opening"]["points"], said["opening"]["lawful"]) == (30, True)


def test_the_table_tells_verdict_change_and_exposure(burako: Burako) -> None:
    said = burako("meld", "8r 9r 10r", "--before", "8r 9r", "--opening", "--rules", "rummy", "--lang", "es").out
    for phrase in ("8r 9r 10r", "Escalera", "El cambio", "La primera bajada: No vale", "(27)"):
        assert phrase in said


def test_another_order_is_suggested_once(burako: Burako) -> None:
    assert burako("meld", "5r 6r J 7r", "--lang", "en").out.lower().count("order") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["14r"], id="no such number"),
        pytest.param(["5q"], id="no such colour"),
        pytest.param([""], id="nothing"),
        pytest.param(["5r 6r", "--before", ""], id="a change from nothing"),
        pytest.param(["5r 6r 7r", "4b 4k 4r", "--before", "5r 6r 7r"], id="a change of two melds"),
        pytest.param(["5r 6r 7r", "--rules", "nobody"], id="no such rules"),
        pytest.param(["5r 6r 7r", "--set", "nonsense"], id="no such rule"),
        pytest.param(["5r=6r 6r 7r"], id="a wild that cannot be one"),
    ],
)
def test_bad_notation_is_one_line_and_exit_2(burako: Burako, arguments: list[str]) -> None:
    outcome = burako("meld", *arguments, "--json")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)


def test_a_complaint_is_one_line_that_somebody_reads(burako: Burako) -> None:
    printed = burako("meld", "x" * 5000 + "\x1b[31m\n", "--lang", "es").complaints
    assert (len(printed), len(printed[0]) < 1100, "\x1b" in printed[0]) == (1, True, False)
    assert printed[0].endswith("no es una ficha: se escribe 7r, 13k o J (r rojo, b azul, y amarillo, k negro)")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_rule_of_a_profile_has_a_value_a_sentence_and_a_basis(burako: Burako, profile: str) -> None:
    said = json.loads(burako("rules", profile, "--json", "--lang", "en").out)
    assert said["name"] == profile
    assert len(said["rules"]) > 50
    assert all(rule["sentence"] and rule["basis"] for rule in said["rules"].values())
    assert all(rule["sentences"]["en"] == rule["sentence"] for rule in said["rules"].values())
    assert all(rule["sentences"]["es"] not in ("", rule["sentence"]) for rule in said["rules"].values())


def test_rules_are_printed_as_lines_that_set_understands(burako: Burako) -> None:
    lines = burako("rules", "torneo").out.splitlines()
    assert any(line.startswith("min_meld_len = 3") for line in lines)
    assert "clasico" in lines[-1]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_line_of_a_profile_is_read_back(burako: Burako, profile: str) -> None:
    printed = burako("rules", profile).out.splitlines()
    lines = [line.rpartition("  ")[0] for line in printed if re.match(r"[a-z_0-9]+ = ", line)]
    base = next(name for name in PROFILES if name != profile)
    assert len(lines) == len(rule_types())
    assert replace(load_rules(base, lines), name=profile) == load_rules(profile)


def test_a_rules_file_of_ones_own_is_checked(burako: Burako, tmp_path: Path) -> None:
    own = tmp_path / "casa.toml"
    own.write_text('extends = "clasico"\nmin_meld_len = 4\n')
    assert burako("rules", "--check", own).status == 0
    assert json.loads(burako("meld", "4r 5r 6r", "--rules", own, "--json").out)["lawful"] is False


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param('extends = "clasico"\nmin_meld_length = 4\n', "min_meld_length", id="an unknown key"),
        pytest.param('extends = "clasico"\nmin_meld_len = "x"\n', "min_meld_len", id="a wrong type"),
        pytest.param("this is not toml", "casa.toml", id="not TOML"),
    ],
)
def test_a_wrong_rules_file_names_what_is_wrong(burako: Burako, tmp_path: Path, text: str, named: str) -> None:
    own = tmp_path / "casa.toml"
    own.write_text(text)
    outcome = burako("rules", "--check", own)
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert named in outcome.complaints[0]
