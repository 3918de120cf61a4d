"""Where a hook may send: programs of this machine and of its networks only where somebody at this machine said so.

An address is looked up anew for every try, and what is then spoken to is the address that was judged: a name that
leads elsewhere the second time leads nowhere.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from companion.webhooks.hook import HookKind

LONGEST_ADDRESS = 500
PORTS: Mapping[str, int] = {"http": 80, "https": 443, "ws": 4455}
"""The schemes, and the port of each where none is said; 4455 is that of OBS."""
SCHEMES: Mapping[HookKind, tuple[str, ...]] = {"web": ("http", "https"), "obs": ("ws",)}
_NAT64 = IPv6Network("64:ff9b::/96")
IpAddress = IPv4Address | IPv6Address


class BarredAddress(Exception):  # noqa: N818
    """An address to which nothing is sent; ``why`` is ``unknown``, ``near`` or ``never``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Target:
    """Where something is sent."""

    parts: SplitResult
    ip: str
    """The address that was judged."""
    port: int


def parsed(address: str, kind: HookKind) -> SplitResult | None:
    """The parts of an address that a hook may have; None where it is none: another scheme, a name or a password in it,
    no host, a strange port, letters that nobody sees."""
    with suppress(ValueError):
        parts = urlsplit(address)
        is_plain = address.isascii() and address.isprintable() and " " not in address
        is_whole = parts.scheme in SCHEMES[kind] and parts.hostname and parts.port != 0
        if is_plain and is_whole and "@" not in parts.netloc and not parts.fragment:
            return parts if len(address) <= LONGEST_ADDRESS else None
    return None


def target(parts: SplitResult, *, is_near: bool) -> Target:
    """What an address leads to now. Raises BarredAddress where one address of a name is not allowed."""
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BarredAddress("unknown") from error
    addresses = [str(answer[4][0]) for answer in found]
    for address in addresses:
        check(address, is_near=is_near)
    return Target(parts, addresses[0], port)


def check(address: str, *, is_near: bool) -> None:
    """Nothing, where something may be sent there. Raises BarredAddress."""
    for found in _meant(ip_address(address.partition("%")[0])):
        is_nobody = found.is_unspecified or (found.version == 4 and found.is_reserved)
        if is_nobody or found.is_link_local or found.is_multicast:
            raise BarredAddress("never")
        if not found.is_global and not is_near:
            raise BarredAddress("near")


def _meant(found: IpAddress) -> tuple[IpAddress, ...]:
    """An address, and that of the old kind which is wrapped in it, if any."""
    if isinstance(found, IPv4Address):
        return (found,)
    wrapped = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
    if wrapped is None and found in _NAT64:
        wrapped = IPv4Address(int(found) & 0xFFFFFFFF)
    if wrapped is None:
        return (found,)
    return (wrapped,) if found.ipv4_mapped else (found, wrapped)
