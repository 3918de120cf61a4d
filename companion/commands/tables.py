"""Readings and verdicts as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion.phrases.wording import say, spoken_names
from companion.recognition.interpret import OPTIONS_TOLD
from companion.snapshot import UNSURE, PhotoScore, RowView, TileView
from engine.placed import notation
from engine.scoring.offers import Offer
from vision.wording import SENTENCES, sentence

INKS: Mapping[str, str] = {"r": "bold red", "b": "bold blue", "y": "bold yellow", "k": "bold", "J": "bold magenta"}


def tile_text(written: str) -> Text:
    """A tile in its ink; ``J=6r`` and ``2b=6r`` take the ink of the tile that lies there."""
    ink = INKS.get(written.partition("=")[0][-1:], "dim")
    return Text(written, style="reverse" if written == UNSURE else ink)


def tiles_text(written: Iterable[str]) -> Text:
    """Several tiles, side by side."""
    return Text(" ").join(tile_text(one) for one in written)


def photo_table(score: PhotoScore, language: str) -> RenderableType:
    """A photograph's rows with their verdicts, its loose tiles, its doubts and its points."""
    heading = Text(f"{score.image}  {score.size[0]} × {score.size[1]}  {score.rules}", style="bold")
    wrong = [Text(f"{flaw.message} {flaw.advice}", style="bold yellow") for flaw in score.retake]
    if not score.tiles:
        return Group(heading, Text(say(language, "no tiles")), *wrong)
    lines: list[RenderableType] = [heading, *([_rows_table(score, language)] if score.rows else [])]
    if score.loose:
        loose = tiles_text(score.tiles[tile].face for tile in score.loose)
        lines.append(Text.assemble(f"{say(language, 'loose')}: ", loose))
    offers = [offer for row in score.rows for offer in row.offers]
    lines += [Text.assemble(tiles_text(one.meld.split()), f": {one.message}", style="cyan") for one in offers]
    lines += [_doubt_text(tile, language) for tile in score.tiles if tile.face == UNSURE]
    lines += [Text(sentence(SENTENCES[code], language), style="yellow") for code in score.unseen]
    return Group(*lines, *wrong, Text(f"{say(language, 'total')}: {score.points}", style="bold"))


def _rows_table(score: PhotoScore, language: str) -> Table:
    table = Table(*(say(language, column) for column in ("meld", "kind", "verdict")))
    table.add_column(say(language, "points"), justify="right")
    for row in score.rows:
        written = row.meld.split() if row.meld else [score.tiles[tile].face for tile in row.tiles]
        table.add_row(tiles_text(written), _kind(row, language), _verdict(row, language), str(row.points))
    return table


def _verdict(row: RowView, language: str) -> Text:
    """Lawful or not; a row that is not read is neither, and what its tiles may be is told below the table."""
    reasons = [f"{said.message} [{said.rule.article}]" for said in row.violations if said.code != "unread_tile"]
    if row.meld is None:
        return Text(
            ": ".join([say(language, "to be read"), *([" · ".join(reasons)] if reasons else [])]), style="yellow"
        )
    return verdict_text(row.lawful, reasons, language)


def _kind(row: RowView, language: str) -> str:
    notes = [*([row.canasta] if row.canasta else []), *(["repaired"] if row.repaired else [])]
    return say(language, "unknown") if row.meld is None else kind_text(row.kind, notes, language)


def kind_text(kind: str | None, notes: Sequence[str], language: str) -> str:
    """A run, a group or neither, with notes such as its canasta."""
    return ", ".join(say(language, word) for word in (kind or "no meld", *notes))


def verdict_text(lawful: bool, reasons: Sequence[str], language: str) -> Text:
    """Lawful or not, and every reason why not."""
    word = say(language, "lawful" if lawful else "unlawful")
    return Text(": ".join([word, *([" · ".join(reasons)] if reasons else [])]), style="green" if lawful else "red")


def offer_text(offer: Offer, language: str, team: str = "") -> Text:
    """What might be laid otherwise, as it would lie, and what it is worth."""
    named = f"{team}: " if team else ""
    tiles = tiles_text(notation(offer.row).split())
    return Text.assemble(named, tiles, f": {offer.sentence(language)}", style="cyan")


def _doubt_text(tile: TileView, language: str) -> Text:
    likeliest = [name for name in (tile.seen, *(name for name, _ in tile.alternatives)) if name != UNSURE]
    options = spoken_names(likeliest[:OPTIONS_TOLD], language)
    return Text(f"{say(language, 'in doubt')}: " + say(language, "may be", seen=f"#{tile.id}", options=options))
