"""A hand noted as the paper sheet has it: the points come from the rules, and the journal keeps what was counted."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.refusal import TableRefused
from tests.companion.matches.visit import Visit

OURS = "dos puras, una impura, cierre, muerto, fichas 245, atril 15"
THEIRS = "una pura, fichas 100, atril 60"


def test_the_sheet_is_told_line_by_line_and_counts(visit: Visit):
    visit.agrees()
    visit.deals()
    visit.says(match_commands.RecordPaperSheet((OURS, THEIRS)))
    shown = visit.shown()
    lines = [[(line.says, line.points) for line in sheet.lines] for sheet in shown.hand.sheets]
    assert lines == [
        [("Bajado", 245), ("Canasta pura", 400), ("Canasta impura", 100), ("Cierre", 100), ("Muerto comprado", 100),
         ("Quedó en el atril", -15)],
        [("Bajado", 100), ("Canasta pura", 200), ("Muerto sin comprar", -100), ("Quedó en el atril", -60)],
    ]  # fmt: skip
    assert shown.hand.noted == (930, 140)
    visit.says(match_commands.Confirm())
    assert [team.total for team in visit.shown().teams] == [930, 140]
    assert visit.service.log(visit.match, "es")[1].says == ("Se anotó la mano 1: Ana + Caro 930 · Beto + Dani 140.",)


@pytest.mark.parametrize(("language", "said"), [
    ("es", "Se anotó la mano 1: Ana + Caro 1.900 · Beto + Dani −1.035."),
    ("en", "Hand 1 was noted: Ana + Caro 1,900 · Beto + Dani −1,035."),
])  # fmt: skip
def test_the_log_writes_points_as_people_do(visit: Visit, language: str, said: str):
    visit.agrees()
    visit.deals()
    visit.says(match_commands.Note((1900, -1035)))
    assert visit.service.log(visit.match, language)[0].says == (said,)


def test_what_was_counted_follows_the_rules_that_are_agreed_on_anew(visit: Visit):
    visit.agrees()
    visit.deals()
    visit.says(match_commands.RecordPaperSheet((OURS, THEIRS)), match_commands.Confirm())
    visit.says(
        match_commands.Agree(players=("Ana", "Beto", "Caro", "Dani"), rules="clasico", overrides=("close_bonus=50",))
    )
    assert [team.total for team in visit.shown().teams] == [880, 140]


def test_points_that_are_noted_later_hold(visit: Visit):
    visit.agrees()
    visit.deals()
    visit.says(match_commands.RecordPaperSheet((OURS, THEIRS)), match_commands.Note((10, 20)))
    shown = visit.shown()
    assert shown.hand.noted == (10, 20)
    assert all(sheet.lines == () for sheet in shown.hand.sheets)


def test_a_void_hand_is_void(visit: Visit):
    visit.agrees()
    visit.deals()
    visit.says(match_commands.RecordPaperSheet(("fichas 40", "fichas 30")))
    assert visit.shown().hand.void
    assert visit.shown().hand.noted == ()


REFUSED = [
    ((OURS,), "son 2"),
    ((OURS, "cierre, una pura, muerto"), "Cierra uno solo"),
    (("cierre, muerto, fichas 245", THEIRS), "canasta"),
    (("fichas 246", THEIRS), "246 no es una suma de fichas"),
    (("dos pueras", THEIRS), "No entiendo «pueras»"),
]


@pytest.mark.parametrize(("sides", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_a_slip_is_refused_and_nothing_is_written(visit: Visit, sides: tuple[str, ...], why: str):
    visit.agrees()
    visit.deals()
    before = visit.shown().revision
    with pytest.raises(TableRefused, match=why):
        visit.says(match_commands.RecordPaperSheet(sides))
    assert visit.shown().revision == before


def test_what_would_come_of_an_order_is_seen_before_it_is_given(visit: Visit):
    visit.agrees()
    visit.deals()
    before = visit.shown()
    foreseen = visit.service.foreseen(visit.match, match_commands.RecordPaperSheet((OURS, THEIRS)), "es")
    assert foreseen.hand.noted == (930, 140)
    assert [team.standing_total for team in foreseen.teams] == [930, 140]
    assert visit.shown() == before
    visit.says(match_commands.RecordPaperSheet((OURS, THEIRS)))
    assert visit.shown().hand.sheets == foreseen.hand.sheets
    assert visit.service.foreseen(visit.match, match_commands.Archive(), "es").hand.noted == (930, 140)
