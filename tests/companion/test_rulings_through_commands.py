"""The rulings of tests/cases as a person meets them: through ``burako meld``, ``score`` and ``tournament``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.companion.conftest import Outcome
from tests.engine.cases import rows

Burako = Callable[..., Outcome]
ONE_WILD, TWO_WILDS = ("clasico", "eburako", "parejas"), ("torneo", "buracco")
COLUMN = {"clasico": "swap", "parejas": "swap", "torneo": "torneo", "buracco": "buracco", "eburako": "eburako"}
MELDS = [*rows("melds", "meld"), *rows("edges", "meld")]
LENIENT_COUNT = ("no_canasta=positive", "stock_out_none_has_canasta=score")
HANDS = [*rows("hands", "hand"), *rows("edges", "hand")]


def in_words(meld: dict[str, Any]) -> str:
    """A verdict in JSON as the case file writes it."""
    if not meld["lawful"]:
        return ("relay clean" if meld["clean_reordered"] else "relay wild") if meld["lawful_reordered"] else "never"
    if not meld["wilds"]:
        return "clean"
    return "could" if meld["clean_reordered"] else "wild"


def judged(burako: Burako, profile: str) -> list[dict[str, Any]]:
    """What the command says of every row of the table, in order."""
    outcome = burako("meld", *[row.values[0]["laid"] for row in MELDS], "--rules", profile, "--json")
    assert outcome.status == 0
    melds: list[dict[str, Any]] = json.loads(outcome.out)["melds"]
    return melds


@pytest.mark.parametrize("profile", [*ONE_WILD, *TWO_WILDS])
def test_every_row_is_judged_as_the_law_says(burako: Burako, profile: str) -> None:
    column = "one" if profile in ONE_WILD else "two"
    table = [row.values[0] for row in MELDS]
    said = [(in_words(meld), meld["points"]) for meld in judged(burako, profile)]
    assert said == [(row[column], row["points"]) for row in table]


def test_every_row_is_judged_as_rummy_says(burako: Burako) -> None:
    wanted = [str(row.values[0]["rummy"]) for row in MELDS]
    said = [(in_words(meld), meld["points"]) for meld in judged(burako, "rummy")]
    told = [
        f"{words} {points}" if row[-1].isdigit() else words for (words, points), row in zip(said, wanted, strict=True)
    ]
    assert told == wanted


@pytest.mark.parametrize("row", rows("changes", "change"))
@pytest.mark.parametrize("profile", COLUMN)
def test_a_change_is_judged_as_the_law_says(burako: Burako, row: dict[str, Any], profile: str) -> None:
    said = json.loads(burako("meld", row["after"], "--before", row["before"], "--rules", profile, "--json").out)
    codes = [violation["code"] for violation in said["change"]["violations"]]
    assert (codes[0] if codes else "OK") == row[COLUMN[profile]]


@pytest.mark.parametrize("row", [row for row in rows("openings", "opening") if "from_table" not in row.values[0]])
def test_an_opening_is_judged_as_the_law_says(burako: Burako, row: dict[str, Any]) -> None:
    melds = [meld.strip() for meld in row["melds"].split("|")]
    house = ["--set", row["set"]] if "set" in row else []
    said = json.loads(burako("meld", *melds, "--opening", "--rules", row["rules"], *house, "--json").out)
    assert (said["opening"]["points"], said["opening"]["lawful"]) == (row["points"], row["lawful"])


@pytest.mark.parametrize("row", rows("offers", "offer"))
def test_what_the_law_offers_is_said_of_the_meld_and_in_the_count(
    burako: Burako, tmp_path: Path, row: dict[str, Any]
) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"partial": True, "teams": {"a": {"melds": [row["meld"]]}, "b": {}}}), "utf-8")
    for named in (*row.get("offers", {}), *row.get("without", ())):
        profile, _, house = named.partition(", ")
        options = ["--rules", profile, *(part for rule in filter(None, house.split("; ")) for part in ("--set", rule))]
        wanted = row.get("offers", {}).get(named)
        for command in (("meld", row["meld"]), ("score", path)):
            offers = json.loads(burako(*command, *options, "--json").out).get("offers", [])
            assert [f"{offer['code']} {offer['meld']}" for offer in offers] == ([wanted] if wanted else [])
            assert all(offer["points"] == row["points"] for offer in offers)
            assert all(offer["message"] in " ".join(burako(*command, *options).out.split()) for offer in offers)


@pytest.mark.parametrize("row", HANDS)
def test_a_hand_scores_what_the_law_says(burako: Burako, tmp_path: Path, row: dict[str, Any]) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({key: value for key, value in row.items() if key not in ("says", "totals")}), "utf-8")
    for named, wanted in row["totals"].items():
        profile, *house = named.split(", ")
        options = [part for rule in house for part in ("--set", rule)]
        outcome = burako("score", path, "--rules", profile, *options, "--json")
        if wanted == "impossible":
            assert outcome.status == 2
            continue
        said = json.loads(outcome.out)
        got = "void" if said["void"] else [sheet["total"] for sheet in said["teams"].values()]
        assert got == wanted


@pytest.mark.parametrize("row", rows("zones", "zone"))
def test_a_zone_is_ranked_as_the_law_says(burako: Burako, tmp_path: Path, row: dict[str, Any]) -> None:
    keys = ("players", "matches", "walkovers", "decisions", "lots")
    zone = {"name": "A"} | {key: row[key] for key in keys if key in row}
    path = tmp_path / "zones.json"
    path.write_text(json.dumps({"rules": "torneo", "zones": [zone]}), "utf-8")
    said = json.loads(burako("tournament", "standings", path, "--json").out)["zones"][0]
    ranking: dict[int, list[str]] = {}
    for standing in said["standings"]:
        ranking.setdefault(standing["rank"], []).append(standing["player"])
    assert [sorted(tied) for tied in ranking.values()] == row["ranking"]


@pytest.mark.parametrize("row", rows("rounds", "round"))
def test_a_row_that_goes_round_or_lies_wrongly_is_told_and_counted_alike(
    burako: Burako, tmp_path: Path, row: dict[str, Any]
) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"partial": True, "teams": {"a": {"melds": [row["laid"]]}, "b": {}}}), "utf-8")
    house = [part for rule in LENIENT_COUNT for part in ("--set", rule)]
    for profile, wanted in row["counts"].items():
        meld = json.loads(burako("meld", row["laid"], "--rules", profile, "--json").out)
        team = json.loads(burako("score", str(path), "--rules", profile, *house, "--json").out)["teams"]["a"]
        reasons = [line["reason"] for line in team["lines"] if row["laid"].split()[-1] in line["detail"]]
        counts = meld["lawful"] or "counts_as" in meld
        canasta = meld["counts_as"]["canasta"] if "counts_as" in meld else meld["canasta"]
        assert (canasta or "laid" if counts else "against", profile) == (wanted, profile)
        told = {"against": ["UNLAWFUL"], "laid": ["LAID"]}.get(wanted, ["LAID", f"CANASTA_{wanted.upper()}"])
        assert reasons == ([*told] if meld["lawful"] or not counts else ["LAID_REORDERED", *told[1:]])
