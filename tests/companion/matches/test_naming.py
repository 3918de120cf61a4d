"""Which names are the same to the house, however a keyboard or a file spelled them."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from companion.naming import key_of
from companion.refusal import TournamentRefused
from companion.tournaments.entry_parsing import entering
from companion.tournaments.plan import Entrant

MUÑOZ, APART = normalize("NFC", "Muñoz"), normalize("NFD", "Muñoz")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (MUÑOZ, APART, True),  # typed on a PC; pasted out of a Mac's file
        ("MUÑOZ", APART, True),
        (normalize("NFD", "KUARAHỸ"), "kuarahỹ", True),
        ("Munoz", "Muñoz", False),
        ("Juan Perez", "Juan Pérez", False),
        ("İpek", "ipek", False),
    ],
)
def test_two_spellings_are_one_name_or_two(one: str, other: str, is_same: bool):
    assert (key_of(one) == key_of(other)) is is_same


def test_who_is_entered_already_is_not_entered_again_from_a_file_of_another_machine():
    known = {1: Entrant(1, MUÑOZ, "Lobos")}
    assert entering(f"{APART};{normalize('NFD', 'Cañuelas')}\n{APART};LOBOS", known) == (
        Entrant(2, APART, normalize("NFD", "Cañuelas")),
    )
    with pytest.raises(TournamentRefused):
        entering(f"{MUÑOZ}\n{APART}", {})
