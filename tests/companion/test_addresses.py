"""Where this machine is found, by itself and by others."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from companion.network import addresses as module
from companion.network.addresses import addresses, network_addresses, public_address


@pytest.mark.parametrize(
    ("host", "first"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("localhost", "http://localhost:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
    ],
)
def test_addresses_can_be_followed(host: str, first: str):
    assert addresses(host, 8000)[0] == first


@pytest.mark.parametrize(
    ("found", "public"),
    [
        (("http://127.0.0.1:8000/",), None),
        (("http://localhost:8000/", "http://[::1]:8000/"), None),
        (("http://127.0.0.1:8000/", "http://192.168.0.7:8000/"), "http://192.168.0.7:8000/"),
        (("http://127.0.0.1:8000/", "http://mesa:8000/"), "http://mesa:8000/"),
    ],
)
def test_phones_are_sent_where_they_can_come_in(found: tuple[str, ...], public: str | None):
    assert public_address(found) == public


def test_encrypted_pages_are_addressed_so():
    assert addresses("::1", 8000, "https") == ("https://[::1]:8000/",)


def test_only_addresses_that_others_can_use_are_told(monkeypatch: pytest.MonkeyPatch):
    own = ("192.168.0.7", "127.0.1.1", "169.254.3.4", "fe80::1%eth0", "fd00::7", "192.168.0.7", "0.0.0.0", "mesa")
    monkeypatch.setattr(module, "_own_addresses", lambda: iter(own))
    assert network_addresses() == ("192.168.0.7", "fd00::7")


def test_a_machine_without_a_network_has_no_addresses_there(monkeypatch: pytest.MonkeyPatch):
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError

    def unnamed(*_: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "socket", Unplugged)
    monkeypatch.setattr(socket, "getaddrinfo", unnamed)
    assert network_addresses() == ()


def test_what_is_told_is_an_address():
    assert all(ip_address(address) for address in network_addresses())
