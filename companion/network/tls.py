"""TLS for the pages, with certificates of the private authority."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.network.addresses import is_address, network_addresses
from companion.network.certificates import Authority, ServerCertificate

NAMES = ("burako.local", "localhost")
_LOOPBACK = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Encryption:
    """The TLS certificate of the pages, and where a phone installs the root certificate."""

    leaf: ServerCertificate
    authority: str
    """The name of the authority, as devices list it."""
    welcome_port: int
    """The port of the page that needs no trusted certificate."""

    @property
    def certificate(self) -> bytes:
        """The authority's certificate, as DER."""
        return ssl.PEM_cert_to_DER_cert(self.leaf.root.read_text(encoding="ascii"))


def open_encryption(folder: Path, hosts: Sequence[str], welcome_port: int) -> Encryption:
    """Open the TLS certificate for all addresses of this machine, created in ``folder`` if necessary.

    ``hosts`` are further host names. Raises AuthorityError.
    """
    authority = Authority.open(folder / "authority")
    names = dict.fromkeys((*NAMES, *(host for host in hosts if host.isascii() and not is_address(host))))
    leaf = authority.leaf(tuple(names), (*_LOOPBACK, *network_addresses()))
    return Encryption(leaf=leaf, authority=authority.name, welcome_port=welcome_port)
