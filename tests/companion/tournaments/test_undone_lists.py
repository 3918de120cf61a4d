"""A list that is undone leaves nobody of it behind: whose name was corrected since is told first."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.events import EntryVoided
from companion.tournaments.import_validation import validate_import
from companion.tournaments.voiding import check_strike
from tests.companion.tournaments.visit import Visit

LIST = 2
"""The entry of the list that comes first."""


def names(visit: Visit) -> list[str]:
    return [entrant.name for entrant in visit.state.entrants.values()]


@pytest.fixture
def listed(visit: Visit) -> Visit:
    visit.founds(("Ana", "Beto", "Caro"), format="swiss")
    return visit


@pytest.mark.parametrize(
    "correction",
    [commands.Rename(2, "Bea"), commands.Rename(2, "Beto", "Lobos"), commands.Enter("Beto; Lobos\nDani")],
    ids=["a name", "a club", "in another list"],
)
def test_corrections_are_undone_first(listed: Visit, correction: commands.Command):
    corrected = listed.says(correction).revision
    with pytest.raises(TournamentRefused, match="Después se corrigió a Be") as refused:
        listed.says(commands.VoidEntry(LIST, "era otra lista"))
    assert refused.value.status == 409
    listed.says(commands.VoidEntry(corrected, "x"), commands.VoidEntry(LIST, "era otra lista"))
    assert names(listed) == []


def test_who_was_entered_otherwise_or_went_is_in_nobodys_way(listed: Visit):
    listed.says(commands.Withdraw(3), commands.Enter("Zoe"), commands.Rename(3, "Zoé"))
    assert names(listed) == ["Ana", "Beto", "Zoé"]
    listed.says(commands.VoidEntry(LIST, "era otra lista"))
    assert names(listed) == ["Zoé"]
    listed.says(commands.Enter("Ana\nBeto"), commands.Rename(4, "Anita"))
    assert names(listed) == ["Zoé", "Anita", "Beto"]


def test_a_file_of_before_is_taken(listed: Visit):
    listed.says(commands.Rename(2, "Bea"))
    entries = listed.service.journal.entries(listed.tournament)
    check_strike(listed.state, entries, EntryVoided(LIST, "x"))
    assert validate_import(entries).entrants == listed.state.entrants
