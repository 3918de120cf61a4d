"""The same answers for programs."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.vision.image_files import encoded

SENT = {
    "a form": {"data": {"photo": (io.BytesIO(table.picture()), "mesa.jpg")}},
    "a form with another field": {"data": {"image": (io.BytesIO(table.picture()), "mesa.jpg")}},
    "the whole body": {"data": table.picture(), "content_type": "image/jpeg", "query_string": {"image": "mesa.jpg"}},
    "a body of no kind": {"data": table.picture(), "query_string": {"image": "mesa.jpg"}},
}


@pytest.mark.parametrize("way", SENT)
def test_a_photograph_becomes_the_contracted_json(client: FlaskClient, way: str):
    answer = client.post("/api/read", **SENT[way])
    assert answer.status_code == 200
    score = answer.get_json()
    wanted = table.read_photo(table.picture(), "mesa.jpg").score("clasico", "es").as_json()
    assert score == json.loads(json.dumps(wanted))
    assert list(score) == ["image", "size", "rules", "tiles", "rows", "loose", "points", "elapsed_ms", "quality"]


@pytest.mark.parametrize(
    ("query", "headers", "word"),
    [
        ({}, {}, "le falta"),
        ({"language": "en"}, {}, "lacks"),
        ({}, {"Accept-Language": "en-GB,en;q=0.9"}, "lacks"),
        ({"language": "es"}, {"Accept-Language": "en"}, "le falta"),
        ({"language": "fr"}, {}, "le falta"),
    ],
)
def test_sentences_come_in_the_language_asked_for(client, query, headers, word):
    answer = client.post(
        "/api/read", data=table.picture(), content_type="image/jpeg", query_string=query, headers=headers
    )
    assert word in answer.get_json()["rows"][2]["violations"][0]["message"]


def test_a_program_chooses_the_rules(client: FlaskClient):
    answer = client.post("/api/read?rules=rummy", data=table.picture(), content_type="image/jpeg")
    assert answer.get_json()["rules"] == "rummy"


def test_profiles_are_listed(client: FlaskClient):
    listed = client.get("/api/profiles?language=en").get_json()
    assert listed["usual"] == "clasico"
    assert {"name": "clasico", "title": "Classic burako"} in listed["profiles"]


def test_the_demo_is_listed_and_read(demo_client: FlaskClient):
    frames = demo_client.get("/api/demo").get_json()["frames"]
    assert [frame["image"] for frame in frames] == ["01.jpg", "02.jpg"]
    assert demo_client.get(frames[0]["picture"]).data == table.picture()
    assert demo_client.get(frames[0]["score"]).get_json()["points"] == 175
    assert demo_client.get(frames[1]["score"]).get_json()["tiles"] == []


def test_a_dashboard_without_a_demo_lists_none(client: FlaskClient):
    assert client.get("/api/demo").get_json() == {"frames": []}


def test_every_reference_of_the_document_leads_somewhere(client: FlaskClient):
    document = client.get("/api/openapi.json").get_json()
    for reference in _references(document):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


@pytest.mark.parametrize("place", ["/api/read", "/api/viewfinder"])
@pytest.mark.parametrize("picture", [b"", b"no picture", encoded(np.zeros((1, 1, 3), np.uint8))],
                         ids=["empty", "text", "one pixel"])  # fmt: skip
def test_what_becomes_of_a_picture_is_a_status_of_the_document(client: FlaskClient, place: str, picture: bytes):
    answer = client.post(place, data=picture, content_type="image/jpeg")
    paths = client.get("/api/openapi.json").get_json()["paths"]
    assert str(answer.status_code) in paths[place]["post"]["responses"]


def test_too_heavy_a_body_and_a_disk_that_is_away_are_documented_everywhere(client: FlaskClient):
    paths = client.get("/api/openapi.json").get_json()["paths"]
    sent = [place for place, does in paths.items() if "post" in does]
    shown = ("/api/read", "/api/viewfinder", "/api/pictures", "/api/phone")
    assert [place for place in shown if not {"415", "422"} <= paths[place]["post"]["responses"].keys()] == []
    assert [place for place in sent if not {"413", "503"} <= paths[place]["post"]["responses"].keys()] == []
    kept = ("/api/matches", "/api/tournaments", "/api/leagues", "/api/play", "/api/camera", "/api/phone")
    read = [place for place, does in paths.items() if place.startswith(kept) and "get" in does]
    assert len(read) > 12
    assert [place for place in read if "503" not in paths[place]["get"]["responses"]] == []


def test_the_document_describes_the_fields_of_a_score(client: FlaskClient):
    schemas = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    score = client.post("/api/read", data=table.picture(), content_type="image/jpeg").get_json()
    parts = (
        ("PhotoScore", score, {"burnt_out", "faint", "cut_off"}),
        ("Tile", score["tiles"][0], set()),
        ("Row", score["rows"][0], {"offers"}),
    )
    for schema, value, sometimes in parts:
        assert set(schemas[schema]["required"]) == set(schemas[schema]["properties"]) - sometimes == set(value)


def _references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [reference for part in value.values() for reference in _references(part)]
    return [reference for part in value for reference in _references(part)] if isinstance(value, list) else []
