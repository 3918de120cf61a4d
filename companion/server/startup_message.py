"""Print the address of the pages once the server answers."""

from __future__ import annotations

import sys
from ipaddress import ip_address
from socket import create_connection
from time import sleep

from companion.network.addresses import addresses
from companion.server.config import ServerConfig
from companion.server.organiser_link import announced_once

RETRY_S = 0.02


def greet(served: ServerConfig) -> None:
    """Poll the server and print its address once it answers; the server has no callback for that moment."""
    here = ip_address(served.address)
    loopback = "127.0.0.1" if here.version == 4 else "::1"
    while not _answers(loopback if here.is_unspecified else served.address, served.port):
        sleep(RETRY_S)
    sys.stdout.write(f"{served.greeting}\n{'' if served.is_private else _way_in(served)}")
    sys.stdout.flush()


def _way_in(served: ServerConfig) -> str:
    """The organiser's link, where it was not announced before."""
    scheme = "https" if served.encryption else "http"
    home = served.public_url or addresses(served.address, served.port, scheme)[0]
    return announced_once(served.data_folder, home, served.language, is_drawn=sys.stdout.isatty())


def _answers(address: str, port: int) -> bool:
    try:
        create_connection((address, port), timeout=1).close()
    except OSError:
        return False
    return True
