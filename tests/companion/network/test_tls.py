"""Pages that are encrypted by the house's own authority, as a phone meets them."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.network import tls as encryption
from companion.network.plain_http import serve_aside
from companion.network.tls import open_encryption
from tests.companion.running import Running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything is kept."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    """A server with encrypted pages."""
    running = Running("--tls", folder=folder)
    yield running
    running.stop()


def port_of(greeting: str, scheme: str) -> int:
    """The port behind the first address of a kind in a greeting."""
    return int(greeting.split(f"{scheme}://127.0.0.1:")[1].split("/")[0])


def test_whoever_trusts_the_authority_is_served(server: Running, folder: Path):
    trusting = ssl.create_default_context(cafile=folder / "authority" / "root.pem")
    place = ("127.0.0.1", port_of(server.greeting, "https"))
    for name in ("127.0.0.1", "localhost", "burako.local"):
        with trusting.wrap_socket(socket.create_connection(place, timeout=30), server_hostname=name) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(15) == b"HTTP/1.1 200 OK"
    with pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(socket.create_connection(place, timeout=30), server_hostname="mesa")


def test_whoever_does_not_trust_it_yet_is_told_how(server: Running, folder: Path):
    line = http.client.HTTPConnection("127.0.0.1", port_of(server.greeting, "http"), timeout=30)
    line.request("GET", "/ca.crt")
    certificate = line.getresponse().read()
    line.close()
    assert certificate == ssl.PEM_cert_to_DER_cert((folder / "authority" / "root.pem").read_text())


def test_addresses_that_change_are_put_on_a_new_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    before = open_encryption(tmp_path, ("mesa", "0.0.0.0", "año"), 8001).leaf.certificate.read_bytes()
    assert open_encryption(tmp_path, ("mesa", "0.0.0.0", "año"), 8001).leaf.certificate.read_bytes() == before
    monkeypatch.setattr(encryption, "network_addresses", lambda: ("192.168.0.99",))
    again = open_encryption(tmp_path, ("mesa",), 8001)
    assert again.leaf.certificate.read_bytes() != before
    assert again.authority.startswith("Burako Companion")


def test_certificates_that_cannot_be_kept_are_one_sentence(burako):
    outcome = burako("serve", "--tls", "--port", "0", "--data", "/proc/nowhere", "--lang", "es")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert "certificados" in outcome.complaints[0]


def test_visitors_who_stall_keep_nobody_waiting():
    def app(_environment: object, start) -> list[bytes]:
        start("200 OK", [])
        return [b"hola"]

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    serve_aside(app, "127.0.0.1", port)
    stalled = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(20)]
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", "/")
    assert line.getresponse().read() == b"hola"
    for connection in (*stalled, line):
        connection.close()
