"""``burako adapt``: what it asks for, what it saves, and when it saves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import Recognizer
from tests.companion.builders import FakeRecognizer, reading, save_picture
from tests.companion.conftest import Outcome
from tests.companion.taught import UNTAUGHT, Pupil
from vision.reading import Frame, TableReading
from vision.recognition.set_profile import SetProfile

Burako = Callable[..., Outcome]
SeeAs = Callable[[Recognizer], None]
ROW = " ".join(f"{n}b" for n in range(1, 14))


@dataclass(frozen=True)
class LearningFake(FakeRecognizer):
    """A recognizer with a teacher."""

    pupil: Pupil = field(default_factory=Pupil)

    def teacher(self) -> Any:
        return self.pupil


@dataclass(frozen=True)
class OneAfterAnother(LearningFake):
    """A recognizer that sees another table on every picture."""

    tables: list[str] = field(default_factory=list)

    def look(self, frame: Frame) -> TableReading:
        return reading(self.tables.pop(0))


@pytest.fixture
def learning(recognizer: SeeAs) -> Callable[..., Pupil]:
    """Puts a recognizer that sees a table, and gives its teacher."""

    def put(table: str, right_after: int = 13) -> Pupil:
        teacher = Pupil(right_after)
        recognizer(LearningFake(seen=reading(table), pupil=teacher))
        return teacher

    return put


def test_a_row_of_one_colour_is_learned_and_saved(
    burako: Burako, learning: Callable[..., Pupil], tmp_path: Path
) -> None:
    teacher = learning(ROW)
    outcome = burako("adapt", save_picture(tmp_path / "set.jpg"), "--name", "casa", "--out", tmp_path / "casa.npz")
    assert (outcome.status, teacher.lessons) == (0, [tuple(ROW.split())])
    assert "De 13 fichas apartadas, 13 bien (13 sin dudar); antes 10 (10). Se usa." in outcome.out
    assert "--set-profile" in outcome.out
    assert SetProfile.from_bytes((tmp_path / "casa.npz").read_bytes(), "casa.npz").name == "casa"


def test_a_list_names_what_the_reader_does_not_know(
    burako: Burako, learning: Callable[..., Pupil], tmp_path: Path
) -> None:
    teacher = learning("? ? ? ? | ? ? ? ?")
    listed = "1r 2r 3r 4r | 11r 12r J J"
    outcome = burako(
        "adapt", save_picture(tmp_path / "a.jpg"), "--tiles", listed, "--out", tmp_path / "a.npz", "--json"
    )
    assert teacher.lessons == [tuple(listed.replace("|", " ").split())]
    parsed = json.loads(outcome.out)
    assert (parsed["is_better"], parsed["examined"], parsed["right_after"]) == (True, 8, 8)


@pytest.mark.parametrize(
    ("table", "arguments", "right_after", "said"),
    [
        ("7r 8r J", (), 13, "8"),
        ("back back back", (), 13, "--tiles"),
        (ROW, ("--tiles", "1b 2b"), 13, "Yo leo: 1b 2b 3b"),
        (ROW, ("--tiles", "1b 14b"), 13, "14b"),
        (ROW, (), 9, "peor"),
    ],
    ids=["too few", "none", "a list too short", "no tile", "learned badly"],
)
def test_what_cannot_be_learned_is_refused_and_nothing_is_saved(
    burako: Burako,
    learning: Callable[..., Pupil],
    tmp_path: Path,
    table: str,
    arguments: Sequence[str],
    right_after: int,
    said: str,
) -> None:
    learning(table, right_after)
    outcome = burako("adapt", save_picture(tmp_path / "a.jpg"), *arguments, "--out", tmp_path / "a.npz")
    assert outcome.status == 2
    assert len(outcome.complaints) == 1
    assert said in outcome.complaints[0]
    assert not (tmp_path / "a.npz").exists()


@pytest.mark.parametrize(
    ("names", "said"),
    [(ROW, "de la otra foto"), ("1b 2b J", "3 fichas y hacen falta 8")],
    ids=["the same tiles", "too few of them"],
)
def test_another_picture_proves_it(
    burako: Burako, learning: Callable[..., Pupil], recognizer: SeeAs, tmp_path: Path, names: str, said: str
) -> None:
    pupil = Pupil()
    recognizer(OneAfterAnother(pupil=pupil, tables=[ROW, names]))
    out = tmp_path / "casa.npz"
    proof = save_picture(tmp_path / "b.jpg")
    outcome = burako("adapt", save_picture(tmp_path / "a.jpg"), "--proof", proof, "--out", out)
    assert said in outcome.out + " ".join(outcome.complaints)
    assert out.exists() == (names == ROW)
    assert pupil.lessons == [tuple(ROW.split())]


def test_what_is_no_better_leaves_all_as_it_was(burako: Burako, learning: Callable[..., Pupil], tmp_path: Path) -> None:
    learning(ROW, 10).doubt = 2 * UNTAUGHT
    outcome = burako("adapt", save_picture(tmp_path / "a.jpg"), "--out", tmp_path / "a.npz")
    assert outcome.status == 0
    assert "No mejora: de 13 fichas apartadas, 10 bien (10 sin dudar); antes 10 (10). Sigue como estaba." in " ".join(
        outcome.out.split()
    )
    assert "--set-profile" not in outcome.out
    assert not (tmp_path / "a.npz").exists()


def test_a_better_set_takes_the_place_of_an_earlier_one_which_is_kept_beside_it(
    burako: Burako, learning: Callable[..., Pupil], tmp_path: Path
) -> None:
    pupil, out = learning(ROW, 12), tmp_path / "a.npz"
    burako("adapt", save_picture(tmp_path / "a.jpg"), "--name", "first", "--out", out)
    pupil.right_after = 13
    outcome = burako("adapt", tmp_path / "a.jpg", "--name", "second", "--out", out)
    assert (SetProfile.load(out).name, SetProfile.load(tmp_path / "a.before.npz").name) == ("second", "first")
    assert "a.before.npz" in outcome.out
    pupil.lessons.clear()
    outcome = burako("adapt", tmp_path / "a.jpg", "--name", "third", "--out", out)
    assert "Sigue como estaba" in " ".join(outcome.out.split())
    assert SetProfile.load(out).name == "second"


@pytest.mark.parametrize("content", [None, b"no set"], ids=["no file", "not a set"])
@pytest.mark.parametrize("command", ["read", "evaluate"])
def test_a_profile_that_is_none_is_refused(burako: Burako, tmp_path: Path, command: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "set.npz").write_bytes(content)
    picture = save_picture(tmp_path / "a.jpg")
    outcome = burako(command, picture, "--set-profile", tmp_path / "set.npz")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert "set.npz" in outcome.complaints[0]
