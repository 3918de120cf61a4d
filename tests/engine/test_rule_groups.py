"""The headings of the rules are those of ``engine/rules/rules.py``, and every rule is under one."""

from __future__ import annotations

import re
from pathlib import Path

import engine.rules.rules
from engine import RULE_GROUPS
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.rule_values import rule_types


def test_every_rule_is_under_one_heading_in_the_order_of_the_rules() -> None:
    assert [key for group in RULE_GROUPS for key in group.keys] == list(rule_types())


def test_the_headings_are_those_of_the_rules_as_they_are_written() -> None:
    written = Path(engine.rules.rules.__file__).read_text("utf-8").split("class Rules:")[1].split("def dealt")[0]
    under: dict[str, list[str]] = {}
    for heading, key in re.findall(r"^    (?:# (.+)|(\w+): .+)$", written, re.MULTILINE):
        if heading:
            under[heading] = []
        elif under:
            list(under.values())[-1].append(key)
    assert {group.title("en"): list(group.keys) for group in RULE_GROUPS} == under


def test_every_heading_is_said_in_every_language() -> None:
    for language in LANGUAGES:
        titles = [group.title(language) for group in RULE_GROUPS]
        assert all(titles)
        assert len(set(titles)) == len(titles)
