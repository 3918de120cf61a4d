"""The reasons of a play are told of one tile as of several: no word has to agree with their number or gender."""

from __future__ import annotations

import re

import pytest

from engine import Tile
from engine.plays.play import PlayReason

AGREEING = re.compile(r"\b(la pueden|lo pueden|las pueden|aggiungerla|aggiungerlo|with it|acrescentá-la)\b")


@pytest.mark.parametrize("key", ["danger", "keeps", "safe", "takes_pozo"])
@pytest.mark.parametrize("language", ["es", "en", "pt", "it"])
def test_a_reason_fits_one_tile_and_two(key: str, language: str) -> None:
    one, two = (PlayReason(key, tuple(map(Tile.parse, text.split()))).sentence(language) for text in ("4k", "4k 5r"))
    assert not AGREEING.search(one)
    assert not AGREEING.search(two)
    assert one != two
