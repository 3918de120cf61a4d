"""Among few, who meets whom is chosen out of a list; among many, by what is typed of a name."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.dashboard.tournaments.entrant_names import MOST_CHOICES
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.test_tournaments import flashed

SAME = ("Juan Pérez; Lobos", "Juan Pérez; Cañuelas", "Ana", "Ana María Ñandú", "7")


def enters(organiser: Organiser, names: list[str]) -> None:
    for first in range(0, len(names), 100):
        organiser.send("enter", lines="\n".join(names[first : first + 100]))


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """A Swiss tournament of many, some of whom are called alike."""
    organiser = Organiser(app, format="swiss")
    enters(organiser, [*SAME, *(f"Jugador {number}" for number in range(20, 420))])
    return organiser


def fixed(organiser: Organiser, home: str, away: str = "", order: str = "lock") -> tuple[list[str], list[list[str]]]:
    """What is said to somebody who types two names, and who is fixed then."""
    sent = {"order": order, "home_name": home, "away_name": away, "next": f"{organiser.address}/plan"}
    said = flashed(organiser.client.post(f"{organiser.address}/orders", data=sent, follow_redirects=True))
    shown = organiser.shown()
    names = {who["number"]: f"{who['name']} {who['club']}".strip() for who in shown["entrants"]}
    return said, [[names[number] for number in lock[:2] if number] for lock in shown["locks"]]


@pytest.mark.parametrize(
    ("home", "away", "who"),
    [
        ("Juan Pérez (Lobos)", "Juan Pérez (Cañuelas)", ["Juan Pérez Lobos", "Juan Pérez Cañuelas"]),
        ("ana", "NANDU", ["Ana", "Ana María Ñandú"]),
        ("jugador 4", "", None),
        ("jugador 419", "", ["Jugador 419"]),
        ("7", "perez lobos", ["7", "Juan Pérez Lobos"]),
    ],
)
def test_a_name_is_enough_as_far_as_it_is_only_one(
    organiser: Organiser, home: str, away: str, who: list[str] | None
) -> None:
    said, locks = fixed(organiser, home, away)
    assert locks == ([who] if who else [])
    assert bool(said) == (who is None)


@pytest.mark.parametrize(
    ("home", "says"),
    [
        ("juan perez", "«juan perez» puede ser más de uno (Juan Pérez (Lobos), Juan Pérez (Cañuelas)): escribí el "
                       "nombre entero, con su club."),
        ("Nadie", "No hay nadie que se llame «Nadie»."),
    ],
)  # fmt: skip
def test_who_is_nobody_or_several_is_told_and_nothing_is_fixed(organiser: Organiser, home: str, says: str) -> None:
    assert fixed(organiser, home) == ([says], [])


def test_a_page_of_many_has_one_list_that_is_searched_while_somebody_types(organiser: Organiser) -> None:
    page = organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
    assert '<select name="home">' not in page
    assert page.count('list="those-here"') == 2
    offered = page[page.index('<datalist id="those-here">') :]
    assert len(re.findall(r"<option ", offered[: offered.index("</datalist>")])) == 405


@pytest.mark.parametrize(("count", "is_list"), [(MOST_CHOICES, True), (MOST_CHOICES + 1, False)])
@pytest.mark.parametrize("kind", ["swiss", "free", "zones"])
def test_a_page_of_few_has_lists_to_choose_from(app: Flask, kind: str, count: int, is_list: bool) -> None:
    organiser = Organiser(app, format=kind)
    organiser.send("enter", lines="\n".join(f"J{number}" for number in range(count)))
    page = organiser.client.get(f"{organiser.address}/plan").get_data(as_text=True)
    assert ('<select name="home">' in page) == is_list
    assert ("<datalist" in page) != is_list


def test_a_match_is_added_by_the_names_of_both(app: Flask) -> None:
    organiser = Organiser(app, format="free")
    organiser.send("enter", lines="\n".join(f"J{number}" for number in range(40)))
    assert fixed(organiser, "J39", "J8", "add")[0] == []
    assert [fixture["names"] for fixture in organiser.shown()["fixtures"]] == [["J39", "J8"]]
