"""``burako serve``: the pages on which a photograph becomes a score."""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from companion import bootstrap, reception
from companion.commands.options import DEFAULT_LANGUAGE, LangOption, RulesOption, SetOption, SetProfileOption, told
from companion.commands.speech import plain_speaking, refuse

DEMO = "demo"
SENTENCES: Mapping[str, tuple[str, str]] = {
    "busy": (
        "El puerto {port} ya está en uso: cerrá el otro programa o elegí otro con --port.",
        "Port {port} is already in use: close the other program or choose another with --port.",
    ),
    "unusable": (
        "No se puede escuchar en {host}, puerto {port}: no es una dirección de esta máquina, o falta permiso.",
        "Cannot listen on {host}, port {port}: it is no address of this machine, or permission is missing.",
    ),
    "camera": (
        "«{camera}» no se puede usar como cámara: por ahora es «demo», o ninguna.",
        "“{camera}” cannot be used as a camera: for now it is “demo”, or none.",
    ),
    "no demo": (
        "Faltan las fotos de la mesa de demostración: reinstalá el programa.",
        "The pictures of the demo table are missing: install the program again.",
    ),
    "stopped": ("El servidor se cerró solo.", "The server stopped by itself."),
    "address": ("Burako Companion: {addresses} (Ctrl+C para cerrar)", "Burako Companion: {addresses} (Ctrl+C to stop)"),
}

HostOption = Annotated[
    str,
    typer.Option("--host", help=told("Dónde escucha: 0.0.0.0 deja entrar a los teléfonos.", "0.0.0.0 admits phones.")),
]
PortOption = Annotated[
    int, typer.Option("--port", min=0, max=65535, help=told("Puerto; 0: uno libre.", "0: a free one."))
]
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera", metavar="SOURCE", help=told("«demo»: la mesa de demostración.", "“demo”: the demo table.")
    ),
]
DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help=told("Carpeta de las partidas.", "Folder of the matches."), show_default=False
    ),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help=told("Base de datos de las partidas, si no es la de la carpeta.", "Database of the matches."),
        show_default=False,
    ),
]


@plain_speaking
def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    camera: CameraOption = None,
    set_profile: SetProfileOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Serves the pages until it is stopped."""
    _check_camera(camera, lang)
    reception.open_laws(rules, overrides or ())
    address, port = _checked_address(host, port, lang)
    found = addresses(host, port)

    from companion.serving import Served, run  # the web server takes a moment to load, and no other command needs it
    from companion.story import places  # nor the database

    served = Served(
        rules=rules,
        overrides=tuple(overrides or ()),
        is_demo=camera == DEMO,
        hosts=(host, socket.gethostname()),
        greeting=_say(lang, "address", addresses=" · ".join(found)),
        language=lang,
        address=address,
        port=port,
        public_url=public_address(found),
        set_profile=bootstrap.open_set_profile(set_profile),
        places=places(data, database),
    )
    failure = run(served)
    if failure is not None:
        refuse(failure or _say(lang, "stopped"))


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where the pages are found: on this machine, and from the network where ``host`` means every interface."""
    try:
        everywhere = ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    names = ("127.0.0.1", _network_address()) if everywhere else (host,)
    return tuple(f"http://{f'[{name}]' if ':' in name else name}:{port}/" for name in names if name)


def public_address(found: Sequence[str]) -> str | None:
    """The first of the addresses ``found`` that other devices can reach."""
    return next((url for url in found if not _is_this_machine(urlsplit(url).hostname or "")), None)


def _is_this_machine(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _check_camera(camera: str | None, language: str) -> None:
    if camera not in (None, DEMO):
        refuse(_say(language, "camera", camera=camera))
    if camera == DEMO and not reception.demo_pictures():
        refuse(_say(language, "no demo"))


def _checked_address(host: str, port: int, language: str) -> tuple[str, int]:
    """The IP address of ``host``, and ``port`` or a free one where it is 0.

    The server itself would share a busy port without a word.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return str(address[0]), int(probe.getsockname()[1])
    except OSError as error:
        key = "busy" if error.errno == errno.EADDRINUSE else "unusable"
        refuse(_say(language, key, host=host, port=port))


def _network_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _say(language: str, key: str, **parts: object) -> str:
    return SENTENCES[key][language == "en"].format(**parts)
