"""Rules as a journal keeps them: read back as they were agreed, also those of a program that knew fewer rules."""

from __future__ import annotations

import pytest

from companion.house_rules.rules_codec import read_rules, rules_as_json
from engine.rules.profiles import PROFILES, load_rules

UNKNOWN_BEFORE = (
    *("jokers", "copies", "pozo_start", "draw_or_play", "pozo_top_use", "pozo_single_discard", "turn_seconds"),
    *("penalty_tiles", "first_meld_by_total", "joker_needs_exchange", "canasta_real_14", "winner_takes_sum"),
    *("laid_needs_pura", "muerto_becomes_stock", "victory_points"),
)


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_kept_is_read_back(profile: str) -> None:
    overrides = ["first_meld_by_total={0=50, 1500=75}", "jokers=4", "bad_meld=frozen"]
    for changes in ([], overrides):
        rules = load_rules(profile, changes)
        assert read_rules(rules_as_json(rules, changes)) == rules


@pytest.mark.parametrize("profile", PROFILES)
def test_a_rule_that_was_unknown_when_a_match_was_agreed_is_as_in_its_profile(profile: str) -> None:
    kept = rules_as_json(load_rules(profile, ["max_wilds=2"]), ["max_wilds=2"])
    for key in UNKNOWN_BEFORE:
        del kept["values"][key]
    assert read_rules(kept) == load_rules(profile, ["max_wilds=2"])
