"""The addresses of this machine: local, and in its networks."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

if sys.platform == "linux":
    import fcntl

_OUTWARDS = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Documentation addresses that reveal the system's outgoing address; nothing is sent to them."""
_INTERFACES = Path("/sys/class/net")
_ADDRESS_OF = 0x8915
"""SIOCGIFADDR: what the address of an interface is."""
_NEAR, _LAST_PORT = 50, 65535
_ONE_PLACE_BITS = 64
"""The length of an IPv6 network prefix: one device may use any address within it."""


def addresses(host: str, port: int, scheme: str = "http") -> tuple[str, ...]:
    """The addresses of the pages: local, and in the network where ``host`` means every interface."""
    names = ("127.0.0.1", *network_addresses()[:1]) if is_everywhere(host) else (host,)
    return tuple(f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}/" for name in names)


def public_address(addresses: Sequence[str]) -> str | None:
    """The first of the addresses ``addresses`` that other devices can reach."""
    return next((url for url in addresses if not is_this_machine(urlsplit(url).hostname or "")), None)


def network_addresses() -> tuple[str, ...]:
    """This machine's addresses in its networks, that of the default route first."""
    return tuple(dict.fromkeys(address for address in _own_addresses() if _is_of_a_network(address)))


def is_this_machine(name: str) -> bool:
    """Whether ``name``, a host name or an IP address, means only this machine itself."""
    return _plain(name).is_loopback if is_address(name) else name == "localhost"


def place_of(address: str) -> str:
    """The rate-limiting key of ``address``: an IPv4 address, or the network of an IPv6 address."""
    if not is_address(address):
        return address
    found = _plain(address)
    return str(found if found.version == 4 else ip_network((int(found), _ONE_PLACE_BITS), strict=False))


def is_address(name: str) -> bool:
    """Whether ``name`` is an IP address."""
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def _plain(address: str) -> IPv4Address | IPv6Address:
    """The IP address in ``address``, unwrapped where it is IPv4-mapped."""
    found = ip_address(address)
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found


def site(address: str) -> str | None:
    """The base URL of a site, with a trailing slash; None for anything else."""
    try:
        found = urlsplit(address)
        is_whole = found.scheme in ("http", "https") and found.hostname and (found.port is None or found.port > 0)
    except ValueError:
        return None
    plain = f"{found.scheme}://{found.netloc}"
    return f"{plain}/" if is_whole and address.rstrip("/") == plain and "@" not in address else None


def parts_of(address: str) -> SplitResult:
    """The parts of a URL from a request; all empty for an invalid one."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def is_everywhere(host: str) -> bool:
    """Whether ``host`` means every interface of this machine."""
    return is_address(host) and ip_address(host).is_unspecified


def bound(host: str, port: int) -> tuple[str, int]:
    """The IP address of ``host``, and ``port`` or a free one where it is 0. Raises OSError where listening fails."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        return str(address[0]), int(probe.getsockname()[1])


def free_port(host: str, busy: int) -> int:
    """A free port after ``busy`` whose successor is free as well; 0 (any) where there is none near."""
    near = range(busy + 1, min(busy + _NEAR, _LAST_PORT))
    return next((port for port in near if _is_free(host, port) and _is_free(host, port + 1)), 0)


def _is_free(host: str, port: int) -> bool:
    try:
        return bool(bound(host, port))
    except OSError:
        return False


def _own_addresses() -> Iterator[str]:
    for family, somebody in _OUTWARDS:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((somebody, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            continue
    with suppress(OSError):
        yield from (str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None))
    yield from _interface_addresses()


def _interface_addresses() -> Iterator[str]:
    """The IPv4 addresses of this machine's interfaces, on Linux.

    Needed where it is the phones' access point, or its router has no uplink: there is no default route then.
    """
    if sys.platform != "linux":
        return
    for _, name in socket.if_nameindex():
        if not any((_INTERFACES / name / mark).exists() for mark in ("device", "phy80211")):
            continue  # a bridge of virtual machines: no phone is in that network
        asked = struct.pack("256s", name.encode()[:15])
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            yield socket.inet_ntoa(fcntl.ioctl(probe, _ADDRESS_OF, asked)[20:24])


def _is_of_a_network(address: str) -> bool:
    """Whether other machines can use ``address``; not one with a zone index."""
    if "%" in address or not is_address(address):
        return False
    found = ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
