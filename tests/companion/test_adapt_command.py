"""``burako adapt``: what it asks for, what it saves, and when it saves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.bootstrap import Eye
from tests.companion.builders import FakeEye, reading, save_picture
from tests.companion.conftest import Outcome
from vision.adapting import Lesson, NamedTile
from vision.inks import KnownInks
from vision.set_profile import SetProfile

Burako = Callable[..., Outcome]
SeeAs = Callable[[Eye], None]
ROW = " ".join(f"{n}b" for n in range(1, 14))


@dataclass(frozen=True)
class FakeTeacher:
    """Learns whatever it is told; afterwards it reads ``right_after`` tiles right."""

    lessons: list[tuple[str, ...]]
    right_after: int

    def learn(self, name: str, tiles: Sequence[NamedTile]) -> SetProfile:
        self.lessons.append(tuple(tile.face for tile in tiles))
        return SetProfile(name, "ab" * 32, np.zeros((3, 24)), KnownInks(np.zeros((4, 4)), np.ones(4)), len(tiles))

    def examined(self, tiles: Sequence[NamedTile], sure: float, profile: SetProfile | None = None) -> Lesson:
        right = self.right_after if profile else 10
        return Lesson(len(tiles), right, right - 1)


@dataclass(frozen=True)
class LearningFake(FakeEye):
    """An eye with a teacher."""

    pupil: FakeTeacher = FakeTeacher([], 13)

    def teacher(self) -> Any:
        return self.pupil


@pytest.fixture
def learning(eye: SeeAs) -> Callable[..., FakeTeacher]:
    """Puts an eye that sees a table, and gives its teacher."""

    def put(table: str, right_after: int = 13) -> FakeTeacher:
        teacher = FakeTeacher([], right_after)
        eye(LearningFake(seen=reading(table), pupil=teacher))
        return teacher

    return put


def test_a_row_of_one_colour_is_learned_and_saved(
    burako: Burako, learning: Callable[..., FakeTeacher], tmp_path: Path
) -> None:
    teacher = learning(ROW)
    outcome = burako("adapt", save_picture(tmp_path / "set.jpg"), "--name", "casa", "--out", tmp_path / "casa.npz")
    assert (outcome.status, teacher.lessons) == (0, [tuple(ROW.split())])
    assert "13 fichas" in outcome.out
    assert "--set-profile" in outcome.out
    assert SetProfile.from_bytes((tmp_path / "casa.npz").read_bytes(), "casa.npz").name == "casa"


def test_a_list_names_what_the_reader_does_not_know(
    burako: Burako, learning: Callable[..., FakeTeacher], tmp_path: Path
) -> None:
    teacher = learning("? ? ? ? | ? ? ? ?")
    listed = "1r 2r 3r 4r | 5r 6r J J"
    outcome = burako(
        "adapt", save_picture(tmp_path / "a.jpg"), "--tiles", listed, "--out", tmp_path / "a.npz", "--json"
    )
    assert teacher.lessons == [tuple(listed.replace("|", " ").split())]
    assert json.loads(outcome.out)["right_after"] == 13


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
    learning: Callable[..., FakeTeacher],
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


@pytest.mark.parametrize("content", [None, b"no set"], ids=["no file", "not a set"])
@pytest.mark.parametrize("command", ["read", "evaluate"])
def test_a_profile_that_is_none_is_refused(burako: Burako, tmp_path: Path, command: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "set.npz").write_bytes(content)
    picture = save_picture(tmp_path / "a.jpg")
    outcome = burako(command, picture, "--set-profile", tmp_path / "set.npz")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert "set.npz" in outcome.complaints[0]
