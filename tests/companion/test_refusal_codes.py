"""What is refused has a code that programs may rely on, the same in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from companion.errors import JournalError
from companion.refusal import TableRefused, TournamentRefused, TranslatableRefusal, filled
from companion.tournaments.wording import refuse
from engine.rules.profiles import load_rules
from engine.rules.rules import RulesError
from tests.companion.doctor.page import REFUSALS


@pytest.mark.parametrize("room", REFUSALS, ids=lambda refusal: refusal.__name__)
def test_every_reason_has_a_code_of_its_own(room: object) -> None:
    sentences: Mapping[str, Mapping[str, str]] = room.SENTENCES  # type: ignore[attr-defined]
    codes = [filled(said, **dict.fromkeys(re.findall(r"\{(\w+)", said["es"]), 1)).code for said in sentences.values()]
    assert all(re.fullmatch(r"\w+\.[\w-]+", code) for code in codes), codes
    assert len(set(codes)) == len(codes)


def test_a_reason_keeps_its_code_when_its_blanks_are_filled() -> None:
    with pytest.raises(TournamentRefused) as refused:
        refuse("too few", least=2)
    assert refused.value.code == "tournaments.too_few"
    assert "2" in refused.value.sentence("es")


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        (TableRefused.of(JournalError("disk full")), "disk_full"),
        (TableRefused({"es": "No."}), ""),
        (TableRefused.about("rules", JournalError("story away")), "story_away"),
    ],
    ids=["an error", "put together", "about a field"],
)
def test_an_error_that_is_told_as_a_refusal_has_its_key_as_code(refused: TranslatableRefusal, code: str) -> None:
    assert refused.code == code


def test_what_is_wrong_in_rules_has_a_code() -> None:
    with pytest.raises(RulesError) as wrong:
        load_rules("nowhere")
    assert TableRefused.of(wrong.value).code == wrong.value.key.replace(" ", "_")
