"""The configuration passed to a server process."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.eventstore import DataFolder
from companion.film.film_limits import FilmLimits
from companion.network.tls import Encryption
from companion.server.automatic_backups import HANDS_A_BACKUP
from vision.recognition.set_profile import SetProfile


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """The serialisable configuration of a server process."""

    rules: str
    overrides: tuple[str, ...]
    is_demo: bool
    camera: str | None
    """The source of the camera in the format of ``--camera``; None without one."""
    is_camera_named: bool
    """Whether the command named it; else the page's earlier choice comes first."""
    second: str
    """The source of the second camera; empty where the command named none."""
    run: str
    """An identifier of this run of the program; restarts of its processes keep it."""
    hosts: tuple[str, ...]
    """Names by which the pages may be addressed."""
    greeting: str
    """Printed on stdout once the pages can be reached; empty after a restart."""
    farewell: str
    """Printed on stdout where it takes more than a moment to close."""
    language: str
    address: str
    """The IP address on which it listens."""
    port: int
    public_url: str | None
    """The URL of the pages for other devices; ``None`` where they cannot reach them."""
    proxy_url: str | None
    """The URL of a reverse proxy; ``None`` without one."""
    is_private: bool
    """Whether only this machine reaches them."""
    phones_command: str
    """The command by which phones get access; empty where it was given, or this machine is in no network."""
    set_profile: SetProfile | None
    """The set of tiles on the table, where it was learned."""
    data_folder: DataFolder
    """The data folder with the matches."""
    encryption: Encryption | None
    """The certificate of the pages; None without encryption."""
    welcome_url: str | None
    """The URL of the page for installing the certificate."""
    backups: Path | None = None
    """The folder of the backups that make themselves; None where none do."""
    backup_every: int = HANDS_A_BACKUP
    """After how many hands."""
    film: FilmLimits = field(default_factory=FilmLimits)
    """The limits of stored film."""
