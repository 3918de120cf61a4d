"""The page by which a phone learns to trust a house, and what it downloads there."""

from __future__ import annotations

import plistlib
import ssl
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dashboard import DeviceTrust, create_welcome
from companion.dashboard.auth.request_security import HEADERS
from companion.network.certificates import Authority

HERE = "https://192.168.0.7:8000/"


@pytest.fixture
def trust(tmp_path: Path) -> DeviceTrust:
    """What a phone is given."""
    authority = Authority.open(tmp_path)
    return DeviceTrust(authority.name, ssl.PEM_cert_to_DER_cert(authority.certificate.read_text()), HERE)


@pytest.fixture
def client(trust: DeviceTrust) -> FlaskClient:
    """A phone that never was here."""
    return create_welcome(trust, ("mesa",)).test_client()


@pytest.mark.parametrize(
    ("language", "words"),
    [("es-AR", ("Configuración avanzada", "Perfil descargado")), ("en", ("Advanced", "Profile Downloaded"))],
)
def test_the_page_explains_and_leads_in(client: FlaskClient, trust: DeviceTrust, language: str, words: tuple[str, ...]):
    answer = client.get("/", headers={"Accept-Language": language})
    page = answer.get_data(as_text=True)
    assert all(word in page for word in (*words, f'href="{HERE}"', 'href="/ca.crt"', 'href="/ca.mobileconfig"'))
    assert trust.name in page
    assert trust.fingerprint in page
    assert set(HEADERS) <= set(answer.headers.keys())


def test_the_certificate_is_the_authoritys(client: FlaskClient, trust: DeviceTrust):
    answer = client.get("/ca.crt")
    assert answer.content_type == "application/x-x509-ca-cert"
    assert answer.data == trust.certificate
    assert len(trust.fingerprint.split(":")) == 32


def test_the_profile_holds_the_certificate_and_stays_the_same(client: FlaskClient, trust: DeviceTrust):
    answer = client.get("/ca.mobileconfig")
    assert answer.content_type == "application/x-apple-aspen-config"
    profile = plistlib.loads(answer.data)
    (payload,) = profile["PayloadContent"]
    assert payload["PayloadType"] == "com.apple.security.root"
    assert payload["PayloadContent"] == trust.certificate
    assert profile["PayloadUUID"] != payload["PayloadUUID"]
    assert answer.data == trust.as_profile()


def test_the_language_is_chosen_there_too(client: FlaskClient):
    assert client.post("/language", data={"language": "en"}).headers["Location"] == "/"
    assert "The first time" in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("address", ["/matches", "/favicon.ico", "/healthz"])
def test_whatever_else_is_asked_leads_to_the_page(client: FlaskClient, address: str):
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_another_name_is_not_answered(client: FlaskClient):
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Host": "mesa:8001"}).status_code == 200
