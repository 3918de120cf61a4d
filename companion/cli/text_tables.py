"""Format tiles and verdicts for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from companion.phrases.wording import say
from companion.view_models.photo import UNSURE
from engine.placed_tile import notation
from engine.scoring.meld_offers import Offer

INKS: Mapping[str, str] = {"r": "bold red", "b": "bold blue", "y": "bold yellow", "k": "bold", "J": "bold magenta"}


def tile_text(written: str) -> Text:
    """A tile in its ink; ``J=6r`` and ``2b=6r`` take the ink of the physical tile."""
    ink = INKS.get(written.partition("=")[0][-1:], "dim")
    return Text(written, style="reverse" if written == UNSURE else ink)


def tiles_text(written: Iterable[str]) -> Text:
    """Several tiles, side by side."""
    return Text(" ").join(tile_text(tile) for tile in written)


def kind_text(kind: str | None, notes: Sequence[str], language: str) -> str:
    """The kind of a meld, with notes such as its canasta."""
    return ", ".join(say(language, word) for word in (kind or "no meld", *notes))


def verdict_text(lawful: bool, reasons: Sequence[str], language: str) -> Text:
    """Lawful or not, with every violation."""
    word = say(language, "lawful" if lawful else "unlawful")
    return Text(": ".join([word, *([" · ".join(reasons)] if reasons else [])]), style="green" if lawful else "red")


def offer_text(offer: Offer, language: str, team: str = "") -> Text:
    """A suggestion, with the suggested row and its worth."""
    named = f"{team}: " if team else ""
    tiles = tiles_text(notation(offer.row).split())
    return Text.assemble(named, tiles, f": {offer.sentence(language)}", style="cyan")
