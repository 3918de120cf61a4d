"""Papers: the same standing gives the same bytes, lists open as columns, and nothing typed is taken for a formula."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from dataclasses import replace
from io import BytesIO, StringIO

import cv2
import numpy as np
import pytest

from companion.printing import shared_pictures
from companion.printing.bracket import MOST, beside_of, parts_of
from companion.printing.counted_score_sheets import sheet_of_fixture
from companion.printing.paper_cache import PaperCache
from companion.tournaments import commands
from companion.view_models.exported_files import DocumentRequest, Paper
from companion.view_models.tournament import TournamentSnapshot
from tests.companion.tournaments.visit import Visit, opened

HERE = "https://192.168.0.12:8000/tournaments/t123456789"


def paper(shown: TournamentSnapshot, what: str, form: str, **more: object) -> Paper:
    found = PaperCache().of_tournament(
        shown, DocumentRequest(**({"what": what, "form": form, "language": "es"} | more))
    )
    assert found is not None
    return found


def pages(made: Paper) -> int:
    return len(re.findall(rb"/Type /Page\b", made.contents))


def rows(made: Paper, mark: str = ";") -> list[list[str]]:
    return list(csv.reader(StringIO(made.contents.decode("utf-8-sig")), delimiter=mark))


@pytest.mark.parametrize(
    ("what", "more", "count"),
    [
        ("standings", {}, 1),
        ("fixtures", {"round": "zone-2"}, 1),
        ("bracket", {}, 1),
        ("sheets", {}, 9),  # of twelve matches one is over, one was not played, one has begun
        ("sheets", {"round": "zone-1"}, 1),
        ("sheets", {"fixture": 1}, 1),
        ("blank", {}, 1),
    ],
    ids=str,
)
def test_what_is_printed_is_the_same_for_the_same_standing(
    shown: TournamentSnapshot, what: str, more: dict[str, object], count: int
):
    made = paper(shown, what, "pdf", address=HERE, **more)
    assert made.contents.startswith(b"%PDF-")
    assert pages(made) == count
    assert made == paper(shown, what, "pdf", address=HERE, **more)
    assert HERE.encode() in made.contents
    assert b"/URI" not in paper(shown, what, "pdf", **more).contents


def test_sheets_hold_their_table_and_their_code_once_however_many_pages(shown: TournamentSnapshot):
    made = paper(shown, "sheets", "pdf", address=HERE)
    assert pages(made) == 9
    assert len(re.findall(rb"/Subtype /Form\b", made.contents)) == 2
    assert made.contents.count(b"/URI (" + HERE.encode()) == 9


def test_the_parts_of_a_hand_are_those_of_its_game_whatever_its_rules_are_called(shown: TournamentSnapshot):
    burako, rummy = (
        paper(replace(shown, rules="Los jueves", game=game), "blank", "pdf") for game in ("burako", "rummy")
    )
    assert len(rummy.contents) < len(burako.contents)
    assert rummy == paper(replace(shown, rules="rummy", game="rummy"), "blank", "pdf")


def test_a_file_has_a_name_that_every_system_takes(shown: TournamentSnapshot):
    assert paper(shown, "standings", "pdf").name == "sabado-en-el-club-posiciones.pdf"
    assert paper(shown, "sheets", "pdf", fixture=1, language="en").name == "sabado-en-el-club-score-sheets-1.pdf"


def test_a_list_opens_as_columns_in_a_spreadsheet_of_its_language(shown: TournamentSnapshot):
    made = paper(shown, "players", "csv")
    assert made.contents.startswith(b"\xef\xbb\xbfN.\xc2\xba;Nombre;Club\r\n")
    assert rows(made)[1:3] == [["1", "Ana María Ñandú", "Lobos"], ["2", "'=1+1", "Roque Pérez"]]
    assert rows(paper(shown, "players", "csv", language="en"), ",")[0] == ["No.", "Name", "Club"]


def test_results_have_every_hand_and_who_decided_it(shown: TournamentSnapshot):
    listed = {(row[0], row[1]): row[4:] for row in rows(paper(shown, "results", "csv"))[1:]}
    assert listed["1", "2"] == ["910", "650", "por el juez", "sí", "mal sumada"]
    assert listed["2", "1"][2:4] == ["en discusión", "no"]
    fixtures = {row[0]: row for row in rows(paper(shown, "fixtures", "csv"))[1:]}
    assert fixtures["3"][-1] == "no vino"


def test_a_workbook_has_a_sheet_for_each_table_and_no_formula(shown: TournamentSnapshot):
    with zipfile.ZipFile(BytesIO(paper(shown, "tournament", "xlsx").contents)) as book:
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
        sheets = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in range(1, 6)]
        assert "<t>=1+1</t>" in book.read("xl/sharedStrings.xml").decode()
    assert names == ["Inscriptos", "Clasificados", "Partidos", "Resultados", "Posiciones"]
    assert not [sheet for sheet in sheets if "<f>" in sheet]


def test_json_speaks_to_programs_in_every_language(shown: TournamentSnapshot):
    parsed = json.loads(paper(shown, "tournament", "json").contents)
    assert parsed == json.loads(paper(shown, "tournament", "json", language="en").contents)
    assert parsed["players"][0] == {"number": 1, "name": "Ana María Ñandú", "club": "Lobos"}
    assert {row["fixture"]: row["standing"] for row in parsed["fixtures"]}[3] == "over"
    assert len(parsed["standings"]) == 8


@pytest.mark.parametrize("what", ["standings", "results"])
def test_a_picture_is_as_wide_as_telephones_like_it(shown: TournamentSnapshot, what: str):
    drawn = cv2.imdecode(np.frombuffer(paper(shown, what, "png").contents, np.uint8), cv2.IMREAD_COLOR)
    assert drawn.shape[1] == 1080
    crowded = replace(shown, title="Torneo del Club Social, Deportivo y Cultural de Burako " * 3)
    assert paper(crowded, what, "png").contents != paper(shown, what, "png").contents


@pytest.mark.parametrize(("zones", "players", "left"), [(1, 119, 0), (1, 120, 1), (250, 4, 904), (60, 2, 40)], ids=str)
def test_a_picture_of_very_many_says_how_many_it_leaves_out(
    shown: TournamentSnapshot, monkeypatch: pytest.MonkeyPatch, zones: int, players: int, left: int
):
    said = []
    monkeypatch.setattr(shared_pictures, "word", lambda _language, key, **values: said.append((key, values)) or key)
    zone = next(shown_zone for shown_zone in shown.zones if shown_zone.standings)
    rows = tuple(replace(zone.standings[0], name=f"{number}") for number in range(players))
    crowd = replace(shown, zones=tuple(replace(zone, name=f"{number}", standings=rows) for number in range(zones)))
    drawn = shared_pictures.standings_picture(crowd, "", "es")
    assert len(drawn) < 2_000_000
    counts = [values["count"] for key, values in said if key == "more"]
    assert (counts or [0])[-1] == left


def test_the_sheet_of_a_match_has_its_hands_and_who_won(shown: TournamentSnapshot):
    one = shown.fixture(1)
    assert one is not None
    sheet = sheet_of_fixture(shown, one, (), "es")
    assert [(hand.title, hand.points, hand.note) for hand in sheet.hands] == [
        ("Mano 1", (800, -300), ""),
        ("Mano 2", (910, 650), "por el juez: mal sumada"),
    ]
    assert sheet.totals == (1710, 350)
    assert sheet.result == f"Ganó {one.names[0]}"


@pytest.mark.parametrize(("what", "form"), [("players", "pdf"), ("bracket", "png"), ("secret", "csv"), ("blank", "")])
def test_there_is_no_paper_of_any_other_kind(shown: TournamentSnapshot, what: str, form: str):
    assert PaperCache().of_tournament(shown, DocumentRequest(what=what, form=form, language="es")) is None


@pytest.mark.parametrize(
    ("plan", "stages"),
    [
        ({"format": "elimination"}, []),
        ({"format": "elimination", "third_place": True}, [["third"]]),
        ({"format": "double"}, [["lower"] * 4 + ["final"] * 2]),
    ],
)
def test_what_is_played_beside_a_bracket_is_drawn_on_pages_of_its_own(
    tmp_path_factory, plan: dict, stages: list[list[str]]
):
    visit = Visit(opened(tmp_path_factory.mktemp("tournaments")))
    visit.founds([f"J{number}" for number in range(7)], **plan)
    visit.says(commands.DrawBracket(seed="x"))
    shown = visit.shown()
    visit.service.journal.close()
    beside = list(beside_of(shown))
    assert [[matches[0].stage for matches in part] for part in beside] == stages
    drawn = {match.number for rounds in (*parts_of(shown.bracket), *beside) for matches in rounds for match in matches}
    assert drawn == {fixture.number for fixture in shown.fixtures}
    paper = PaperCache().of_tournament(shown, DocumentRequest(what="bracket", form="pdf", language="es"))
    assert paper is not None
    assert pages(paper) == 1 + len(stages)


@pytest.mark.parametrize(("players", "count"), [(2, 1), (3, 1), (64, 1), (65, 3), (200, 5)])
def test_a_bracket_is_cut_into_parts_that_fit_and_hold_every_match_once(tmp_path_factory, players: int, count: int):
    visit = Visit(opened(tmp_path_factory.mktemp("tournaments")))
    visit.founds([f"J{number}" for number in range(players)], format="elimination")
    visit.says(commands.DrawBracket(seed="x"))
    parts = list(parts_of(visit.shown().bracket))
    visit.service.journal.close()
    assert len(parts) == count
    assert all(len(part[0]) <= MOST for part in parts)
    drawn = [match.number for part in parts for matches in part for match in matches]
    assert sorted(drawn) == [fixture.number for fixture in visit.shown().fixtures]
    for part in parts:
        fed = {number: match for matches in part for match in matches for number in match.feeds or ()}
        assert all(match.number in fed for matches in part[:-1] for match in matches)
