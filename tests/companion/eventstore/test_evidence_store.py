"""Pictures are kept whole, under the hash of their bytes, in a folder that does not grow without end."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from companion.eventstore import EvidenceStore
from companion.eventstore.evidence_store import remove_file

SIZE = 100


def pictures(count: int) -> list[bytes]:
    return [bytes([number]) * SIZE for number in range(count)]


@pytest.fixture
def evidence(tmp_path: Path) -> EvidenceStore:
    """A folder with room for three pictures."""
    return EvidenceStore(tmp_path / "pictures", limit_bytes=3 * SIZE)


def kept(evidence: EvidenceStore, count: int) -> list[str]:
    """Pictures, each a second older than the next."""
    names = [evidence.keep(picture) for picture in pictures(count)]
    for age, name in enumerate(reversed(names)):
        path = evidence.find(name)
        os.utime(path, (path.stat().st_mtime - age, path.stat().st_mtime - age))
    return names


def test_a_picture_is_found_by_the_hash_of_its_bytes(evidence: EvidenceStore):
    name = evidence.keep(b"a picture")
    assert name == sha256(b"a picture").hexdigest()
    assert evidence.find(name).read_bytes() == b"a picture"
    assert evidence.keep(b"a picture") == name
    assert evidence.size_bytes() == len(b"a picture")


@pytest.mark.parametrize("name", ["", "..", "../secret", "0" * 63, "0" * 64, "G" * 64, f"{'0' * 64}/..", "a\0b"])
def test_no_other_name_leads_anywhere(evidence: EvidenceStore, tmp_path: Path, name: str):
    (tmp_path / "secret").write_bytes(b"x")
    assert evidence.find(name) is None


@pytest.mark.parametrize(
    ("count", "named", "left"),
    [
        (3, [], [0, 1, 2]),
        (4, [], [1, 2, 3]),
        (5, [0, 1], [0, 1, 4]),
        (5, [0, 1, 2, 3, 4], [2, 3, 4]),
        (4, [3], [1, 2, 3]),
    ],
)
def test_beyond_the_limit_the_oldest_that_nothing_names_go_first(
    evidence: EvidenceStore, count: int, named: list[int], left: list[int]
):
    names = kept(evidence, count)
    gone = evidence.trim({names[index] for index in named})
    assert [index for index, name in enumerate(names) if evidence.find(name)] == left
    assert set(gone) == {name for name in names if not evidence.find(name)}


def test_what_a_killed_program_left_half_written_is_forgotten(tmp_path: Path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    old, new = folder / "a.1.part", folder / "b.2.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (1, 1))
    EvidenceStore(folder)
    assert not old.exists()
    assert new.exists()


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(evidence: EvidenceStore, tmp_path: Path, monkeypatch):
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        evidence.keep(b"a picture")
    assert list((tmp_path / "pictures").iterdir()) == []


def test_a_file_that_is_removed_does_not_come_back_after_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, synced = tmp_path / "on", []
    file.write_bytes(b"")
    monkeypatch.setattr(
        os,
        "fsync",
        lambda opened: synced.append((os.path.samestat(os.fstat(opened), os.stat(tmp_path)), file.exists())),
    )
    remove_file(file)
    assert synced == ([(True, False)] if os.name == "posix" else [])
    remove_file(file)
    assert len(synced) == (os.name == "posix"), "what is not there needs nothing"


@pytest.mark.parametrize("ahead_s", [365 * 24 * 3600, 10], ids=["a year", "seconds"])
def test_a_clock_that_was_wrong_costs_no_newer_picture(tmp_path: Path, ahead_s: int):
    """Two are kept while the clock is ahead, four after it was set right, over a restart, and one of them again."""
    folder = tmp_path / "pictures"
    wrong = EvidenceStore(folder, limit_bytes=3 * SIZE)
    names = [wrong.keep(picture) for picture in pictures(2)]
    for name in names:
        later_ns = (folder / name).stat().st_mtime_ns + ahead_s * 10**9
        os.utime(folder / name, ns=(later_ns, later_ns))
    right = EvidenceStore(folder, limit_bytes=3 * SIZE)
    names += [right.keep(picture) for picture in pictures(6)[2:]]
    assert right.keep(pictures(6)[2]) == names[2]
    assert right.trim(()) == (names[0], names[1], names[3])
    assert [right.find(name) is not None for name in names] == [False, False, True, False, True, True]
    assert right.trim(()) == ()
