"""Servers that share a database have one key: where one replaces it the others take over the new one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import DataFolder, Draft, EventMetadata, Journal, find_data_folder, house_key
from companion.eventstore.data_folder import mark_of_key
from companion.eventstore.entries import HOUSE_KEYS
from companion.eventstore.shared_key import SharedKey
from tests.companion.side_by_side import at_once

FIRST = bytes(range(32))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(f"sqlite:///{tmp_path / 'shared.sqlite'}")
    yield journal
    journal.close()


def folder(place: Path, key: bytes = FIRST) -> DataFolder:
    place.mkdir()
    (place / "secret").write_bytes(key)
    return find_data_folder(place, environment={})


def test_the_others_have_the_new_key(journal: Journal, tmp_path: Path):
    first, second, other = (
        SharedKey(folder(tmp_path / name, key), journal) for name, key in (("a", FIRST), ("b", FIRST), ("c", bytes(32)))
    )
    assert not second.follow()
    fresh = first.renew_secret()
    assert fresh != FIRST
    assert (second.follow(), second.secret()) == (True, fresh)
    assert (second.follow(), first.follow()) == (False, False)
    assert (other.follow(), other.secret()) == (False, bytes(32)), "another house in the same database"
    assert fresh.hex() not in journal.entries(HOUSE_KEYS)[0].text
    assert journal.matches() == ()


def test_who_was_away_while_it_was_replaced_twice_has_the_last(journal: Journal, tmp_path: Path):
    first, away = (SharedKey(folder(tmp_path / name), journal) for name in "ab")
    first.renew_secret()
    last = first.renew_secret()
    assert (away.follow(), away.secret()) == (True, last)
    again = away.renew_secret()
    assert (first.follow(), first.secret()) == (True, again)


def test_of_servers_that_replace_it_at_once_all_end_with_one_key(journal: Journal, tmp_path: Path):
    keys = [SharedKey(folder(tmp_path / name), journal) for name in "abcd"]
    at_once([key.renew_secret for key in keys], JournalError)
    for key in keys:
        key.follow()
    assert len({key.secret() for key in keys}) == 1
    assert len(journal.entries(HOUSE_KEYS)) == len(keys)


def test_nobody_without_the_key_replaces_it(journal: Journal, tmp_path: Path):
    key, stranger = SharedKey(folder(tmp_path / "a"), journal), SharedKey(folder(tmp_path / "b", bytes(32)), journal)
    stranger.renew_secret()
    forged = json.loads(journal.entries(HOUSE_KEYS)[0].text)
    forged["former"] = (key.renew_secret(), json.loads(journal.entries(HOUSE_KEYS)[1].text)["former"])[1]
    said = EventMetadata(author="", key="forged")
    other = Journal.open(f"sqlite:///{tmp_path / 'other.sqlite'}")
    other.append(Draft(match=HOUSE_KEYS, kind="replaced", text=json.dumps(forged), rules="", said=said), 0)
    deceived = SharedKey(folder(tmp_path / "c"), other)
    assert (deceived.follow(), deceived.secret()) == (False, FIRST)
    other.close()


def test_a_key_that_cannot_be_told_to_the_others_stays(journal: Journal, tmp_path: Path):
    key = SharedKey(folder(tmp_path / "a"), journal)
    journal._database.dispose()
    (tmp_path / "shared.sqlite").unlink()
    (tmp_path / "shared.sqlite").mkdir()
    with pytest.raises(JournalError):
        key.renew_secret()
    assert key.secret() == FIRST


def test_a_house_alone_has_the_key_of_its_folder(journal: Journal, tmp_path: Path):
    alone = folder(tmp_path / "a")
    assert house_key(alone, journal) is alone
    alone.renew_secret()
    assert journal.entries(HOUSE_KEYS) == ()


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"former": "x"}',
        '{"former": "FORMER"}',
        *(f'{{"former": "FORMER", "sealed": {sealed}}}' for sealed in ("1", "null", "[]", '"á"', '"gAAA"')),
    ],
)
def test_what_another_version_wrote_of_keys_stops_nobody(journal: Journal, tmp_path: Path, text: str):
    key = SharedKey(folder(tmp_path / "a"), journal)
    said = EventMetadata(author="", key="other")
    written = text.replace("FORMER", mark_of_key(FIRST))
    journal.append(Draft(match=HOUSE_KEYS, kind="other", text=written, rules="", said=said), 0)
    assert not key.follow()
    fresh, other = key.renew_secret(), SharedKey(folder(tmp_path / "b"), journal)
    assert (other.follow(), other.secret()) == (True, fresh)
