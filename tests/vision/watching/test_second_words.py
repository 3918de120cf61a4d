"""What people are told of a second camera: what there is, and nothing of what there is not."""

from __future__ import annotations

import pytest

from engine.sentences import LANGUAGES
from vision.watching.second_camera import SecondReport, SecondState

FITS = "La segunda cámara calza con la primera (fichas en común: 9)."
SAID = {
    (0, 0): FITS,
    (2, 0): f"{FITS} Fichas que completa: 2.",
    (0, 1): f"{FITS} Fichas en las que no coinciden: 1.",
    (2, 1): f"{FITS} Fichas que completa: 2. Fichas en las que no coinciden: 1.",
}


@pytest.mark.parametrize("counts", SAID)
def test_only_what_there_is_is_told(counts: tuple[int, int]) -> None:
    filled, disputed = counts
    report = SecondReport(state=SecondState.FITS, common=9, filled=filled, disputed=disputed)
    assert report.sentence("es") == SAID[counts]
    assert report.standing == ("differs" if disputed else "fits")
    for language in LANGUAGES:
        assert "0" not in report.sentence(language)


@pytest.mark.parametrize("state", [SecondState.ABSENT, SecondState.FAILED, SecondState.APART])
def test_whatever_else_it_is_has_a_word_of_its_own(state: SecondState) -> None:
    assert SecondReport(state=state, disputed=1).standing == str(state)
