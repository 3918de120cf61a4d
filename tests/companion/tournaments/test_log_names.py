"""The history tells what was done of whom it was done, whoever has the number by now, and whatever was drawn since."""

from __future__ import annotations

from companion.tournaments import commands
from tests.companion.tournaments.visit import Visit


def log(visit: Visit) -> list[str]:
    """What the history says, the oldest first."""
    return [line.says for line in reversed(visit.service.log(visit.tournament, "es"))]


def test_who_went_before_the_draw_is_not_who_has_the_number_then(visit: Visit):
    visit.founds(("Ana", "Beto", "Karo"), format="swiss")
    visit.says(commands.Penalise(entrant=3, points=-100, reason="tarde"), commands.Lock(3, 1))
    visit.says(commands.Leave(3, "se fue", for_good=True), commands.Rename(3, "Caro"), commands.Withdraw(3))
    assert visit.shown().penalties == (), "nobody is left to bear it"
    visit.says(commands.Enter("Zoe"), commands.Penalise(entrant=3, points=-50, reason="gritó"))
    visit.says(commands.Rename(3, "Zoé"))
    assert log(visit)[2:] == [
        "Caro: −100 (tarde).",
        "Cruce fijado: Caro – Ana.",
        "Se fue Caro (se fue).",
        "Se corrigió: Karo → Caro.",
        "Se borró a Caro.",
        "Se anotaron Zoe.",
        "Zoé: −50 (gritó).",
        "Se corrigió: Zoe → Zoé.",
    ]
    assert [(penalty.name, penalty.points) for penalty in visit.shown().penalties] == [("Zoé", -50)]


def test_nor_who_was_on_a_list_that_was_undone(visit: Visit):
    visit.founds(("Ana", "Beto"), format="swiss")
    visit.says(commands.Leave(2, "se fue", for_good=False), commands.VoidEntry(2, "otra lista"))
    visit.says(commands.Enter("Yago\nZoe"), commands.Leave(2, "vuelve", for_good=False))
    assert [line for line in log(visit) if "para por un rato" in line] == [
        "Beto para por un rato (se fue).",
        "Zoe para por un rato (vuelve).",
    ]


def test_a_match_is_of_those_who_met_before_it_was_drawn_anew(visit: Visit):
    visit.founds(("Ana", "Beto", "Caro", "Dani"), format="elimination", tables=4)
    visit.says(commands.DrawBracket("x"), commands.SeatFixtures())
    before = visit.shown().fixtures[0].names
    visit.says(commands.Rule(fixture=1, hand=1, points=(500, 100)))
    visit.says(commands.Rule(fixture=1, hand=1, seen=(500, 100), remove=True, reason="otra mesa"))
    visit.says(commands.VoidEntry(3, "otra semilla"), commands.DrawBracket("qq"), commands.SeatFixtures())
    after = visit.shown().fixtures[0].names
    assert set(before) != set(after)
    visit.says(commands.WalkOver(1, "away", "no vino"))
    told = log(visit)
    assert told[3].startswith(f"Mesas: 1: {' – '.join(before)}")
    assert all(line.startswith(f"{' – '.join(before)}, mano 1") for line in told[4:6])
    assert told[-2].startswith(f"Mesas: 1: {' – '.join(after)}")
    assert told[-1] == f"{' – '.join(after)}: gana {after[1]} sin jugar (no vino)."
    final = visit.state.last_fixture()
    visit.says(commands.ExtendTime(final, 5, "llueve"))
    assert log(visit)[-1].startswith(f"{after[1]} – ?"), "the winner is known, the other not yet"


def test_a_match_into_which_somebody_came_late_and_went_again(visit: Visit):
    visit.founds(("Ana", "Beto", "Caro"), format="elimination", tables=4)
    visit.says(commands.DrawBracket("x"))
    bye = next(fixture for fixture in visit.shown().fixtures if fixture.is_bye)
    joined = visit.says(commands.Join("Zoe", "tarde")).revision
    visit.says(commands.SeatFixtures(bye.number, 1))
    assert log(visit)[-1] == f"Mesas: 1: {bye.names[0]} – Zoe."
    visit.says(commands.VoidEntry(joined, "se fue"))
    assert log(visit)[-2] == f"Mesas: 1: {bye.names[0]} – Zoe."


def test_a_corrected_plan_says_what_was_changed(visit: Visit):
    plan = {"title": "Sábado", "format": "round_robin", "tables": 4}
    visit.founds(("Ana", "Beto", "Caro"), **plan)
    visit.says(commands.DrawZones("x"))
    visit.says(commands.CreateTournament(**(plan | {"leaving": "annul", "third_place": True, "born_until": 1966})))
    assert log(visit)[-1] == (
        "Cambió el plan: partido por el tercer puesto, no → sí; quien se va, pierde lo que le quedaba → no cuenta nada "
        "suyo; nacidos hasta, — → 1966."
    )
    visit.says(commands.CreateTournament(**(plan | {"title": "Domingo", "tables": 5})))
    assert log(visit)[-1].startswith("Cambió el plan: nombre, Sábado → Domingo; mesas, 4 → 5; ")
    english = visit.service.log(visit.tournament, "en")[0].says
    assert english.startswith(
        "The plan changed: name, Sábado → Domingo; tables, 4 → 5; match for third place, yes → no"
    )
    assert log(visit)[0] == "Se anunció el torneo: Sábado."


def test_a_list_says_who_is_new_and_who_was_corrected(visit: Visit):
    visit.founds(("Ana", "Beto"), format="swiss")
    visit.says(commands.Enter("Ana; Lobos\nCaro"))
    assert log(visit)[-1] == "Se anotaron Caro. Se corrigió: Ana → Ana (Lobos)."
    visit.says(commands.Enter("Beto; Roque"))
    assert log(visit)[-1] == "Se corrigió: Beto → Beto (Roque)."
    visit.says(commands.Rename(1, "Ana", "Lobos", "1958"))
    assert log(visit)[-1] == "Se corrigió: Ana, año de nacimiento.", "the year is the organiser's to see"


def test_what_was_undone_is_no_correction_of_who_comes_later(visit: Visit):
    visit.founds(("Ana", "Beto"), format="swiss")
    visit.says(commands.Enter("Caro"), commands.VoidEntry(3, "otra lista"), commands.Enter("Dani"))
    visit.says(commands.Withdraw(3), commands.Enter("Eva"))
    assert [line for line in log(visit) if "corrigió" in line] == []


def test_a_hand_that_was_taken_away_is_not_told_as_void(visit: Visit):
    visit.founds(("Ana", "Beto"), format="free")
    visit.says(commands.AddFixture(1, 2), commands.Rule(fixture=1, hand=1, points=(500, 100)))
    visit.says(commands.Rule(fixture=1, hand=1, seen=(500, 100), remove=True, reason="no se jugó"))
    assert log(visit)[-1] == "Ana – Beto, mano 1: 500 : 100, quitada por el juez. no se jugó"
