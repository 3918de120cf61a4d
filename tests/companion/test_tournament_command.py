"""``burako tournament`` from the keyboard: the same house as on the pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.eventstore import Journal, find_data_folder
from companion.tournaments.service import TournamentService
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]


@pytest.fixture
def said(burako: Burako, tmp_path: Path) -> Callable[..., Outcome]:
    """``burako tournament ...`` in a house of its own."""
    return lambda verb, *more: burako("tournament", verb, *more, "--data", tmp_path / "kept", "--lang", "es")


@pytest.fixture
def drawn(said: Callable[..., Outcome], tmp_path: Path) -> str:
    """Five players of one zone, drawn."""
    name = said("new", "Sábado", "--zone-size", 5).out.strip()
    listed = tmp_path / "lista.csv"
    listed.write_text("nombre;club\nAna;Lobos\nBeto;\nCaro;\nDani;\nEva;\n", encoding="utf-8")
    assert said("players", name, listed).out.splitlines() == ["1 Ana (Lobos)", "2 Beto", "3 Caro", "4 Dani", "5 Eva"]
    assert len(said("draw", name, "--seed", "x").out.splitlines()) == 10
    return name


def listed(outcome: Outcome) -> list[dict[str, Any]]:
    return json.loads(outcome.out)["fixtures"]


def test_a_tournament_is_played_from_the_keyboard(said: Callable[..., Outcome], drawn: str):
    for fixture in listed(said("fixtures", drawn, "--json")):
        home, away = fixture["entrants"]
        points = (1500, 1000 - home) if home < away else (900 + home, 1510)
        assert said("result", drawn, fixture["number"], *points).status == 0
    final = listed(said("bracket", drawn, "--json"))
    assert [fixture["names"] for fixture in final] == [["Ana", "Beto"]]
    assert said("result", drawn, final[0]["number"], 1500, 20).status == 0
    assert "Ana – Beto  1500 : 20" in said("bracket", drawn).out


@pytest.mark.parametrize(
    ("verb", "more", "sentence"),
    [
        ("bracket", [], "Falta terminar 10 partidos."),
        ("draw", [], "Ya se sorteó"),
        ("result", [1, 5, 5], "empatado"),
        ("result", [77, 5, 6], "Ese partido no está."),
        ("players", ["/nowhere.csv"], "No existe"),
    ],
)
def test_what_cannot_be_is_one_line(said: Callable[..., Outcome], drawn: str, verb: str, more: list, sentence: str):
    outcome = said(verb, drawn, *more)
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert sentence in outcome.complaints[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_a_list_of_players_comes_as_the_spreadsheet_wrote_it(
    said: Callable[..., Outcome], tmp_path: Path, encoding: str
):
    written, kept = "Iñaki;Lobos\r\nCaro\r\n".encode(encoding), tmp_path / "kept"
    (tmp_path / "lista.csv").write_bytes(written)
    first, second = (said("new", "Sábado").out.strip() for _ in range(2))
    piped = CliRunner().invoke(app, ["tournament", "players", second, "-", "--data", str(kept)], input=written)
    printed = said("players", first, tmp_path / "lista.csv").out
    assert printed.splitlines() == piped.stdout.splitlines() == ["1 Iñaki (Lobos)", "2 Caro"]


def test_a_result_is_put_right_with_a_reason(said: Callable[..., Outcome], drawn: str):
    assert said("result", drawn, 1, 1500, 20).status == 0
    assert "motivo" in said("result", drawn, 1, 1500, 30).complaints[0]
    assert "1500 : 30" in said("result", drawn, 1, 1500, 30, "--reason", "mal sumado").out


@pytest.mark.parametrize(
    ("points", "expected"),
    [((2500, -200), "2500 : −200"), ((-200, 2500), "−200 : 2500"), ((-30, -5), "−30 : −5")],
)
def test_a_negative_total_is_typed_and_told(
    said: Callable[..., Outcome], drawn: str, points: tuple[int, int], expected: str
):
    assert expected in said("result", drawn, 1, *points).out


@pytest.mark.parametrize("more", [["-x"], ["--nonsense"], ["-200", "--nonsense"], ["-20x"]])
def test_what_is_neither_an_option_nor_points_is_told(said: Callable[..., Outcome], drawn: str, more: list[str]):
    outcome = said("result", drawn, 1, 2500, *more)
    assert (outcome.status, outcome.out) == (2, "")


def test_a_new_tournament_calls_its_id_what_it_is(said: Callable[..., Outcome]):
    parsed = json.loads(said("new", "Sábado", "--json").out)
    assert parsed["title"] == "Sábado"
    assert said("fixtures", parsed["tournament"]).status == 0


def test_a_result_below_the_target_asks_whether_time_ran_out(said: Callable[..., Outcome], drawn: str):
    asked = said("result", drawn, 1, 900, 300)
    assert asked.status == 0
    assert asked.complaints == (
        "burako: Nadie llegó a 1500: ¿se terminó el tiempo? Si fue así, repetilo con --time-up.",
    )
    assert listed(said("fixtures", drawn, "--json"))[0]["below_target"]
    answered = said("result", drawn, 1, 900, 300, "--time-up")
    assert (answered.status, answered.complaints) == (0, ())
    first = listed(said("fixtures", drawn, "--json"))[0]
    assert (first["below_target"], first["totals"], first["slips"][0]["reason"]) == (
        False, [900, 300], "Se terminó el tiempo.",
    )  # fmt: skip
    assert said("result", drawn, 2, 1500, 300).complaints == ()
    assert said("result", drawn, 3, 900, 300, "--time-up").complaints == ()


def test_nobody_knows_that_tournament(said: Callable[..., Outcome]):
    assert said("fixtures", "t000000000").complaints == ("burako: Ese torneo no está.",)


@pytest.mark.parametrize(
    ("options", "stages"),
    [
        (("--format", "elimination"), {"bracket": 3}),
        (("--format", "elimination", "--third-place"), {"bracket": 3, "third": 1}),
        (("--format", "double"), {"bracket": 3, "lower": 2, "final": 2}),
    ],
    ids=["a bracket", "with a third place", "only a second loss puts out"],
)
def test_every_bracket_of_the_pages_is_made_from_the_keyboard(
    said: Callable[..., Outcome], tmp_path: Path, options: tuple[str, ...], stages: dict[str, int]
):
    name = said("new", "Llave", *options).out.strip()
    file = tmp_path / "lista.csv"
    file.write_text("Ana\nBeto\nCaro\nDani\n", encoding="utf-8")
    said("players", name, file)
    made = [fixture["stage"] for fixture in listed(said("bracket", name, "--seed", "x", "--json"))]
    assert {stage: made.count(stage) for stage in made} == stages


def test_what_the_plan_of_the_pages_has_the_keyboard_has(said: Callable[..., Outcome], tmp_path: Path):
    options = ("--late", "rest", "--leaving", "annul", "--nobody", "void", "--delay", 120, "--third-place")
    name = said("new", "Sábado", *options).out.strip()
    journal = Journal.open(find_data_folder(tmp_path / "kept", environment={}).database_url)
    plan = TournamentService(journal).state(name).plan
    journal.close()
    assert (plan.late, plan.leaving, plan.nobody, plan.delay_s, plan.third_place) == (
        "rest",
        "annul",
        "void",
        120,
        True,
    )
    refused = said("new", "Sábado", "--late", "fly")
    assert (refused.status, len(refused.complaints)) == (2, 1)


def test_a_category_is_asked_about_from_the_keyboard(said: Callable[..., Outcome], tmp_path: Path):
    name = said("new", "Mayores", "--born-from", 1930, "--born-until", 1965).out.strip()
    file = tmp_path / "lista.csv"
    file.write_text("Nombre;Club;Nacimiento\nAna;Lobos;12/3/1961\nBeto;;\nCaro;;1980\n", encoding="utf-8")
    said("players", name, file)
    asked = said("draw", name)
    assert asked.status == 2
    assert "Sin año de nacimiento: Beto. Fuera de la categoría: Caro." in asked.complaints[0]
    assert len(listed(said("draw", name, "--anyway", "--json"))) == 3
