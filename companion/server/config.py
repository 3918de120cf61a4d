"""The configuration passed to a server process."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.eventstore import Places
from companion.film.film_store import FilmLimits
from companion.network.tls import Encryption
from vision.recognition.set_profile import SetProfile


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """The serialisable configuration of a server process."""

    rules: str
    overrides: tuple[str, ...]
    is_demo: bool
    camera: str | None
    """What watches the table, as somebody writes it; None where nothing does."""
    is_camera_named: bool
    """Whether somebody did; else what was chosen on the page before comes first."""
    second: str
    """What stands beside it, as somebody writes it; empty where the command named none."""
    run: str
    """What tells this run of the program from others, however often its process is begun anew."""
    hosts: tuple[str, ...]
    """Names by which the pages may be addressed."""
    greeting: str
    """Said on stdout once the pages can be reached; nothing where they were begun anew."""
    language: str
    address: str
    """The IP address on which it listens."""
    port: int
    public_url: str | None
    """Where other devices find the pages; ``None`` where they cannot."""
    proxy_url: str | None
    """Where a proxy in front shows them; ``None`` without one."""
    is_private: bool
    """Whether only this machine reaches them."""
    phones_command: str
    """What to type so that they can; empty where it was typed, and this machine is in no network."""
    set_profile: SetProfile | None
    """The set of tiles on the table, where it was learned."""
    places: Places
    """Where the matches are kept."""
    encryption: Encryption | None
    """What the pages are encrypted with; None where they are not."""
    welcome_url: str | None
    """Where other devices learn to trust that."""
    backups: Path | None = None
    """The folder of the backups that make themselves; None where none do."""
    backup_every: int = 20
    """After how many hands."""
    film: FilmLimits = field(default_factory=FilmLimits)
    """How much film of its tables is kept."""
