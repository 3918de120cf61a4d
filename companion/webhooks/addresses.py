"""Check the target addresses of hooks; local addresses are allowed only for hooks created on this machine.

A name is resolved anew for every attempt, and the connection goes to the checked IP address: a name that resolves to
another address later (DNS rebinding) reaches nothing.
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
"""The default port of each scheme; 4455 is that of OBS."""
SCHEMES: Mapping[HookKind, tuple[str, ...]] = {"web": ("http", "https"), "obs": ("ws",)}
_NAT64 = IPv6Network("64:ff9b::/96")
IpAddress = IPv4Address | IPv6Address


class BarredAddress(Exception):  # noqa: N818
    """An address to which nothing may be sent; ``why`` is ``unknown``, ``near`` or ``never``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Target:
    """A checked target."""

    parts: SplitResult
    ip: str
    """The IP address that was checked."""
    port: int


def parsed(address: str, kind: HookKind) -> SplitResult | None:
    """The parts of a hook's address; None for an invalid one.

    Invalid are other schemes, credentials, a missing host, port 0, fragments, characters that are not printable ASCII,
    and more than ``LONGEST_ADDRESS`` characters.
    """
    with suppress(ValueError):
        parts = urlsplit(address)
        is_plain = address.isascii() and address.isprintable() and " " not in address
        is_whole = parts.scheme in SCHEMES[kind] and parts.hostname and parts.port != 0
        if is_plain and is_whole and "@" not in parts.netloc and not parts.fragment:
            return parts if len(address) <= LONGEST_ADDRESS else None
    return None


def target(parts: SplitResult, *, is_near: bool) -> Target:
    """The resolved target of an address. Raises BarredAddress where one IP address of the name is not allowed."""
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
    """Check that something may be sent to an address. Raises BarredAddress."""
    for found in _meant(ip_address(address.partition("%")[0])):
        is_nobody = found.is_unspecified or (found.version == 4 and found.is_reserved)
        if is_nobody or found.is_link_local or found.is_multicast:
            raise BarredAddress("never")
        if not found.is_global and not is_near:
            raise BarredAddress("near")


def _meant(address: IpAddress) -> tuple[IpAddress, ...]:
    """An address, and that of the old kind which is wrapped in it, if any."""
    if isinstance(address, IPv4Address):
        return (address,)
    wrapped = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
    if wrapped is None and address in _NAT64:
        wrapped = IPv4Address(int(address) & 0xFFFFFFFF)
    if wrapped is None:
        return (address,)
    return (wrapped,) if address.ipv4_mapped else (address, wrapped)
