"""The page on threats names tests that are there, and codes and commands that are."""

import re

import pytest

from tests.companion.conftest import ROOT

PAGE = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]*?(?:\w+\.py|tests/\w[\w/]*))`", PAGE)))


def test_there_are_some():
    assert len(NAMED) > 12


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name):
    assert (ROOT / name).exists() or list((ROOT / "tests").rglob(name)) or list((ROOT / "companion").rglob(name))


def test_every_defence_has_a_test():
    table = PAGE.split("## What is defended")[1].split("## What is not")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| attack")]
    assert [row for row in rows if not re.search(r"test_\w+|doctor", row.rsplit("|", 2)[1])] == []
