"""The settings of the dashboard; none of them changes a rule of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import current_app

from companion.view_models import ProfileView

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardSettings:
    """The limits and defaults of the dashboard."""

    rules: str
    """The default profile's name."""
    demo_first: bool = False
    """Whether the home page opens with the demo table."""
    hosts: tuple[str, ...] = ()
    """Accepted host names besides ``localhost``, ``burako.local`` and plain IP addresses."""
    max_upload_bytes: int = 25 * MEBIBYTE
    kept_photos: int = 50
    """The oldest photographs are forgotten beyond this number…"""
    kept_bytes: int = 200 * MEBIBYTE
    """…or beyond this size of all pictures together."""
    at_once: int = 2
    """The number of photographs, each of another address, that are read at once."""
    waiting: int = 8
    """The maximum number of requests that wait for these; more are refused with a request to retry."""
    retry_after_s: int = 2
    is_private: bool = True
    """Whether only this machine reaches the pages; its visitor then is the organiser without a PIN."""
    proxy_url: str | None = None
    """The public URL of a proxy in front, which reports each client's address; None without one."""
    public_url: str | None = None
    """The URL of these pages for other devices; ``None`` where only this machine reaches them."""
    phones_command: str = "burako serve --host 0.0.0.0"
    """The command by which phones get access; empty where only a network is missing."""
    welcome_url: str | None = None
    """The URL at which other devices install the certificate; ``None`` without encryption."""
    listeners: int = 64
    """The maximum number of connections that watch matches, and of as many that watch the camera."""
    heartbeat_s: float = 15
    """The interval of keep-alive messages to waiting connections, in seconds."""
    stream_s: float = 900
    """The seconds after which a screen reconnects its event stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoHand:
    """The hand shown by the demo camera."""

    rules: str
    """Name of the profile by which it is played."""
    players: int
    starter: int
    """The seat of the first turn."""
    table: Path
    """A photograph of its table."""
    rack: Path
    """A photograph of the rack on which tiles were left."""


@dataclass(frozen=True, slots=True)
class VisitorChoices:
    """The visitor's choices."""

    profiles: tuple[ProfileView, ...]
    demo: tuple[Path, ...]
    """Pictures of the demo table, in the order in which they were taken."""

    @staticmethod
    def of(profiles: Sequence[ProfileView], demo: Sequence[Path]) -> VisitorChoices:
        """The choices from any two sequences."""
        return VisitorChoices(tuple(profiles), tuple(demo))

    def profile(self, name: str) -> ProfileView | None:
        """The profile called ``name``."""
        return next((profile for profile in self.profiles if profile.name == name), None)

    def called(self, name: str) -> ProfileView | None:
        """The view of a profile by name, or of a stored rule set by its title as matches store it; None without one."""
        titled = (profile for profile in self.profiles if name in profile.titles.values())
        return self.profile(name) or next(titled, None)


def settings_in_use() -> DashboardSettings:
    """The settings of this app."""
    found: DashboardSettings = current_app.extensions["settings"]
    return found
