"""Headers of every answer, and who may ask."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.dashboard.assets import FOLDER, version
from tests.companion.dashboard import table

ADDRESSES = [
    "/",
    "/healthz",
    "/nowhere",
    "/demo/1",
    "/demo/1/picture",
    "/api/demo",
    "/api/openapi.json",
    f"/static/{version(FOLDER)}/main.js",
    f"/static/{version(FOLDER)}/style.css",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_is_guarded(demo_client: FlaskClient, address: str):
    with demo_client.get(address) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Permissions-Policy"].startswith("camera=(self)")


@pytest.mark.parametrize("page", ["", "/picture", "/tiles/1"])
def test_photographs_are_not_stored_on_the_way(client: FlaskClient, photo: str, page: str):
    assert client.get(photo + page).headers["Cache-Control"] == "no-store"


def test_no_page_holds_a_style_or_a_script_of_its_own(client: FlaskClient, photo: str):
    for address in ("/", photo, f"{photo}/tiles/1"):
        page = client.get(address).get_data(as_text=True)
        assert page.count("<script") == page.count('<script type="module" src=') == 1
        assert " style=" not in page
        assert "<style" not in page
        assert " on" + "click=" not in page


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_a_form_on_another_site_changes_nothing(client: FlaskClient, headers: dict[str, str], status: int):
    assert client.post("/language", data={"language": "en"}, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("192.168.0.12:8000", 200),
        ("[::1]:8000", 200),
        ("mesa.local", 200),
        ("burako.local:8000", 200),
        ("MESA.local:8000", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("127.1", 421),
        ("", 421),
    ],
)
def test_only_our_names_are_answered(host: str, status: int):
    client = table.app(hosts=("mesa.local",)).test_client()
    assert client.get("/", headers={"Host": host}).status_code == status


NO_NAMES = ["a" * 300, "1" * 300, "x" * 5000, "a..b", "." * 300, "xn--80ak6aa92e", "é" * 300, "[::1", "http://[x",
            "a b", "localhost:99999999", "localhost:x", "user@localhost"]  # fmt: skip


@pytest.mark.parametrize("name", NO_NAMES, ids=lambda name: name[:12])
@pytest.mark.parametrize("page", ["/", "/api/demo", "/nowhere"])
def test_what_can_be_no_name_is_refused_in_the_same_sentence(client: FlaskClient, name: str, page: str):
    for method in ("GET", "POST"):
        answer = client.open(page, method=method, environ_overrides={"HTTP_HOST": name})
        assert answer.status_code == 421
        assert "Esta página no se llama así" in answer.get_data(as_text=True)


HEADERS = ["Origin", "Referer", "Accept-Language", "Cookie", "Authorization", "Content-Type", "If-None-Match", "Range",
           "If-Modified-Since", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For"]  # fmt: skip
NONSENSE = [
    "a" * 300,
    "é" * 300,
    "http://[" + "a" * 300,
    "http://[::1",
    "Bearer " + "a" * 300,
    "bytes=9-1,-,",
    "q=é;q=1e999",
]


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_is_a_fault_of_ours(client: FlaskClient, header: str):
    for value in NONSENSE:
        for method, page in (("GET", "/"), ("GET", "/demo/1/picture"), ("POST", "/language"), ("POST", "/api/read")):
            answer = client.open(page, method=method, headers={header: value})
            assert answer.status_code < 500, (header, value, page)


def test_the_health_check_answers(client: FlaskClient):
    assert client.get("/healthz").get_json() == {"status": "ok"}
