"""``burako serve``: the web application."""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion import bootstrap
from companion.cli.corrected_command import retyped
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    DatabaseOption,
    DataOption,
    LangOption,
    RulesOption,
    SetOption,
    SetProfileOption,
    among,
    phrase,
)
from companion.cli.output import errors_in_one_line, refuse
from companion.cli.second_camera import SecondOption, second_source
from companion.film.film_limits import KEPT_HOURS, TABLE_MB, TOTAL_MB, FilmLimits
from companion.network.addresses import (
    addresses,
    bound,
    free_port,
    is_everywhere,
    is_this_machine,
    public_address,
    site,
)
from companion.server import adapters as reception
from companion.server.automatic_backups import HANDS_A_BACKUP
from companion.server.gc_tuning import no_collecting
from engine.rules.profiles import PROFILES
from engine.sentences import catalogue
from vision.cameras import parse_source, webcam_names

if TYPE_CHECKING:
    from companion.eventstore import DataFolder
    from companion.network.tls import Encryption

DEMO, SIMULATE = "demo", "simulate"
SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.serve",
    {
        "busy": "El puerto {port} ya está en uso, quizás por otro Burako abierto. Con otro puerto: {command}",
        "unusable": (
            "No se puede escuchar en {host}, puerto {port}: no es una dirección de esta máquina, o falta permiso."
        ),
        "no demo": "Falta la mano de demostración: reinstalá el programa.",
        "no site": (
            "«{said}» no es la dirección de un sitio: escribila entera y sin carpetas, como https://burako.miclub.ar"
        ),
        "stopped": "El servidor se cerró solo.",
        "closing": "Se está cerrando: las páginas abiertas tienen unos segundos.",
        "address": "Burako Companion: {addresses} (Ctrl+C para cerrar)",
        "welcome": "Burako Companion: {addresses} · la primera vez en un teléfono: {welcome} (Ctrl+C para cerrar)",
    },
)

HostOption = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help=phrase("Dónde escucha: 0.0.0.0 deja entrar a los teléfonos."),
    ),
]
PortOption = Annotated[
    int,
    typer.Option("--port", metavar="NUMBER", min=0, max=65535, help=phrase("Puerto; 0: uno libre.")),
]
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera",
        metavar="SOURCE",
        autocompletion=among(DEMO, SIMULATE, "phone"),
        help=phrase(
            "Webcam (número o nombre), video, carpeta, dirección, phone, demo o simulate.",
        ),
        show_default=False,
    ),
]
TlsOption = Annotated[
    bool,
    typer.Option(
        "--tls",
        help=phrase("Cifra las páginas: un teléfono puede ser la cámara."),
    ),
]
ProxyOption = Annotated[
    str | None,
    typer.Option(
        "--proxy",
        metavar="URL",
        help=phrase("Dónde muestra las páginas un proxy que está delante."),
        show_default=False,
    ),
]
BackupsOption = Annotated[
    Path | None,
    typer.Option(
        "--backups",
        metavar="DIR",
        help=phrase("Guarda copias solo, en esta carpeta."),
        show_default=False,
    ),
]
EveryOption = Annotated[
    int,
    typer.Option("--backup-every", metavar="NUMBER", min=1, help=phrase("Cada cuántas manos.")),
]

FilmTableOption = Annotated[
    int,
    typer.Option("--film-mb", metavar="NUMBER", min=10, max=100_000, help=phrase(
        "Megas de video por mesa."
    )),
]  # fmt: skip
FilmTotalOption = Annotated[
    int,
    typer.Option("--film-total-mb", metavar="NUMBER", min=10, max=1_000_000, help=phrase(
        "Megas de video en total."
    )),
]  # fmt: skip
FilmHoursOption = Annotated[
    float,
    typer.Option("--film-hours", metavar="NUMBER", min=0.1, max=720, help=phrase(
        "Horas que dura el video."
    )),
]  # fmt: skip


@errors_in_one_line
def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    camera: CameraOption = None,
    second: SecondOption = None,
    set_profile: SetProfileOption = None,
    tls: TlsOption = False,
    proxy: ProxyOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    backups: BackupsOption = None,
    backup_every: EveryOption = HANDS_A_BACKUP,
    film_mb: FilmTableOption = TABLE_MB,
    film_total_mb: FilmTotalOption = TOTAL_MB,
    film_hours: FilmHoursOption = KEPT_HOURS,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Serve the pages until stopped."""
    with _alone(kept := _kept(data, database, backups)):
        source = _camera(f"{SIMULATE}:{rules}" if camera == SIMULATE and rules in PROFILES else camera, lang)
        address, found_port = _checked_address(host, port, lang)
        found = addresses(host, found_port, "https" if tls else "http")
        proxy_url = _site(proxy, lang) if proxy else None
        hosts = (host, socket.gethostname())
        with no_collecting():
            from companion.server.config import ServerConfig
            from companion.server.server_process import run  # the web server loads slowly, and few commands need it

        encryption = _encryption(kept, hosts, port, lang) if tls else None
        welcome = _outermost(addresses(host, encryption.welcome_port)) if encryption else None
        served = ServerConfig(
            rules=_rules(rules, overrides or (), kept),
            overrides=tuple(overrides or ()),
            is_demo=camera == DEMO,
            camera=source,
            second=second_source(source, second),
            is_camera_named=camera is not None,
            run=secrets.token_hex(8),
            hosts=hosts,
            greeting=_say(lang, "welcome" if welcome else "address", addresses=" · ".join(found), welcome=welcome),
            farewell=_say(lang, "closing"),
            language=lang,
            address=address,
            port=found_port,
            public_url=proxy_url or public_address(found),
            proxy_url=proxy_url,
            is_private=is_this_machine(address) and not proxy_url,
            phones_command="" if is_everywhere(host) or proxy_url else retyped("--host", "0.0.0.0", public=True),
            set_profile=bootstrap.open_set_profile(set_profile),
            data_folder=kept,
            encryption=encryption,
            welcome_url=welcome,
            backups=backups,
            backup_every=backup_every,
            film=FilmLimits(table_mb=film_mb, total_mb=film_total_mb, hours=film_hours),
        )
        if (failure := run(served)) is not None:
            refuse(failure or _say(lang, "stopped"))


def _site(address: str, language: str) -> str:
    """The normalised base URL of a site; refuses an invalid one."""
    found = site(address)
    if found is None:
        refuse(_say(language, "no site", said=address))
    return found


def _rules(rules: str, overrides: Sequence[str], kept: DataFolder) -> str:
    """The name of ``rules`` on the pages. Raises RulesError."""
    laws = reception.open_laws(rules, overrides, kept)
    if rules in laws:
        return rules
    from companion.house_rules.naming import name_of

    return name_of(rules)


def _kept(data: Path | None, database: str | None, backups: Path | None) -> DataFolder:
    """The data folder. Raises JournalError where backups are requested of an external database."""
    from companion.eventstore import find_data_folder  # the database takes a moment to load
    from companion.eventstore.backup import database_file

    kept = find_data_folder(data, database)
    if backups:
        database_file(kept)
    return kept


def _alone(kept: DataFolder) -> AbstractContextManager[None]:
    """A context in which this program is the only server of the data folder. Raises JournalError where another one
    is."""
    from companion.eventstore.folder_lock import served_alone

    return served_alone(kept.folder)


def _encryption(kept: DataFolder, hosts: tuple[str, ...], port: int, language: str) -> Encryption:
    """The TLS certificate of the pages; the unencrypted page is on the port after ``port``, or the next free one."""
    from companion.network.tls import open_encryption  # loads the cryptography that no other command needs

    _, welcome_port = _checked_address(hosts[0], port + 1 if port else 0, language)
    return open_encryption(kept.folder, hosts, welcome_port)


def _outermost(names: tuple[str, ...]) -> str:
    """The address for other devices, or the local one without any."""
    return public_address(names) or names[0]


def _camera(wanted: str | None, language: str) -> str | None:
    """The requested source, else the first webcam, else the demo; None where there is none. Raises BadSource."""
    if wanted == DEMO and reception.demo_film() is None:
        refuse(_say(language, "no demo"))
    if wanted is not None:
        return str(parse_source(wanted))
    webcam = next(iter(webcam_names()), None)
    return str(webcam) if webcam is not None else DEMO if reception.demo_film() else None


def _checked_address(host: str, port: int, language: str) -> tuple[str, int]:
    """The IP address of ``host``, and ``port`` or a free one where it is 0.

    The server itself would share a busy port silently.
    """
    try:
        return bound(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            refuse(_say(language, "unusable", host=host, port=port))
        refuse(_say(language, "busy", port=port, command=retyped("--port", f"{free_port(host, port)}")))


def _say(language: str, key: str, **parts: object) -> str:
    return SENTENCES[key][language].format(**parts)
