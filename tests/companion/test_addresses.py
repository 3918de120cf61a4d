"""Where this machine is found, by itself and by others."""

from __future__ import annotations

import socket
import sys
from ipaddress import ip_address
from pathlib import Path

import pytest

from companion.network import addresses as module
from companion.network.addresses import addresses, is_address, network_addresses, public_address


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


@pytest.fixture
def interfaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the system lists its network cards, on a machine that knows no way out and has no name in any network."""

    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError

    def unnamed(*_: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "socket", Unplugged)
    monkeypatch.setattr(socket, "getaddrinfo", unnamed)
    monkeypatch.setattr(module, "_INTERFACES", tmp_path)
    return tmp_path


def test_a_machine_without_a_network_has_no_addresses_there(interfaces: Path):
    assert interfaces.exists()
    assert network_addresses() == ()


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
@pytest.mark.parametrize(
    ("mark", "found"), [("device", ("127.0.0.1",)), ("phy80211", ("127.0.0.1",)), ("bridge", ()), ("tun_flags", ())]
)
def test_the_access_point_of_the_phones_is_found_by_its_card(
    interfaces: Path, monkeypatch: pytest.MonkeyPatch, mark: str, found: tuple[str, ...]
):
    """The machine's way to itself stands for the card; a bridge of virtual machines is none."""
    monkeypatch.setattr(module, "_is_of_a_network", is_address)
    (interfaces / "lo" / mark).mkdir(parents=True)
    assert network_addresses() == found


def test_what_is_told_is_an_address():
    assert all(ip_address(address) for address in network_addresses())
