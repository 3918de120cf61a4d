"""The organiser's link and code, shown in the terminal once for each link."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno

from companion.eventstore import DataFolder
from companion.network.key_derivation import organiser_code, organiser_text
from engine.sentences import catalogue

USUAL_ADDRESS = "http://127.0.0.1:8000/"
"""The address of the pages without other settings."""
SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.organiser",
    {
        "way in": (
            "Para organizar abrí este enlace, acá o en tu teléfono: {link}\n"
            "o poné en {home}join el código {code}. Es sólo tuyo: quien lo tenga organiza."
        ),
        "again": "Se muestra esta vez; de nuevo, con «burako organiser».",
    },
)


@dataclass(frozen=True, slots=True)
class OrganiserAccess:
    """The organiser's link and code."""

    home: str
    """The address of the pages, with a slash at its end."""
    link: str
    code: str
    """Twelve digits."""

    def announcement(self, language: str, *, is_drawn: bool) -> str:
        """The lines for a terminal, with a QR code of the link where requested."""
        spoken = " ".join(self.code[at : at + 4] for at in range(0, len(self.code), 4))
        lines = _say(language, "way in").format(link=self.link, home=self.home, code=spoken)
        return f"{lines}\n{_drawn(self.link)}" if is_drawn else lines


def organiser_access(data_folder: DataFolder, home: str | None = None) -> OrganiserAccess:
    """The organiser's link to the pages at ``home``, or at the last announced address. Raises JournalError."""
    before = urlsplit(data_folder.announced_link())
    home = home or (f"{before.scheme}://{before.netloc}/" if before.netloc else USUAL_ADDRESS)
    secret = data_folder.secret()
    return OrganiserAccess(home, f"{home}join/{organiser_text(secret)}", organiser_code(secret))


def announced_once(data_folder: DataFolder, home: str, language: str, *, is_drawn: bool) -> str:
    """The lines of the link, unless it was announced before. Raises JournalError."""
    way = organiser_access(data_folder, home)
    if data_folder.announced_link() == way.link:
        return ""
    with suppress(OSError):  # it is told again the next time
        data_folder.keep_announced_link(way.link)
    return f"{way.announcement(language, is_drawn=is_drawn)}\n{_say(language, 'again')}\n"


def _drawn(link: str) -> str:
    code = io.StringIO()
    segno.make_qr(link, error="l").terminal(code, compact=True, border=2)
    return code.getvalue().rstrip("\n")


def _say(language: str, key: str) -> str:
    return SENTENCES[key][language]
