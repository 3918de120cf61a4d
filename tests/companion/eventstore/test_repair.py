"""A damaged match is put right from a backup; what followed stays, and all other matches are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import JournalError, TruncatedStream
from companion.eventstore import RULE_SETS, DataFolder, Entry, Journal, find_data_folder
from companion.eventstore.backup import back_up
from companion.eventstore.repair import repair_match
from companion.match_commands import Play
from companion.webhooks.journal_reader import JournalReader
from companion.webhooks.store import HookStore
from tests.companion.eventstore.damage import ENTRIES, MATCHES, edited, written
from tests.companion.eventstore.drafts import draft
from tests.companion.matches.visit import Visit as MatchVisit
from tests.companion.matches.visit import opened

FIFTH = "match = 'm1' AND number = 5"


@pytest.fixture
def house(tmp_path: Path) -> DataFolder:
    where = find_data_folder(tmp_path / "house", environment={})
    where.folder.mkdir()
    written(where.folder)
    return where


@pytest.fixture
def kept(house: DataFolder, tmp_path: Path) -> Path:
    """A backup, after which everybody goes on."""
    back_up(house, tmp_path / "all.zip")
    journal = Journal.open(house.database_url)
    for match in MATCHES:
        for number in range(ENTRIES, ENTRIES + 3):
            journal.append(draft(f"{match} {number}", match), number)
    journal.close()
    return tmp_path / "all.zip"


def stories(data_folder: DataFolder) -> dict[str, tuple[Entry, ...]]:
    journal = Journal.open(data_folder.database_url)
    found = {match: journal.entries(match) for match in MATCHES}
    assert journal.check().is_sound
    journal.close()
    return found


DAMAGE = [
    pytest.param(f"UPDATE entries SET text = CAST(x'80' AS TEXT) WHERE {FIFTH}", 0, id="an unreadable byte"),
    pytest.param(f"UPDATE entries SET match = 'm7' WHERE {FIFTH}", 0, id="its name"),
    pytest.param(f"UPDATE entries SET number = 99, key = 'x' WHERE {FIFTH}", 0, id="its number"),
    pytest.param(f"DELETE FROM entries WHERE {FIFTH}", 0, id="gone"),
    pytest.param("DELETE FROM entries WHERE match = 'm1'", 3, id="all are gone"),
    pytest.param("UPDATE heads SET match = 'mX' WHERE match = 'm1'", 0, id="the name of its end"),
    pytest.param(f"DELETE FROM entries WHERE match = 'm1' AND number = {ENTRIES + 2}", 2, id="after the backup"),
]


@pytest.mark.parametrize(("statement", "lost"), DAMAGE)
def test_it_is_as_it_was_and_goes_on(house: DataFolder, kept: Path, statement: str, lost: int):
    before = stories(house)
    edited(house.folder / "story.sqlite", statement)
    mended = repair_match(kept, house, "m1")
    whole = ENTRIES + 3 - lost
    assert (mended.entries, mended.lost, mended.aside.exists()) == (whole, lost, True)
    journal = Journal.open(house.database_url)
    found = {match: journal.entries(match) for match in MATCHES}
    assert found == {**before, "m1": before["m1"][:whole]}
    assert journal.append(draft("on", "m1"), whole).number == whole + 1
    with pytest.raises(JournalError) as refused:
        repair_match(kept, house, "m1")
    assert refused.value.key == "not damaged"
    journal.close()


@pytest.mark.parametrize(
    ("name", "statement", "key"),
    [
        ("m8", "DELETE FROM heads WHERE match = 'm1'", "not in backup"),
        ("m1", "UPDATE entries SET text = '{}', checksum = 'x' WHERE match = 'm1'", "another story"),
    ],
)
def test_what_does_not_belong_together_is_refused(house: DataFolder, kept: Path, name: str, statement: str, key: str):
    edited(house.folder / "story.sqlite", statement)
    with pytest.raises(JournalError) as refused:
        repair_match(kept, house, name)
    assert refused.value.key == key


def test_whoever_had_read_on_further_goes_on_from_what_is_left(tmp_path: Path):
    served = opened(tmp_path)
    visit = MatchVisit(served)
    visit.agrees()
    visit.deals()
    served.rule_sets.make("Club", "clasico", {}, visit.sender())
    where = find_data_folder(tmp_path, environment={})
    back_up(where, tmp_path / "all.zip")
    visit.plays("0 draw")
    visit.plays("0 discard 4r")
    lost = visit.sender()
    served.handle(visit.match, Play("1 draw"), lost)
    served.rule_sets.make("Liga", "torneo", {}, visit.sender())
    cards, boards = served.cards("es", 0, 9), JournalReader(served.journal, HookStore(tmp_path / "hooks"))
    assert boards._board(visit.match, 5, served.journal.newest()) == boards._board(visit.match, 5)
    for stream in (visit.match, RULE_SETS):
        edited(tmp_path / "story.sqlite", f"UPDATE entries SET text = '{{}}' WHERE match = '{stream}' AND number > 1")
        repair_match(tmp_path / "all.zip", where, stream)
    assert served.state(visit.match).revision == 2
    assert served.cards("es", 0, 9) != cards
    assert [rules.newest.title for rules in served.rule_sets.kept()] == ["Club"]
    assert served.handle(visit.match, Play("0 draw"), visit.sender()).revision == 3
    assert served.handle(visit.match, Play("0 discard 5r"), lost).revision == 4
    again = opened(tmp_path)
    assert again.snapshot(visit.match, "es") == served.snapshot(visit.match, "es")
    assert served.journal.check().is_sound


@pytest.mark.parametrize("more", [3, 4], ids=["as many entries as before", "more of them"])
def test_whoever_had_read_what_was_put_back_goes_on_with_what_others_said_since(tmp_path: Path, more: int):
    served, other = opened(tmp_path), opened(tmp_path)
    here, there = MatchVisit(served), MatchVisit(other)
    here.agrees()
    here.deals()
    there.match = here.match
    served.rule_sets.make("Club", "clasico", {}, here.sender())
    where = find_data_folder(tmp_path, environment={})
    back_up(where, tmp_path / "all.zip")
    for moves in ("0 draw", "0 discard 4r", "1 draw"):
        here.plays(moves)
    served.rule_sets.make("Liga", "torneo", {}, here.sender())
    before, cards = served.snapshot(here.match, "es"), served.cards("es", 0, 9)
    for stream in (here.match, RULE_SETS):
        edited(tmp_path / "story.sqlite", f"UPDATE entries SET text = '{{}}' WHERE match = '{stream}' AND number > 1")
        repair_match(tmp_path / "all.zip", where, stream)
    for moves in ("0 draw", "0 discard 13k", "1 draw", "1 discard 9b")[:more]:
        there.plays(moves)
    other.rule_sets.make("Copa", "torneo", {}, there.sender())
    again = opened(tmp_path)
    assert served.cards("es", 0, 9) == again.cards("es", 0, 9) != cards
    assert served.snapshot(here.match, "es") == again.snapshot(here.match, "es") != before
    titles = [[rules.newest.title for rules in service.rule_sets.kept()] for service in (served, again)]
    assert titles == [["Club", "Copa"]] * 2
    here.plays("1 discard 9b" if more == 3 else "2 draw")
    assert served.snapshot(here.match, "es") == opened(tmp_path).snapshot(here.match, "es")
    assert served.journal.check().is_sound


def test_nothing_is_written_after_what_is_not_there(tmp_path: Path):
    journal = Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}")
    journal.append(draft("a", "m"), 0)
    with pytest.raises(TruncatedStream) as cut, journal.turn("m") as turn:
        turn.append_all([turn.drafted(draft("b", "m"), 3)])
    assert cut.value.last == 1
    assert [entry.number for entry in journal.entries("m")] == [1]
