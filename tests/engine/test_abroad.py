"""Games from abroad: what their sources' own examples say of rows, changes, openings and turns."""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    TableTurn,
    judge_change,
    judge_opening,
    judge_table,
    load_rules,
    parse_meld,
    parse_table,
    parse_tiles,
)
from tests.engine.cases import is_told, rows
from tests.engine.test_melds import in_words, judged


@pytest.mark.parametrize("row", rows("abroad", "meld"))
def test_a_row_is_judged_as_its_source_says(row: dict[str, Any]) -> None:
    verdict = judged(row["laid"], row["rules"])
    assert (in_words(verdict), verdict.canasta, verdict.points) == (row["verdict"], row.get("canasta"), row["points"])
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", rows("abroad", "change"))
def test_a_change_is_judged_as_its_source_says(row: dict[str, Any]) -> None:
    verdict = judge_change(parse_meld(row["before"]), parse_meld(row["after"]), load_rules(row["rules"]))
    assert (verdict.violations[0].code if verdict.violations else "OK") == row["verdict"]
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", rows("abroad", "opening"))
def test_a_first_exposure_is_judged_as_its_source_says(row: dict[str, Any]) -> None:
    verdict = judge_opening(parse_table(row["melds"]), load_rules(row["rules"]))
    assert (verdict.points, verdict.lawful) == (row["points"], row["lawful"])
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", rows("abroad", "turn"))
def test_a_turn_is_judged_as_its_source_says(row: dict[str, Any]) -> None:
    turn = TableTurn(parse_tiles(row["rack"]), row.get("opened", True))
    verdict = judge_table(parse_table(row["before"]), parse_table(row["after"]), turn, load_rules(row["rules"]))
    assert [fault.code for fault in verdict.violations] == row.get("breaks", [])
    assert all(map(is_told, verdict.violations))
