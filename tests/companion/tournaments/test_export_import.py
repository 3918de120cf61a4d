"""A tournament goes to another house and is the same there, byte for byte."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Draft, EventMetadata, Journal
from companion.eventstore.export_import import packed, unpacked
from companion.match_commands import Agree
from companion.matches.agreement import agree
from companion.matches.events import Agreed, kind_of, text_of
from companion.tournaments import commands
from companion.tournaments.export_import import exported, imported
from tests.companion.tournaments.visit import Visit, opened


@pytest.fixture
def played(visit: Visit) -> Visit:
    """A tournament with a match that is noted at a table, and things that people wrote."""
    visit.founds(title="Ñandú; \u2028 «sábado»\n", tables=3)
    said = EventMetadata(author="Beto", key="k", picture="0" * 64)
    agreed = Agreed(agree(Agree(players=("Ana", "Beto"), rules="torneo")))
    visit.service.journal.append(
        Draft(match="m123", kind=kind_of(agreed), text=text_of(agreed), rules=agreed.agreement.version, said=said), 0
    )
    visit.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.LinkMatch(2, "m123"))
    visit.plays(1, (800, 300), (900, 650))
    return visit


@pytest.fixture
def elsewhere(tmp_path: Path) -> Journal:
    """An empty house."""
    return opened(tmp_path / "elsewhere").journal


def refusal(journal: Journal, blob: bytes) -> str:
    with pytest.raises(JournalError) as refused:
        imported(journal, blob)
    assert refused.value.sentence("en") != refused.value.sentence("es")
    return refused.value.key


def test_it_is_the_same_there_and_goes_on(played: Visit, elsewhere: Journal):
    blob = exported(played.service.journal, played.tournament)
    state, count = imported(elsewhere, blob)
    assert (state.tournament, count) == (played.tournament, played.state.revision + 1)
    assert exported(elsewhere, played.tournament) == blob
    assert elsewhere.matches() == ("m123",)
    assert imported(elsewhere, blob)[1] == 0
    played.plays(3, (700, 200))
    longer = exported(played.service.journal, played.tournament)
    assert imported(elsewhere, longer)[1] == 2
    assert exported(elsewhere, played.tournament) == longer


@pytest.mark.parametrize(("key", "is_taken"), [("a\tb", True), ("a\u200bb", True), ("a\0b", False), ("k" * 101, False)])
def test_a_key_that_is_not_printed_goes_along_where_it_can_be_kept(
    visit: Visit, elsewhere: Journal, key: str, is_taken: bool
):
    visit.founds(title="Sábado")
    said = EventMetadata(author="Caro", key=key)
    archived = Draft(match=visit.tournament, kind="shelved", text="{}", rules="", said=said)
    visit.service.journal.append(archived, visit.state.revision)
    blob = exported(visit.service.journal, visit.tournament)
    if is_taken:
        imported(elsewhere, blob)
        assert exported(elsewhere, visit.tournament) == blob
    else:
        assert refusal(elsewhere, blob) == "damaged story file"


def test_another_story_of_that_name_is_left_alone(played: Visit, elsewhere: Journal):
    blob = exported(played.service.journal, played.tournament)
    imported(elsewhere, blob)
    said = EventMetadata(author="Caro", key="x")
    elsewhere.append(
        Draft(match=played.tournament, kind="shelved", text="{}", rules="", said=said), played.state.revision
    )
    assert refusal(elsewhere, blob) == "another story"


@pytest.mark.parametrize("part", ["sábado", "Beto", '"version":1', '"entries"'])
def test_a_changed_or_cut_file_changes_nothing(played: Visit, elsewhere: Journal, part: str):
    blob = exported(played.service.journal, played.tournament)
    at = blob.index(part.encode())
    assert refusal(elsewhere, blob[:at]) in ("damaged story file", "no story file")
    changed = blob[:at] + part.swapcase().encode() + blob[at + len(part.encode()) :]
    assert refusal(elsewhere, changed) in ("damaged story file", "no story file")
    assert elsewhere.tournaments() == ()


FORGED = [
    pytest.param({"number": "1"}, id="a number in letters"),
    pytest.param({"number": 7}, id="a number left out"),
    pytest.param({"author": 5}, id="an author in figures"),
    pytest.param({"picture": ["x"]}, id="a picture that is a list"),
    pytest.param({"at_ms": 1.5}, id="half a millisecond"),
    pytest.param({"at_ms": 10**17}, id="a moment that no calendar has"),
    pytest.param({"at_ms": None}, id="no moment"),
    pytest.param({"author": "\ud800"}, id="half a letter"),
    pytest.param({"more": 1}, id="a field too many"),
    pytest.param({"text": "{}"}, id="an event of nothing"),
    pytest.param({"text": "[" * 100_000}, id="an event without an end"),
    pytest.param({"kind": "revoked", "text": '{"device": 99}'}, id="a device that never was"),
]


def forged(blob: bytes, line: int, changes: dict[str, object]) -> bytes:
    """A file whose hash is right though somebody changed a line."""
    lines = [json.loads(line) for line in blob.splitlines()[1:]]
    lines[line] |= changes
    written = (json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for line in lines)
    body = "".join(f"{line}\n" for line in written).encode(errors="surrogatepass")
    head = {"entries": len(lines), "format": "burako story", "sha256": sha256(body).hexdigest(), "version": 1}
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + body


@pytest.mark.parametrize("changes", FORGED)
@pytest.mark.parametrize("line", [0, 1, -1], ids=["announced", "entered", "a table"])
def test_a_forged_file_changes_nothing(visit: Visit, elsewhere: Journal, line: int, changes: dict[str, object]):
    said = EventMetadata(author="Beto", key="k")
    agreed = Agreed(agree(Agree(players=("Ana", "Beto"), rules="torneo")))
    draft = Draft(match="m1", kind=kind_of(agreed), text=text_of(agreed), rules=agreed.agreement.version, said=said)
    visit.service.journal.append(draft, 0)
    visit.founds(("Ana", "Beto"), format="free")
    visit.says(commands.AddFixture(1, 2), commands.LinkMatch(1, "m1"))
    blob = exported(visit.service.journal, visit.tournament)
    assert refusal(elsewhere, forged(blob, line, changes)) in ("damaged story file", "newer story file")
    assert (elsewhere.tournaments(), elsewhere.matches()) == ((), ())
    imported(elsewhere, forged(blob, line, {}))


def test_a_file_is_taken_in_as_a_whole_or_not_at_all(played: Visit, elsewhere: Journal):
    blob = exported(played.service.journal, played.tournament)
    other = Draft(match="m123", kind="shelved", text="{}", rules="", said=EventMetadata(author="Caro", key="x"))
    elsewhere.append(other, 0)
    assert refusal(elsewhere, blob) == "another story"
    assert elsewhere.tournaments() == ()


def test_what_is_no_tournament_is_refused(played: Visit, elsewhere: Journal):
    assert refusal(elsewhere, b"Ana;Lobos\n") == "no story file"
    assert refusal(elsewhere, b"[" * 100_000) == "no story file"
    assert refusal(elsewhere, packed([])) == "no story file"
    assert refusal(elsewhere, packed(played.service.journal.entries("m123"))) == "no story file"
    newer = json.dumps({"format": "burako story", "version": 99}).encode()
    assert refusal(elsewhere, newer) == "newer story file"
    with pytest.raises(JournalError):
        exported(played.service.journal, "m123")
    assert unpacked(packed(played.service.journal.entries("m123"))) == played.service.journal.entries("m123")
