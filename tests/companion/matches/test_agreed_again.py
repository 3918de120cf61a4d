"""Other agreements in the middle of a match never leave it without a page."""

from __future__ import annotations

import pytest

from companion.match_commands import Agree, Annul, Confirm, Note, RecordPaperSheet, Undo
from companion.refusal import TableRefused
from tests.companion.matches.visit import Visit

THREE = Agree(players=("Ana", "Beto", "Caro"), rules="rummy")
SAID = {
    "points": (Note((100, 50)),),
    "points that were confirmed": (Note((100, 50)), Confirm()),
    "points of a hand that was struck out": (Note((100, 50)), Annul(1)),
    "points that were put right": (Note((100, 50)), Note(())),
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_points_of_two_are_not_those_of_three(visit: Visit, said: tuple[object, ...]) -> None:
    visit.agrees(("Ana", "Beto"), "rummy")
    visit.deals()
    visit.says(*said)
    before = visit.service.snapshot(visit.match, "es")
    with pytest.raises(TableRefused) as refused:
        visit.says(THREE)
    assert (refused.value.status, "2 bandos" in refused.value.sentence("es")) == (409, True)
    assert visit.service.snapshot(visit.match, "es") == before


def test_sums_of_two_are_not_those_of_three(visit: Visit) -> None:
    visit.agrees(("Ana", "Beto"), "clasico")
    visit.deals()
    visit.says(RecordPaperSheet(("fichas 40", "fichas 30")))
    with pytest.raises(TableRefused):
        visit.says(THREE)


@pytest.mark.parametrize("said", [(), (Note(()), Confirm()), (Note((100, 50)), Undo())])
def test_as_long_as_no_points_were_noted_others_may_play(visit: Visit, said: tuple[object, ...]) -> None:
    visit.agrees(("Ana", "Beto"), "rummy")
    visit.deals()
    visit.says(*said, THREE)
    shown = visit.service.snapshot(visit.match, "es")
    assert [player.name for player in shown.players] == ["Ana", "Beto", "Caro"]


def test_two_pairs_may_go_on_as_two(visit: Visit) -> None:
    visit.agrees()
    visit.deals()
    visit.says(Note((100, 50)), Confirm(), Agree(players=("Ana", "Beto"), rules="clasico"))
    assert [team.total for team in visit.service.snapshot(visit.match, "es").teams] == [100, 50]


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (Agree(players=("Anita", "Beto"), rules="clasico"), "Cambiaron los nombres: Anita · Beto. Antes: Ana · Beto."),
        (
            Agree(players=("Ana", "Beto"), rules="torneo"),
            "Cambiaron las reglas: Burako de torneo. Antes: Burako clásico.",
        ),
        (
            Agree(players=("Ana", "Beto"), rules="clasico", overrides=("target=200",)),
            "Cambiaron las reglas de la casa.",
        ),
        (
            Agree(players=("Ana", "Beto"), rules="clasico", title="La final"),
            "Cambiaron los nombres: La final. Antes: Ana · Beto.",
        ),
        (
            Agree(players=("Anita", "Beto"), rules="torneo"),
            "Cambiaron los nombres: Anita · Beto. Antes: Ana · Beto. "
            "Cambiaron las reglas: Burako de torneo. Antes: Burako clásico.",
        ),
    ],
)
def test_what_changed_of_what_was_agreed_is_told(visit: Visit, again: Agree, told: str) -> None:
    visit.agrees(("Ana", "Beto"), "clasico")
    visit.deals()
    visit.says(again)
    newest, *_, first = visit.service.log(visit.match, "es")
    assert newest.says == (told,)
    assert first.says == ("Se acordó la partida: Ana · Beto.",)


def test_names_of_players_whose_sides_have_names_of_their_own_are_told_too(visit: Visit) -> None:
    visit.says(Agree(players=("Ana", "Beto"), rules="clasico", sides=("Rojos", "Azules")))
    visit.says(Agree(players=("Anita", "Beto"), rules="clasico"))
    assert visit.service.log(visit.match, "es")[0].says == ("Cambiaron los nombres: Anita, Beto. Antes: Ana, Beto.",)


def called(visit: Visit) -> tuple[str, list[str]]:
    """The title of the match and the names of its sides."""
    shown = visit.service.snapshot(visit.match, "es")
    return shown.title, [team.name for team in shown.teams]


def test_a_title_and_names_of_sides_outlive_a_name_that_is_put_right(visit: Visit) -> None:
    four, put_right = ("Ana", "Beto", "Caro", "Dani"), ("Ana María", "Beto", "Caro", "Dani")
    visit.agrees(four, "clasico")
    visit.says(Agree(players=four, rules="clasico", sides=("Los Lobos", ""), title="Final del club"))
    visit.says(Agree(players=put_right, rules="clasico", sides=("", ""), overrides=("target=2000",)))
    assert called(visit) == ("Final del club", ["Los Lobos", "Beto + Dani"])
    visit.says(Agree(players=four, rules="clasico", sides=("Las Águilas",), title="Otra"))
    assert called(visit) == ("Otra", ["Las Águilas", "Beto + Dani"])
    visit.says(Agree(players=("Ana", "Beto", "Caro"), rules="rummy"))
    assert called(visit) == ("Otra", ["Ana", "Beto", "Caro"])


def test_what_was_made_of_names_is_made_of_the_new_ones(visit: Visit) -> None:
    visit.agrees(("Ana", "Beto", "Caro", "Dani"), "clasico")
    visit.says(Agree(players=("Eva", "Beto", "Caro", "Dani"), rules="clasico"))
    assert called(visit) == ("Eva + Caro · Beto + Dani", ["Eva + Caro", "Beto + Dani"])
    visit.says(Agree(players=("Eva", "Beto"), rules="clasico", title="Jueves"))
    visit.says(Agree(players=("Ema", "Beto"), rules="clasico"))
    assert called(visit) == ("Jueves", ["Ema", "Beto"])
